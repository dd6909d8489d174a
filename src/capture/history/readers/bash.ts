/** Reads the history file of bash: a command a line, with `#1700000000` before it where the user had times kept. */
import { textOf } from "../../../core/event/admit.ts";
import { type Entry, LONGEST_BYTES, secondsToMs, TOO_LONG } from "../history-entry.ts";
import { linesOf } from "../lines.ts";

/** In a file that starts with a time, as in bash, all lines up to the next time are one command. */
export function* readBashHistory(chunks: Iterable<Buffer>): Generator<Entry> {
  let joins: boolean | undefined;
  let time: string | undefined;
  let parts: string[] = [];
  let length = 0;
  const finish = (): Entry[] => {
    const entry = length > LONGEST_BYTES ? TOO_LONG : toEntry(parts.join("\n"), time);
    const isEmpty = parts.length === 0;
    parts = [];
    length = 0;
    return isEmpty ? [] : [entry];
  };
  for (const line of linesOf(chunks)) {
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

function toEntry(command: string, time: string | undefined): Entry {
  const startMs = time === undefined ? undefined : secondsToMs(time);
  return startMs === undefined ? { command } : { command, startMs };
}
