/** The page around every view: header, banners, navigation, notices, memory drawer and pickers. */
import { useEffect } from "preact/hooks";
import { openDialogs } from "../components/dialog.tsx";
import { lazy } from "../components/lazy.tsx";
import { Notices } from "../components/notices.tsx";
import { hrefOf, isDrawerOpen, isPaletteOpen, isProjectMenuOpen, type MainView, view } from "../state/navigation.ts";
import { connection, shownViews } from "../state/server-status.ts";
import { suggestionSummary } from "../state/suggestion-summary.ts";
import { MemoryDrawer } from "../views/memory/memory-drawer.tsx";
import { RecallView } from "../views/recall/recall-view.tsx";
import { SessionsView } from "../views/sessions/sessions-view.tsx";
import { SuggestionsView } from "../views/suggestions/suggestions-view.tsx";
import { WorkView } from "../views/work/work-view.tsx";
import { CommandPalette } from "./command-palette.tsx";
import { Header } from "./header.tsx";
import { ProjectMenu } from "./project-menu.tsx";
import { SampleBanner } from "./sample-banner.tsx";

const COMPONENTS = {
  work: WorkView,
  suggestions: SuggestionsView,
  sessions: SessionsView,
  recall: RecallView,
  workflows: lazy(async () => (await import("../views/workflows/workflows-view.tsx")).WorkflowsView),
  insights: lazy(async () => (await import("../views/insights/insights-view.tsx")).InsightsView),
  settings: lazy(async () => (await import("../views/settings/settings-view.tsx")).SettingsView),
  team: lazy(async () => (await import("../views/team/team-view.tsx")).TeamView),
} as const satisfies Record<MainView, unknown>;

export function Layout() {
  const CurrentView = COMPONENTS[view.value];
  const shown = isDrawerOpen.value ? "memory" : view.value;
  useEffect(() => {
    const current = document.querySelector<HTMLElement>(".views [aria-current]");
    // scrollIntoView would scroll the entire page too.
    if (current !== null) current.parentElement!.scrollLeft = current.offsetLeft - current.offsetWidth;
  }, [shown]);
  return (
    <div class="layout">
      <Header />
      <SampleBanner />
      {connection.value === "lost" && (
        <p class="banner error" role="status">
          Connection lost. This page may be out of date. Check that `oldhand ui` is still running.
        </p>
      )}
      <nav class="views" aria-label="Views">
        {shownViews.value.map(([name, label], at) => (
          <a
            key={name}
            href={hrefOf({ view: name })}
            aria-current={shown === name ? "page" : undefined}
            title={`Alt+${at + 1}`}
          >
            {label}
            {name === "suggestions" && <Pending />}
          </a>
        ))}
      </nav>
      <main id="main" class={`view view-${view.value}`}>
        <CurrentView />
      </main>
      {openDialogs.value === 0 && <Notices />}
      {isDrawerOpen.value && <MemoryDrawer />}
      {isPaletteOpen.value && <CommandPalette />}
      {isProjectMenuOpen.value && <ProjectMenu />}
    </div>
  );
}

function Pending() {
  const pending = suggestionSummary.value?.pending.length ?? 0;
  if (pending === 0) return null;
  return (
    <span class="count">
      {pending}
      <span class="visually-hidden"> pending</span>
    </span>
  );
}
