/** One command of the history: what it was, how it ended, how long it took, when, and whose it is. */
import type { CommandEvent } from "../../src/core/event/event.ts";
import { When } from "../parts/when.tsx";
import { took, visible } from "../parts/words.ts";
import { draft } from "../state/composing.ts";
import { toComposer } from "../state/keys.ts";

const SIGNS = { success: "✓", failure: "✗", interrupted: "■", rejected: "⊘", unknown: "·" } as const;

export function HistoryRow({ event, isCurrent }: { event: CommandEvent | undefined; isCurrent: boolean }) {
  if (event === undefined)
    return (
      // Keys find the list also while its rows are on their way.
      <span class="row muted" tabIndex={isCurrent ? 0 : -1}>
        …
      </span>
    );
  const { command, status, exitCode, durationMs, startMs, actor, source, request } = event;
  const ended = exitCode === undefined || exitCode === 0 ? status : `${status}, exit ${exitCode}`;
  return (
    <div class={`row ${status}`}>
      <span class="sign" role="img" aria-label={ended} title={ended}>
        {SIGNS[status]}
      </span>
      <button
        type="button"
        class="command"
        tabIndex={isCurrent ? 0 : -1}
        title={request === undefined ? `${command}\nPut it into the composer` : `For: ${request}`}
        onClick={() => {
          draft.value = command;
          toComposer();
        }}
      >
        {visible(command)}
      </button>
      <span class="facts">
        <span class={`who ${actor}`} title={source}>
          {actor === "agent" ? "agent" : "you"}
        </span>
        <span class="took">{durationMs === undefined ? "" : took(durationMs)}</span>
        <span class="when">
          <When at={startMs} />
        </span>
      </span>
    </div>
  );
}
