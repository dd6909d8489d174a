/** One run with what it prints, at the foot of the history; it can be stopped, and put away when it is over. */
import { useLayoutEffect, useRef } from "preact/hooks";
import type { RunState } from "../../src/http/runs.ts";
import { took, visible } from "../parts/words.ts";
import { putAway, stop } from "../state/runs.ts";

export function RunBlock({ run }: { run: RunState }) {
  const { id, command, output, ended } = run;
  const box = useRef<HTMLPreElement>(null);
  useLayoutEffect(() => {
    box.current?.scrollTo(0, box.current.scrollHeight);
  }, [output]);
  return (
    <section class={`run ${ended?.status ?? "running"}`} aria-label={`Run of ${command}`}>
      <header>
        <code>{visible(command)}</code>
        <span class="grow" />
        <span role="status" class={ended !== undefined && ended.status !== "success" ? "bad-words" : "muted"}>
          {ended === undefined ? "running …" : saysOf(ended)}
        </span>
        {ended === undefined ? (
          <button type="button" class="danger" onClick={() => stop(id)}>
            Stop
          </button>
        ) : (
          <button type="button" class="quiet" aria-label="Put this output away" onClick={() => putAway(id)}>
            ×
          </button>
        )}
      </header>
      {output !== "" && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
        <pre ref={box} tabIndex={0} aria-label="Output">
          {output}
        </pre>
      )}
    </section>
  );
}

function saysOf({ status, exitCode, says, durationMs }: NonNullable<RunState["ended"]>): string {
  const code = exitCode === undefined || exitCode === 0 ? "" : `, exit ${exitCode}`;
  return `${status}${code}, ${took(durationMs)}${says === undefined ? "" : `: ${says}`}`;
}
