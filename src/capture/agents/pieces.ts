/** Cuts a file into lines with their places, read in blocks; a line that is too long or too deep is never held or parsed. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { Span } from "../../core/session/session.ts";

/** The bytes of a line hold until the next is asked for. */
export type Piece = { readonly span: Span; readonly bytes: Buffer | undefined; readonly isEnded: boolean };

export const LONGEST_LINE_BYTES = 1 << 22;
const BLOCK_BYTES = 1 << 20;

/** Read to the size that it has at first, however much is appended meanwhile. */
export function* linesIn(file: string, from: number): Generator<Piece> {
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

type LineCutter = {
  /** The lines that end in a block, which follows the one before. */
  readonly in: (block: Buffer) => Generator<Piece>;
  /** What stands behind the last line. */
  readonly rest: () => Piece[];
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

/** The beginning of a line whose end is in a later block; of one that is too long nothing is kept but its length. */
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

/** True for JSON nested deeper than any agent writes: parsing it would cost seconds and hundreds of megabytes. */
export function isTooDeep(bytes: Buffer): boolean {
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
