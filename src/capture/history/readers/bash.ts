/** Reads the history file of bash: one command a line, after a line `#1700000000` if times are recorded. */
import { textOf } from "../../../core/event/admit.ts";
import { LONGEST_BYTES, linesOf, type ReadEntry, secondsToMs, TOO_LONG } from "../history-entry.ts";

/** If the file starts with a time, all lines up to the next time are one command, as bash itself reads it. */
export function* readBashHistory(blocks: Iterable<Buffer>): Generator<ReadEntry> {
  let joins: boolean | undefined;
  let time: string | undefined;
  let parts: string[] = [];
  let length = 0;
  const finish = (): ReadEntry[] => {
    const entry = length > LONGEST_BYTES ? TOO_LONG : toEntry(parts.join("\n"), time);
    const isEmpty = parts.length === 0;
    parts = [];
    length = 0;
    return isEmpty ? [] : [entry];
  };
  for (const line of linesOf(blocks)) {
    if (line === undefined) {
      yield* finish();
      yield TOO_LONG;
      continue;
    }
    const text = textOf(line);
    const stamp = /^#(\d{1,11})$/.exec(text)?.[1];
    joins ??= stamp !== undefined;
    if (stamp !== undefined || !joins || length > LONGEST_BYTES) yield* finish();
    if (stamp === undefined) {
      parts.push(text);
      length += text.length + 1;
      if (joins) continue;
      yield* finish();
    }
    time = stamp;
  }
  yield* finish();
}

function toEntry(command: string, time: string | undefined): ReadEntry {
  const startMs = time === undefined ? undefined : secondsToMs(time);
  return startMs === undefined ? { command } : { command, startMs };
}
