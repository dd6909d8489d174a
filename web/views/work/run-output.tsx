/** A run below the history: its live output, a stop button, and how it ended. */
import { useLayoutEffect, useRef } from "preact/hooks";
import type { RunState } from "../../../src/faces/http/runs.ts";
import { duration, visible } from "../../components/format.ts";
import { hideRun, stopRun } from "../../state/runs.ts";

export function RunOutput({ run }: { run: RunState }) {
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
        <span role="status" class={ended !== undefined && ended.status !== "success" ? "error-text" : "muted"}>
          {ended === undefined ? "running …" : resultOf(ended)}
        </span>
        {ended === undefined ? (
          <button type="button" class="danger" onClick={() => stopRun(id)}>
            Stop
          </button>
        ) : (
          <button type="button" class="quiet" aria-label="Close output" onClick={() => hideRun(id)}>
            ×
          </button>
        )}
      </header>
      {output !== "" && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area has to be reachable by keyboard
        <pre ref={box} tabIndex={0} aria-label="Output">
          {output}
        </pre>
      )}
    </section>
  );
}

function resultOf({ status, exitCode, message, durationMs }: NonNullable<RunState["ended"]>): string {
  const code = exitCode === undefined || exitCode === 0 ? "" : `, exit code ${exitCode}`;
  return `${status}${code}, ${duration(durationMs)}${message === undefined ? "" : `: ${message}`}`;
}
