/** Says whose memory this is, lets one choose the project, and opens memory and palette. */
import { shownDir } from "../state/ask.ts";
import { isDrawerOpen, isPaletteOpen } from "../state/place.ts";
import { standing } from "../state/standing.ts";

/** No directory is called so. */
const START = "start";

export function Header() {
  const now = standing.value;
  const here = now?.project;
  const others = (now?.projects ?? []).filter(({ id, paths }) => id !== here?.id && paths.length > 0);
  return (
    <header class="top">
      <h1>
        <svg viewBox="0 0 32 32" width="20" height="20" aria-hidden="true">
          <path d="M6 9l7 7-7 7M16 23h10" class="brand" />
        </svg>
        <span>oldhand</span>
      </h1>
      <label class="project">
        <span class="unseen">Project</span>
        <select
          value=""
          title={here?.root}
          onChange={({ currentTarget }) => {
            shownDir.value = currentTarget.value === START ? undefined : currentTarget.value;
          }}
        >
          <option value="">{here?.name ?? (now === undefined ? "…" : "No project here")}</option>
          {shownDir.value !== undefined && <option value={START}>Where the server was started</option>}
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
        Find <kbd>Ctrl+K</kbd>
      </button>
    </header>
  );
}
