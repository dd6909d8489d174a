/** The header: the project switch, and the button that opens the command palette. */
import { isPaletteOpen, isProjectMenuOpen } from "../state/navigation.ts";
import { serverStatus, storedHere } from "../state/server-status.ts";
import { countsOf, shownName } from "./project-menu.tsx";

export function Header() {
  const counts = storedHere.value;
  return (
    <header class="top">
      <h1>
        <svg viewBox="0 0 32 32" width="20" height="20" aria-hidden="true">
          <path d="M6 9l7 7-7 7M16 23h10" class="brand" />
        </svg>
        <span>oldhand</span>
      </h1>
      <button
        type="button"
        class="quiet project"
        aria-haspopup="dialog"
        aria-keyshortcuts="Alt+0"
        aria-label={`Project: ${shownName()}`}
        title={serverStatus.value?.project?.root}
        onClick={() => (isProjectMenuOpen.value = true)}
      >
        <strong>{shownName()}</strong>
        <svg viewBox="0 0 16 16" width="12" height="12" aria-hidden="true">
          <path d="M4 6l4 4 4-4" class="chevron" />
        </svg>
      </button>
      {counts !== undefined && <span class="muted totals">{countsOf(counts)}</span>}
      <span class="grow" />
      <button type="button" class="quiet" onClick={() => (isPaletteOpen.value = true)} aria-keyshortcuts="Control+K">
        Commands <kbd>Ctrl+K</kbd>
      </button>
    </header>
  );
}
