/** Reads what PSReadLine keeps of PowerShell: a command a line, a backtick where it goes on in the next; no times. */
import { textOf } from "../../../core/event/admit.ts";
import { type Entry, LONGEST_BYTES, TOO_LONG } from "../history-entry.ts";
import { linesOf } from "../lines.ts";

export function* readPowershellHistory(chunks: Iterable<Buffer>): Generator<Entry> {
  let parts: string[] = [];
  let length = 0;
  for (const line of linesOf(chunks)) {
    const text = line === undefined ? "" : textOf(line).replace(/^\ufeff/, "");
    const goesOn = text.endsWith("`");
    parts.push(goesOn ? text.slice(0, -1) : text);
    length += line === undefined ? LONGEST_BYTES + 1 : text.length + 1;
    if (goesOn && length <= LONGEST_BYTES) continue;
    yield length > LONGEST_BYTES ? TOO_LONG : { command: parts.join("\n") };
    parts = [];
    length = 0;
  }
  if (parts.length > 0) yield { command: parts.join("\n") };
}
