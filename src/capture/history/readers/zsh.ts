/** Reads the history file of zsh, plain (`git push`) and extended (`: 1700000000:5;git push`), line by line. */
import { textOf } from "../../../core/event/admit.ts";
import { type Entry, LONGEST_BYTES, secondsToMs, TOO_LONG } from "../history-entry.ts";
import { linesOf } from "../lines.ts";

/** A newline inside a command is written as a backslash and a newline. */
export function* readZshHistory(chunks: Iterable<Buffer>): Generator<Entry> {
  let parts: Buffer[] = [];
  let bytes = 0;
  for (const line of linesOf(chunks)) {
    const goesOn = line?.at(-1) === BACKSLASH;
    if (line !== undefined) parts.push(goesOn ? line.subarray(0, -1) : line);
    bytes += line === undefined ? LONGEST_BYTES + 1 : line.length;
    if (goesOn && bytes <= LONGEST_BYTES) continue;
    yield bytes > LONGEST_BYTES ? TOO_LONG : toEntry(parts);
    parts = [];
    bytes = 0;
  }
  if (parts.length > 0) yield toEntry(parts);
}

const BACKSLASH = 0x5c;
const META = 0x83;

function toEntry(parts: readonly Buffer[]): Entry {
  const text = parts.map((part) => textOf(unmetafied(part))).join("\n");
  const [head = "", start = "", seconds = ""] = /^: {0,10}(\d{1,11}):(\d{1,9});/.exec(text) ?? [];
  // zsh puts a space after a command that ends in a backslash, so that it is not read as going on.
  const command = text.slice(head.length).replace(/\\ $/, "\\");
  const startMs = secondsToMs(start);
  // Several of its settings write 0 for every command: that says nothing.
  const durationMs = Number(seconds) * 1000 || undefined;
  return {
    command,
    ...(startMs === undefined ? {} : { startMs }),
    ...(durationMs === undefined ? {} : { durationMs }),
  };
}

/** zsh marks bytes that it uses for itself with 0x83 and flips one bit of the byte that follows. */
function unmetafied(line: Buffer): Buffer {
  if (!line.includes(META)) return line;
  const out = Buffer.alloc(line.length);
  let length = 0;
  for (let at = 0; at < line.length; at++) {
    const isMarked = line[at] === META && at + 1 < line.length;
    if (isMarked) at++;
    out[length++] = isMarked ? line[at]! ^ 0x20 : line[at]!;
  }
  return out.subarray(0, length);
}
