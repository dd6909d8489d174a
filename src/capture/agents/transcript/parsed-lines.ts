/** Reads a transcript as parsed lines with their positions; a line that cannot be read has a reason instead. */
import type { Span } from "../../../core/session/session.ts";
import { type Fields, isFields } from "../json-fields.ts";
import { compressedLines } from "./compressed.ts";
import { messagesIn } from "./json-document.ts";
import { linesIn, type RawLine } from "./line-cutter.ts";

/** One line, or one row of a database. */
export type ParsedLine = { readonly span: Span; readonly id?: string } & (
  | { readonly line: Fields }
  | { readonly skipped: string }
);

export function* parsedLines(file: string, from: number): Generator<ParsedLine> {
  const cut = file.endsWith(".json") ? messagesIn : linesIn;
  for (const line of cut(file, from)) yield* parsedLine(line);
}

/** The same for a compressed file. */
export async function* parsedCompressedLines(file: string, from: number): AsyncGenerator<ParsedLine> {
  for await (const line of compressedLines(file, from)) yield* parsedLine(line);
}

function parsedLine({ span, bytes, isEnded }: RawLine): ParsedLine[] {
  const parsed = parse(bytes);
  // A line that is still being written is read by the next import.
  const isOpen = !isEnded && "skipped" in parsed;
  return isOpen || parsed === BLANK ? [] : [{ span, ...parsed }];
}

const BLANK = { skipped: "blank" };

function parse(bytes: Buffer | undefined): { line: Fields } | { skipped: string } {
  if (bytes === undefined) return { skipped: "line longer than 4 MB" };
  if (bytes.length < 2 && bytes.toString().trim() === "") return BLANK;
  if (isTooDeep(bytes)) return { skipped: "nested too deep" };
  try {
    // Bytes that are not UTF-8 decode as U+FFFD.
    const line: unknown = JSON.parse(bytes.toString("utf8"));
    return isFields(line) ? { line } : { skipped: "not an object" };
  } catch {
    // The line is skipped and counted; the next one may be fine.
    return { skipped: "not JSON" };
  }
}

/** True for JSON nested deeper than any agent writes: parsing it would take seconds and hundreds of megabytes. */
function isTooDeep(bytes: Buffer): boolean {
  if (bytes.length < DEEPEST * 2) return false;
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === QUOTE) {
      at = stringEnd(bytes, at);
      if (at < 0) return false;
    } else if (byte === 0x7b || byte === 0x5b) {
      depth += 1;
      if (depth > DEEPEST) return true;
    } else if (byte === 0x7d || byte === 0x5d) depth -= 1;
  }
  return false;
}

const DEEPEST = 2000;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The quote that closes a string: one with an even number of backslashes before it. */
function stringEnd(bytes: Buffer, open: number): number {
  for (let end = bytes.indexOf(QUOTE, open + 1); end >= 0; end = bytes.indexOf(QUOTE, end + 1)) {
    let slashes = 0;
    while (bytes[end - 1 - slashes] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return -1;
}
