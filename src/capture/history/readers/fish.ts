/** Reads the history file of fish, which looks like YAML but is not: `- cmd:`, `when:`, and paths, which are skipped. */
import { textOf } from "../../../core/event/admit.ts";
import { linesOf, type ReadEntry, secondsToMs, TOO_LONG } from "../history-entry.ts";

export function* readFishHistory(blocks: Iterable<Buffer>): Generator<ReadEntry> {
  let command: string | undefined;
  let startMs: number | undefined;
  const finish = (): ReadEntry[] => {
    const entry = command === undefined ? [] : [startMs === undefined ? { command } : { command, startMs }];
    command = undefined;
    startMs = undefined;
    return entry;
  };
  for (const line of linesOf(blocks)) {
    if (line === undefined) {
      yield* finish();
      yield TOO_LONG;
      continue;
    }
    const text = textOf(line);
    if (text.startsWith("- cmd:")) {
      yield* finish();
      command = unescaped(text.slice("- cmd:".length).replace(/^ /, ""));
    } else if (command !== undefined) {
      const when = /^ {2}when: (\d{1,11})$/.exec(text)?.[1];
      if (when !== undefined) startMs = secondsToMs(when);
    } else if (text.trim() !== "") {
      yield { skipped: "not an entry" };
    }
  }
  yield* finish();
}

function unescaped(text: string): string {
  return text.replace(/\\([\\n])/g, (_pair, char) => (char === "n" ? "\n" : "\\"));
}
