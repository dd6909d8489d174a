/** Reads a file that others append to: in blocks or lines, up to a size, and with a hash that shows whether it has only grown. */
import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { SourceSpan } from "../core/session/session.ts";

const BLOCK_BYTES = 1 << 20;
export const SEAM_BYTES = 4096;

/** Stops at `until`, whatever is appended meanwhile. A block is valid until the next one is read. */
export function* readChunks(file: string, from: number, until: number): Generator<Buffer> {
  const descriptor = openSync(file, "r");
  try {
    const block = Buffer.allocUnsafe(Math.min(BLOCK_BYTES, Math.max(0, until - from)));
    for (let at = from; at < until; ) {
      const length = readSync(descriptor, block, 0, Math.min(block.length, until - at), at);
      if (length === 0) return;
      yield block.subarray(0, length);
      at += length;
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Hash of the content just before a position: while it is the same, the file has only grown. */
export function seamAt(file: string, bytes: number): string {
  const hash = createHash("sha256");
  for (const block of readChunks(file, Math.max(0, bytes - SEAM_BYTES), bytes)) hash.update(block);
  return hash.digest("base64url");
}

export function sizeOf(file: string): number {
  const descriptor = openSync(file, "r");
  try {
    return fstatSync(descriptor).size;
  } finally {
    closeSync(descriptor);
  }
}

/** The bytes of a line are valid until the next line is read; undefined for a line over the limit. */
export type RawLine = { readonly span: SourceSpan; readonly bytes: Buffer | undefined; readonly isEnded: boolean };

/** Cuts blocks into lines with their positions, of which the first is `from`. */
export function* cutLines(blocks: Iterable<Buffer>, from: number, longestBytes: number): Generator<RawLine> {
  const lines = lineCutter(from, longestBytes);
  for (const block of blocks) yield* lines.in(block);
  yield* lines.rest();
}

export function lineCutter(from: number, longestBytes: number) {
  const carry = byteCollector(longestBytes);
  let at = from;
  let lineFrom = from;
  return {
    /** The lines that end in this block; blocks are passed in order. */
    *in(block: Buffer): Generator<RawLine> {
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
    /** What is after the last line end. */
    rest: (): RawLine[] =>
      lineFrom < at ? [{ span: { from: lineFrom, to: at }, bytes: carry.take(NOTHING), isEnded: false }] : [],
  };
}

const LF = 0x0a;
const NOTHING = Buffer.alloc(0);

/** Collects a piece of a file that spans blocks; of a piece over the limit only the length is kept. */
export function byteCollector(longestBytes: number) {
  let parts: Buffer[] = [];
  let length = 0;
  return {
    keep: (part: Buffer): void => {
      length += part.length;
      if (length <= longestBytes) parts.push(Buffer.from(part));
      else parts = [];
    },
    /** Everything since the last call, with this last part; undefined if it is over the limit. */
    take: (last: Buffer): Buffer | undefined => {
      const total = length + last.length;
      const bytes = total > longestBytes ? undefined : length === 0 ? last : Buffer.concat([...parts, last]);
      parts = [];
      length = 0;
      return bytes;
    },
  };
}
