/** The header: the project menu, and buttons that open the memory drawer and the command palette. */
import { shownDir } from "../state/api.ts";
import { isDrawerOpen, isPaletteOpen } from "../state/navigation.ts";
import { serverStatus } from "../state/server-status.ts";

/** Not a valid absolute path, so no project's directory can equal it. */
const START = "start";

export function Header() {
  const status = serverStatus.value;
  const current = status?.project;
  const others = (status?.projects ?? []).filter(({ id, paths }) => id !== current?.id && paths.length > 0);
  return (
    <header class="top">
      <h1>
        <svg viewBox="0 0 32 32" width="20" height="20" aria-hidden="true">
          <path d="M6 9l7 7-7 7M16 23h10" class="brand" />
        </svg>
        <span>oldhand</span>
      </h1>
      <label class="project">
        <span class="visually-hidden">Project</span>
        <select
          value=""
          title={current?.root}
          onChange={({ currentTarget }) => {
            shownDir.value = currentTarget.value === START ? undefined : currentTarget.value;
          }}
        >
          <option value="">{current?.name ?? (status === undefined ? "…" : "No project")}</option>
          {shownDir.value !== undefined && <option value={START}>Start directory</option>}
          {others.map(({ id, name, paths }) => (
            <option key={id} value={paths[0]}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <span class="grow" />
      <button type="button" class="quiet" onClick={() => (isDrawerOpen.value = true)} aria-keyshortcuts="Control+M">
        Memory <kbd>Ctrl+M</kbd>
      </button>
      <button type="button" class="quiet" onClick={() => (isPaletteOpen.value = true)} aria-keyshortcuts="Control+K">
        Commands <kbd>Ctrl+K</kbd>
      </button>
    </header>
  );
}
