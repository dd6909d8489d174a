/** Reads a file that others append to: in blocks, up to a size, and with a hash that shows whether it has only grown. */
import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";

const BLOCK_BYTES = 1 << 18;
export const SEAM_BYTES = 4096;

/** Stops at `until`, whatever is appended meanwhile. */
export function* blocksOf(file: string, from: number, until: number): Generator<Buffer> {
  const descriptor = openSync(file, "r");
  try {
    for (let at = from; at < until; ) {
      const block = Buffer.allocUnsafe(Math.min(BLOCK_BYTES, until - at));
      const length = readSync(descriptor, block, 0, block.length, at);
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
  for (const block of blocksOf(file, Math.max(0, bytes - SEAM_BYTES), bytes)) hash.update(block);
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
