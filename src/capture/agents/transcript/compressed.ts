/** Reads transcripts that their agent has compressed (`.jsonl.zst`) as a stream, so that a large file never fills the memory. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import * as zlib from "node:zlib";
import { OldhandError } from "../../../core/base/error.ts";
import { lineCutter, type RawLine, SEAM_BYTES, sizeOf } from "../../growing-file.ts";

export const LONGEST_LINE_BYTES = 1 << 22;

/** The lines from a position of the uncompressed text on. */
export async function* compressedLines(file: string, from: number, codec: Codec = zlib): AsyncGenerator<RawLine> {
  const lines = lineCutter(from, LONGEST_LINE_BYTES);
  let at = 0;
  for await (const block of blocksOf(file, codec)) {
    const skipped = Math.max(0, from - at);
    at += block.length;
    if (skipped < block.length) yield* lines.in(block.subarray(skipped));
  }
  yield* lines.rest();
}

/** `seamAt` of the uncompressed text; undefined if that is shorter. */
export async function compressedSeam(file: string, bytes: number): Promise<string | undefined> {
  const hash = createHash("sha256");
  const start = Math.max(0, bytes - SEAM_BYTES);
  let at = 0;
  for await (const block of blocksOf(file, zlib)) {
    hash.update(block.subarray(Math.max(0, start - at), Math.max(0, bytes - at)));
    at += block.length;
    if (at >= bytes) break;
  }
  return at < bytes ? undefined : hash.digest("base64url");
}

export function isCompressed(file: string): boolean {
  return file.endsWith(EXTENSION);
}

/** The name that the file had before it was compressed. */
export function uncompressedName(file: string): string {
  return isCompressed(file) ? file.slice(0, -EXTENSION.length) : file;
}

const EXTENSION = ".zst";

/** Absent before Node 22.15. */
type Codec = Partial<Pick<typeof zlib, "createZstdDecompress">>;

async function* blocksOf(file: string, { createZstdDecompress }: Codec): AsyncGenerator<Buffer> {
  if (createZstdDecompress === undefined) {
    throw new OldhandError(
      "unreadable",
      `${file} is compressed, and this Node (${process.version}) cannot decompress it. Use Node 22.15 or later.`,
    );
  }
  const size = sizeOf(file);
  // Node stops at the end of a frame, but another frame may follow.
  for (let at = 0; at < size; ) {
    const frame = createZstdDecompress();
    const source = createReadStream(file, { start: at });
    source.on("error", (error) => frame.destroy(error));
    try {
      for await (const block of source.pipe(frame)) yield block;
    } catch (error) {
      if (!isZlibError(error)) throw error;
      const why = `${file} cannot be decompressed: it is damaged or incomplete.`;
      throw new OldhandError("unreadable", why, { cause: error });
    } finally {
      source.destroy();
    }
    if (frame.bytesWritten === 0) return;
    at += frame.bytesWritten;
  }
}

/** Errors of the file system are passed on as they are. */
function isZlibError(error: unknown): boolean {
  return error instanceof Error && "errno" in error && /^Z/.test(String((error as { code?: unknown }).code));
}
