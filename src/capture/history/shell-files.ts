/** Reads the history files of bash, zsh, fish and PowerShell. */
import { decodedBytes } from "../../core/event/admit.ts";
import { cutLines } from "../growing-file.ts";
import type { ReadEntry } from "./sources.ts";

/**
 * One command a line, after a line `#1700000000` if times are recorded. If the file starts with a time, all lines up to
 * the next time are one command, as bash itself reads it.
 */
export function* readBashHistory(blocks: Iterable<Buffer>): Generator<ReadEntry> {
  let joins: boolean | undefined;
  let time: string | undefined;
  let parts: string[] = [];
  let length = 0;
  const finish = (): ReadEntry[] => {
    const entry = length > LONGEST_BYTES ? TOO_LONG : entryAt(parts.join("\n"), time);
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
    const text = decodedBytes(line);
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

/** Plain (`git push`) or extended (`: 1700000000:5;git push`); a backslash before a newline inside a command. */
export function* readZshHistory(blocks: Iterable<Buffer>): Generator<ReadEntry> {
  for (const text of joinedLines(blocks, { mark: "\\", decode: (line) => decodedBytes(unmetafied(line)) })) {
    if (text === undefined) {
      yield TOO_LONG;
      continue;
    }
    const [head = "", start = "", seconds = ""] = /^: {0,10}(\d{1,11}):(\d{1,9});/.exec(text) ?? [];
    // zsh puts a space after a command that ends in a backslash, so that the next line is not read as its continuation.
    const command = text.slice(head.length).replace(/\\ $/, "\\");
    // Several settings of zsh write 0 for every command, so 0 means unknown.
    const durationMs = Number(seconds) * 1000 || undefined;
    yield { ...entryAt(command, start), ...(durationMs === undefined ? {} : { durationMs }) };
  }
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

const META = 0x83;

/** Looks like YAML but is not: `- cmd:`, `when:`, and paths, which are skipped. */
export function* readFishHistory(blocks: Iterable<Buffer>): Generator<ReadEntry> {
  let command: string | undefined;
  let time: string | undefined;
  const finish = (): ReadEntry[] => {
    const entry = command === undefined ? [] : [entryAt(command, time)];
    command = undefined;
    time = undefined;
    return entry;
  };
  for (const line of linesOf(blocks)) {
    if (line === undefined) {
      yield* finish();
      yield TOO_LONG;
      continue;
    }
    const text = decodedBytes(line);
    if (text.startsWith("- cmd:")) {
      yield* finish();
      command = unescaped(text.slice("- cmd:".length).replace(/^ /, ""));
    } else if (command !== undefined) {
      time = /^ {2}when: (\d{1,11})$/.exec(text)?.[1] ?? time;
    } else if (text.trim() !== "") {
      yield { skipped: "not an entry" };
    }
  }
  yield* finish();
}

function unescaped(text: string): string {
  return text.replace(/\\([\\n])/g, (_pair, char) => (char === "n" ? "\n" : "\\"));
}

/** The file of PSReadLine: one command a line, a backtick before a continuation line, no times. */
export function* readPowershellHistory(blocks: Iterable<Buffer>): Generator<ReadEntry> {
  const decode = (line: Buffer): string => decodedBytes(line).replace(/^\ufeff/, "");
  for (const command of joinedLines(blocks, { mark: "`", decode }))
    yield command === undefined ? TOO_LONG : { command };
}

const LONGEST_BYTES = 1 << 20;
export const TOO_LONG = { skipped: "longer than 1 MB" } as const;

type Continuation = { readonly mark: string; readonly decode: (line: Buffer) => string };

/** Joins each line that ends with the mark to the next one; undefined for a command over the limit. */
function* joinedLines(blocks: Iterable<Buffer>, { mark, decode }: Continuation): Generator<string | undefined> {
  let parts: string[] = [];
  let bytes = 0;
  for (const line of linesOf(blocks)) {
    const text = line === undefined ? "" : decode(line);
    const continues = text.endsWith(mark);
    parts.push(continues ? text.slice(0, -1) : text);
    bytes += line?.length ?? LONGEST_BYTES + 1;
    if (continues && bytes <= LONGEST_BYTES) continue;
    yield bytes > LONGEST_BYTES ? undefined : parts.join("\n");
    parts = [];
    bytes = 0;
  }
  if (parts.length > 0) yield parts.join("\n");
}

/** The lines without their ends; undefined for a line over the limit. */
export function* linesOf(blocks: Iterable<Buffer>): Generator<Buffer | undefined> {
  for (const { bytes } of cutLines(blocks, 0, LONGEST_BYTES))
    yield bytes?.at(-1) === CR ? bytes.subarray(0, -1) : bytes;
}

const CR = 0x0d;

/** Without a time if it is zero or impossible. */
function entryAt(command: string, unixSeconds: string | undefined): { command: string; startMs?: number } {
  const seconds = Number(unixSeconds);
  return seconds > 0 && seconds < 1e11 ? { command, startMs: seconds * 1000 } : { command };
}
