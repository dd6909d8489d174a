/** Cuts a transcript that is one JSON document into its messages, as if each were a line, without reading all of it into memory. */
import { blocksOf, sizeOf } from "../../growing-file.ts";
import { LONGEST_LINE_BYTES, type RawLine } from "./line-cutter.ts";

/**
 * `{"sessionId": …, "messages": [{…}, {…}]}`: first the fields that name the session, then each object of the list.
 * Reading can continue at the start or the end of any message.
 */
export function* messagesIn(file: string, from: number): Generator<RawLine> {
  const cutter = messageCutter(from === 0 ? 0 : LIST_DEPTH);
  let at = from;
  for (const block of blocksOf(file, from, sizeOf(file))) {
    yield* cutter(block, at);
    at += block.length;
  }
}

const LIST_DEPTH = 2;
const HEADER_BYTES = 1 << 16;
const [QUOTE, BACKSLASH, OPEN, CLOSE, LIST, LIST_END] = [...'"\\{}[]'].map((char) => char.charCodeAt(0));

function messageCutter(startDepth: number): (block: Buffer, at: number) => Generator<RawLine> {
  let depth = startDepth;
  let [inText, isEscaped] = [false, false];
  let header = "";
  let isHeaderDone = startDepth > 0;
  let from: number | undefined;
  let parts: Buffer[] = [];
  let bytes = 0;
  const keep = (part: Buffer): void => {
    bytes += part.length;
    if (bytes <= LONGEST_LINE_BYTES) parts.push(Buffer.from(part));
    else parts = [];
  };
  return function* (block, at) {
    let start = 0;
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
          start = i;
        }
        depth += 1;
      } else if (byte === CLOSE || byte === LIST_END) {
        depth -= 1;
        if (byte === CLOSE && depth === LIST_DEPTH && from !== undefined) {
          keep(block.subarray(start, i + 1));
          const message = bytes > LONGEST_LINE_BYTES ? undefined : Buffer.concat(parts);
          yield { span: { from, to: at + i + 1 }, bytes: message, isEnded: true };
          [from, parts, bytes] = [undefined, [], 0];
        }
      }
    }
    if (from !== undefined) keep(block.subarray(start));
    else if (!isHeaderDone && header.length < HEADER_BYTES) header += block.toString("utf8");
  };
}

/** The text before the list is not a complete document, so the fields that name the session are found by pattern. */
function headerOf(text: string, to: number): RawLine {
  const fields = ["sessionId", "projectHash", "startTime", "kind"].flatMap((key) => {
    const value = new RegExp(`"${key}"\\s*:\\s*"([^"\\\\]{1,200})"`).exec(text)?.[1];
    return value === undefined ? [] : [[key, value] as const];
  });
  return { span: { from: 0, to }, bytes: Buffer.from(JSON.stringify(Object.fromEntries(fields))), isEnded: true };
}
