/** Cuts a file into lines with their positions, reading in blocks; a line over the limit is never entirely in memory. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { Span } from "../../../core/session/session.ts";

/** The bytes of a line are valid until the next line is read; undefined for a line over the limit. */
export type RawLine = { readonly span: Span; readonly bytes: Buffer | undefined; readonly isEnded: boolean };

export const LONGEST_LINE_BYTES = 1 << 22;
const BLOCK_BYTES = 1 << 20;

/** Reads up to the size at the start, whatever is appended meanwhile. */
export function* linesIn(file: string, from: number): Generator<RawLine> {
  const descriptor = openSync(file, "r");
  try {
    const until = fstatSync(descriptor).size;
    const block = Buffer.allocUnsafe(Math.min(BLOCK_BYTES, Math.max(1, until - from)));
    const lines = lineCutter(from);
    for (let at = from; at < until; ) {
      const length = readSync(descriptor, block, 0, Math.min(block.length, until - at), at);
      if (length === 0) break;
      yield* lines.in(block.subarray(0, length));
      at += length;
    }
    yield* lines.rest();
  } finally {
    closeSync(descriptor);
  }
}

export type LineCutter = {
  /** The lines that end in this block; blocks are passed in order. */
  readonly in: (block: Buffer) => Generator<RawLine>;
  /** What is after the last line end. */
  readonly rest: () => RawLine[];
};

export function lineCutter(from: number): LineCutter {
  const carry = carried();
  let at = from;
  let lineFrom = from;
  return {
    *in(block) {
      let start = 0;
      for (let end = block.indexOf(LF); end >= 0; end = block.indexOf(LF, start)) {
        const span = { from: lineFrom, to: at + end + 1 };
        yield { span, bytes: carry.take(block.subarray(start, end)), isEnded: true };
        start = end + 1;
        lineFrom = span.to;
      }
      carry.keep(block.subarray(start));
      at += block.length;
    },
    rest: () =>
      lineFrom < at ? [{ span: { from: lineFrom, to: at }, bytes: carry.take(NOTHING), isEnded: false }] : [],
  };
}

const LF = 0x0a;
const NOTHING = Buffer.alloc(0);

/** The beginning of a line that ends in a later block; of a line over the limit only the length is kept. */
function carried(): { keep(part: Buffer): void; take(last: Buffer): Buffer | undefined } {
  let parts: Buffer[] = [];
  let length = 0;
  return {
    keep: (part) => {
      length += part.length;
      if (length <= LONGEST_LINE_BYTES) parts.push(Buffer.from(part));
      else parts = [];
    },
    take: (last) => {
      const total = length + last.length;
      const line = total > LONGEST_LINE_BYTES ? undefined : length === 0 ? last : Buffer.concat([...parts, last]);
      parts = [];
      length = 0;
      return line;
    },
  };
}
