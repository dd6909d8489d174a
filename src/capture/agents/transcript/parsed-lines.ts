/** Reads a transcript as parsed lines with their positions; a line that cannot be read has a reason instead. */

import { isFields, type JsonFields } from "../../../agents/format/json-fields.ts";
import type { SourceSpan } from "../../../core/session/session.ts";
import { byteCollector, cutLines, type RawLine, readChunks, sizeOf } from "../../growing-file.ts";
import { compressedLines, LONGEST_LINE_BYTES } from "./compressed.ts";

/** One line, or one row of a database. */
export type TranscriptLine = { readonly span: SourceSpan; readonly id?: string } & (
  | { readonly line: JsonFields }
  | { readonly skipped: string }
);

export function* parsedLines(file: string, from: number): Generator<TranscriptLine> {
  const blocks = readChunks(file, from, sizeOf(file));
  const cut = file.endsWith(".json") ? cutMessages : cutLines;
  for (const line of cut(blocks, from, LONGEST_LINE_BYTES)) yield* parsedLine(line);
}

/** The same for a compressed file. */
export async function* parsedCompressedLines(file: string, from: number): AsyncGenerator<TranscriptLine> {
  for await (const line of compressedLines(file, from)) yield* parsedLine(line);
}

function parsedLine({ span, bytes, isEnded }: RawLine): TranscriptLine[] {
  const parsed = parse(bytes);
  // A line that is still being written is read by the next import.
  const isOpen = !isEnded && "skipped" in parsed;
  return isOpen || parsed === BLANK ? [] : [{ span, ...parsed }];
}

const BLANK = { skipped: "blank" };

function parse(bytes: Buffer | undefined): { line: JsonFields } | { skipped: string } {
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
    } else if (byte === OPEN || byte === LIST) {
      depth += 1;
      if (depth > DEEPEST) return true;
    } else if (byte === CLOSE || byte === LIST_END) depth -= 1;
  }
  return false;
}

const DEEPEST = 2000;
const [QUOTE = 0, BACKSLASH, OPEN, CLOSE, LIST, LIST_END] = Buffer.from('"\\{}[]');

/** The quote that closes a string: one with an even number of backslashes before it. */
function stringEnd(bytes: Buffer, open: number): number {
  for (let end = bytes.indexOf(QUOTE, open + 1); end >= 0; end = bytes.indexOf(QUOTE, end + 1)) {
    let slashes = 0;
    while (bytes[end - 1 - slashes] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return -1;
}

const LIST_DEPTH = 2;
const HEADER_BYTES = 1 << 16;

/**
 * Cuts a transcript that is one JSON document into its messages, as if each were a line:
 * `{"sessionId": …, "messages": [{…}, {…}]}` gives first the fields that name the session, then each object of the list.
 * Reading can continue at the start or the end of any message.
 */
function* cutMessages(blocks: Iterable<Buffer>, start: number, longestBytes: number): Generator<RawLine> {
  const message = byteCollector(longestBytes);
  let at = start;
  let depth = start === 0 ? 0 : LIST_DEPTH;
  let [inText, isEscaped] = [false, false];
  let header = "";
  let isHeaderDone = start > 0;
  let from: number | undefined;
  for (const block of blocks) {
    let partStart = 0;
    for (let i = 0; i < block.length; i++) {
      const byte = block[i];
      if (inText) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) inText = false;
      } else if (byte === QUOTE) inText = true;
      else if (byte === OPEN || byte === LIST) {
        if (byte === OPEN && depth === LIST_DEPTH) {
          if (!isHeaderDone) yield headerOf(header + block.toString("utf8", 0, i), at + i);
          isHeaderDone = true;
          from = at + i;
          partStart = i;
        }
        depth += 1;
      } else if (byte === CLOSE || byte === LIST_END) {
        depth -= 1;
        if (byte === CLOSE && depth === LIST_DEPTH && from !== undefined) {
          const bytes = message.take(block.subarray(partStart, i + 1));
          yield { span: { from, to: at + i + 1 }, bytes, isEnded: true };
          from = undefined;
        }
      }
    }
    if (from !== undefined) message.keep(block.subarray(partStart));
    else if (!isHeaderDone && header.length < HEADER_BYTES) header += block.toString("utf8");
    at += block.length;
  }
}

/** The text before the list is not a complete document, so the fields that name the session are found by pattern. */
function headerOf(text: string, to: number): RawLine {
  const fields = ["sessionId", "projectHash", "startTime", "kind"].flatMap((key) => {
    const value = new RegExp(`"${key}"\\s*:\\s*"([^"\\\\]{1,200})"`).exec(text)?.[1];
    return value === undefined ? [] : [[key, value] as const];
  });
  return { span: { from: 0, to }, bytes: Buffer.from(JSON.stringify(Object.fromEntries(fields))), isEnded: true };
}
