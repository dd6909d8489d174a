/** The live command history, newest last, with a filter above it and current runs below. */
import type { CommandEvent } from "../../../src/core/event/event.ts";
import { counted, duration, visible } from "../../components/format.ts";
import { TimeAgo } from "../../components/time-ago.tsx";
import { NARROW, useMediaQuery } from "../../components/use-media-query.ts";
import { VirtualList } from "../../components/virtual-list.tsx";
import { draft } from "../../state/draft.ts";
import { filter, type HistoryFilter, loadRows, loads, rowAt, total } from "../../state/history-pages.ts";
import { isEverywhere } from "../../state/navigation.ts";
import { shownRuns } from "../../state/runs.ts";
import { projectName } from "../../state/server-status.ts";
import { focusComposer } from "../../state/shortcuts.ts";
import { EmptyHistory } from "./empty-history.tsx";
import { RunOutput } from "./run-output.tsx";

const WIDE_PX = 32;
const NARROW_PX = 52;
const SIGNS = { success: "✓", failure: "✗", interrupted: "■", rejected: "⊘", unknown: "·" } as const;

export function HistoryList() {
  const rowPx = useMediaQuery(NARROW) ? NARROW_PX : WIDE_PX;
  const count = total.value;
  void loads.value; // renders again when pages arrive
  const { words, actor, failed } = filter.value;
  const isFiltered = words !== "" || actor !== "" || failed;
  const hasRuns = shownRuns.value.length > 0;
  if (count === 0 && !isFiltered && !hasRuns)
    return (
      <section class="history" aria-label="History">
        <EmptyHistory />
      </section>
    );
  return (
    <section class={isEverywhere.value ? "history everywhere" : "history"} aria-label="History">
      <HistoryTools matches={isFiltered ? count : undefined} />
      {count === 0 && !hasRuns ? (
        <p class="muted loading">No command matches.</p>
      ) : (
        <VirtualList
          label="Commands, newest last"
          role="list"
          count={count ?? 0}
          rowPx={rowPx}
          fromEnd
          onWindow={loadRows}
          row={(index, isCurrent) => <HistoryRow event={rowAt(index)} isCurrent={isCurrent} />}
          after={shownRuns.value.map((run) => <RunOutput key={run.id} run={run} />)}
        />
      )}
    </section>
  );
}

/** `matches`: how many commands the filter finds; the header has how many there are. */
function HistoryTools({ matches }: { matches: number | undefined }) {
  const set = (change: Partial<HistoryFilter>): void => {
    filter.value = { ...filter.value, ...change };
  };
  return (
    <div class="tools">
      <input
        type="search"
        aria-label="Search history"
        placeholder="Search"
        value={filter.value.words}
        onInput={({ currentTarget }) => set({ words: currentTarget.value })}
      />
      <select
        aria-label="Run by"
        value={filter.value.actor}
        onChange={({ currentTarget }) => set({ actor: currentTarget.value })}
      >
        <option value="">Everyone</option>
        <option value="person">You</option>
        <option value="agent">Agents</option>
      </select>
      <label class="check">
        <input
          type="checkbox"
          checked={filter.value.failed}
          onChange={({ currentTarget }) => set({ failed: currentTarget.checked })}
        />
        Failed only
      </label>
      <span class="grow" />
      {matches !== undefined && matches > 0 && <span class="muted">{counted(matches, "command")}</span>}
    </div>
  );
}

function HistoryRow({ event, isCurrent }: { event: CommandEvent | undefined; isCurrent: boolean }) {
  if (event === undefined)
    return (
      // The same button as below, so that a row keeps the focus when its command arrives.
      <div class="row muted">
        <button key="command" type="button" class="command" tabIndex={isCurrent ? 0 : -1}>
          …
        </button>
      </div>
    );
  const { command, status, exitCode, durationMs, startMs, actor, source, request, project, cwd } = event;
  const result = exitCode === undefined || exitCode === 0 ? status : `${status}, exit code ${exitCode}`;
  return (
    <div class={`row ${status}`}>
      <span class="sign" role="img" aria-label={result} title={result}>
        {SIGNS[status]}
      </span>
      <button
        key="command"
        type="button"
        class="command"
        tabIndex={isCurrent ? 0 : -1}
        title={request === undefined ? `${command}\nCopy to the composer` : `Request: ${request}`}
        onClick={() => {
          draft.value = command;
          focusComposer();
        }}
      >
        {visible(command).replaceAll("\n", " ⏎ ")}
      </button>
      <span class="facts">
        {isEverywhere.value && (
          <span class="of-project" title={cwd}>
            {projectName(project) ?? ""}
          </span>
        )}
        <span class="exit">{exitCode === undefined || exitCode === 0 ? "" : `exit ${exitCode}`}</span>
        <span class="duration">{durationMs === undefined ? "" : duration(durationMs)}</span>
        <span class={`who ${actor}`} title={source}>
          {actor === "person" ? "you" : source === "live" ? "agent" : source}
        </span>
        <span class="when">{startMs === undefined ? "" : <TimeAgo at={startMs} />}</span>
      </span>
    </div>
  );
}
