/** What stands around every view: header, navigation, notices, drawer and palette. */
import { useEffect } from "preact/hooks";
import { depth } from "./parts/dialog.tsx";
import { Header } from "./parts/header.tsx";
import { Notices } from "./parts/notices.tsx";
import { SampleBanner } from "./parts/sample-banner.tsx";
import { isDrawerOpen, isPaletteOpen, VIEWS, view } from "./state/place.ts";
import { standing, wire } from "./state/standing.ts";
import { MemoryDrawer } from "./views/memory-drawer.tsx";
import { Palette } from "./views/palette.tsx";
import { PicturesView } from "./views/pictures.tsx";
import { RecallView } from "./views/recall.tsx";
import { SessionsView } from "./views/sessions.tsx";
import { SettingsView } from "./views/settings.tsx";
import { SuggestionsView } from "./views/suggestions.tsx";
import { WorkView } from "./views/work.tsx";
import { WorkflowsView } from "./views/workflows.tsx";

const SHOWN = {
  work: WorkView,
  recall: RecallView,
  workflows: WorkflowsView,
  sessions: SessionsView,
  suggestions: SuggestionsView,
  pictures: PicturesView,
  settings: SettingsView,
} as const;

export function Frame() {
  const Shown = SHOWN[view.value];
  const pending = standing.value?.suggestions.pending ?? 0;
  useEffect(() => {
    const current = document.querySelector<HTMLElement>(".views [aria-current]");
    // By hand: the browser's own way would move the whole page along.
    if (current !== null) current.parentElement!.scrollLeft = current.offsetLeft - current.offsetWidth;
  }, [view.value]);
  return (
    <div class="frame">
      <Header />
      <SampleBanner />
      {wire.value === "lost" && (
        <p class="banner bad" role="status">
          The server does not answer, so what you see may be old. Is `oldhand ui` still running?
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
                <span class="unseen"> pending</span>
              </span>
            )}
          </a>
        ))}
      </nav>
      <main id="main" class={`view view-${view.value}`}>
        <Shown />
      </main>
      {depth.value === 0 && <Notices />}
      {isDrawerOpen.value && <MemoryDrawer />}
      {isPaletteOpen.value && <Palette />}
    </div>
  );
}
