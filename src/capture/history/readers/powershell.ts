/** Reads the PSReadLine history of PowerShell: one command a line, a backtick before a continuation line, no times. */
import { textOf } from "../../../core/event/admit.ts";
import { LONGEST_BYTES, linesOf, type ReadEntry, TOO_LONG } from "../history-entry.ts";

export function* readPowershellHistory(blocks: Iterable<Buffer>): Generator<ReadEntry> {
  let parts: string[] = [];
  let length = 0;
  for (const line of linesOf(blocks)) {
    const text = line === undefined ? "" : textOf(line).replace(/^\ufeff/, "");
    const continues = text.endsWith("`");
    parts.push(continues ? text.slice(0, -1) : text);
    length += line === undefined ? LONGEST_BYTES + 1 : text.length + 1;
    if (continues && length <= LONGEST_BYTES) continue;
    yield length > LONGEST_BYTES ? TOO_LONG : { command: parts.join("\n") };
    parts = [];
    length = 0;
  }
  if (parts.length > 0) yield { command: parts.join("\n") };
}
