/** The page around every view: header, banners, navigation, notices, memory drawer and command palette. */
import { useEffect } from "preact/hooks";
import { openDialogs } from "../components/dialog.tsx";
import { Notices } from "../components/notices.tsx";
import { isDrawerOpen, isPaletteOpen, VIEWS, view } from "../state/navigation.ts";
import { connection, serverStatus } from "../state/server-status.ts";
import { InsightsView } from "../views/insights/insights-view.tsx";
import { MemoryDrawer } from "../views/memory/memory-drawer.tsx";
import { RecallView } from "../views/recall/recall-view.tsx";
import { SessionsView } from "../views/sessions/sessions-view.tsx";
import { SettingsView } from "../views/settings/settings-view.tsx";
import { SuggestionsView } from "../views/suggestions/suggestions-view.tsx";
import { WorkView } from "../views/work/work-view.tsx";
import { WorkflowsView } from "../views/workflows/workflows-view.tsx";
import { CommandPalette } from "./command-palette.tsx";
import { Header } from "./header.tsx";
import { SampleBanner } from "./sample-banner.tsx";

const COMPONENTS = {
  work: WorkView,
  recall: RecallView,
  workflows: WorkflowsView,
  sessions: SessionsView,
  suggestions: SuggestionsView,
  insights: InsightsView,
  settings: SettingsView,
} as const;

export function Layout() {
  const CurrentView = COMPONENTS[view.value];
  const pending = serverStatus.value?.suggestions.pending ?? 0;
  useEffect(() => {
    const current = document.querySelector<HTMLElement>(".views [aria-current]");
    // scrollIntoView would scroll the entire page too.
    if (current !== null) current.parentElement!.scrollLeft = current.offsetLeft - current.offsetWidth;
  }, [view.value]);
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
        {VIEWS.map(([name, label], at) => (
          <a
            key={name}
            href={`#${name}`}
            aria-current={view.value === name ? "page" : undefined}
            title={`Alt+${at + 1}`}
          >
            {label}
            {name === "suggestions" && pending > 0 && (
              <span class="count">
                {pending}
                <span class="visually-hidden"> pending</span>
              </span>
            )}
          </a>
        ))}
      </nav>
      <main id="main" class={`view view-${view.value}`}>
        <CurrentView />
      </main>
      {openDialogs.value === 0 && <Notices />}
      {isDrawerOpen.value && <MemoryDrawer />}
      {isPaletteOpen.value && <CommandPalette />}
    </div>
  );
}
