/** A file that others append to: read in pieces up to the size it had at first, and known again by what stood before a place. */
import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";

const CHUNK_BYTES = 1 << 18;
export const SEAM_BYTES = 4096;

/** Read to the size that it had at first, however much is appended meanwhile. */
export function* chunksOf(file: string, from: number, until: number): Generator<Buffer> {
  const descriptor = openSync(file, "r");
  try {
    for (let at = from; at < until; ) {
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, until - at));
      const length = readSync(descriptor, chunk, 0, chunk.length, at);
      if (length === 0) return;
      yield chunk.subarray(0, length);
      at += length;
    }
  } finally {
    closeSync(descriptor);
  }
}

/** While it is the same, the file has only grown. */
export function seamAt(file: string, bytes: number): string {
  const hash = createHash("sha256");
  for (const chunk of chunksOf(file, Math.max(0, bytes - SEAM_BYTES), bytes)) hash.update(chunk);
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
