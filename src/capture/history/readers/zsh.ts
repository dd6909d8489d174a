/** Reads the history file of zsh, plain (`git push`) and extended (`: 1700000000:5;git push`), line by line. */
import { textOf } from "../../../core/event/admit.ts";
import { LONGEST_BYTES, linesOf, type ReadEntry, secondsToMs, TOO_LONG } from "../history-entry.ts";

/** A newline inside a command is written as a backslash and a newline. */
export function* readZshHistory(blocks: Iterable<Buffer>): Generator<ReadEntry> {
  let parts: Buffer[] = [];
  let bytes = 0;
  for (const line of linesOf(blocks)) {
    const continues = line?.at(-1) === BACKSLASH;
    if (line !== undefined) parts.push(continues ? line.subarray(0, -1) : line);
    bytes += line === undefined ? LONGEST_BYTES + 1 : line.length;
    if (continues && bytes <= LONGEST_BYTES) continue;
    yield bytes > LONGEST_BYTES ? TOO_LONG : toEntry(parts);
    parts = [];
    bytes = 0;
  }
  if (parts.length > 0) yield toEntry(parts);
}

const BACKSLASH = 0x5c;
const META = 0x83;

function toEntry(parts: readonly Buffer[]): ReadEntry {
  const text = parts.map((part) => textOf(unmetafied(part))).join("\n");
  const [head = "", start = "", seconds = ""] = /^: {0,10}(\d{1,11}):(\d{1,9});/.exec(text) ?? [];
  // zsh puts a space after a command that ends in a backslash, so that the next line is not read as its continuation.
  const command = text.slice(head.length).replace(/\\ $/, "\\");
  const startMs = secondsToMs(start);
  // Several settings of zsh write 0 for every command, so 0 means unknown.
  const durationMs = Number(seconds) * 1000 || undefined;
  return {
    command,
    ...(startMs === undefined ? {} : { startMs }),
    ...(durationMs === undefined ? {} : { durationMs }),
  };
}

/** zsh writes its own special bytes as 0x83 followed by the byte with one bit flipped. */
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
