/** Transcripts that their agent has compressed (`.jsonl.zst`): read as a stream, so that neither file nor line is held whole. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import * as zlib from "node:zlib";
import { OldhandError } from "../../core/base/error.ts";
import { SEAM_BYTES, sizeOf } from "../growing-file.ts";
import { lineCutter, type Piece } from "./pieces.ts";

/** The lines from a place of the unpacked text on. */
export async function* packedLines(file: string, from: number, means: Unpacking = zlib): AsyncGenerator<Piece> {
  const lines = lineCutter(from);
  let at = 0;
  for await (const block of blocksOf(file, means)) {
    const behind = Math.max(0, from - at);
    at += block.length;
    if (behind < block.length) yield* lines.in(block.subarray(behind));
  }
  yield* lines.rest();
}

/** What `seamAt` gives for the unpacked text; undefined where that is shorter. */
export async function packedSeam(file: string, bytes: number): Promise<string | undefined> {
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

export function isPacked(file: string): boolean {
  return file.endsWith(ENDING);
}

/** The name that the file had before it was compressed. */
export function unpackedName(file: string): string {
  return isPacked(file) ? file.slice(0, -ENDING.length) : file;
}

const ENDING = ".zst";

/** Absent before Node 22.15. */
type Unpacking = Partial<Pick<typeof zlib, "createZstdDecompress">>;

async function* blocksOf(file: string, { createZstdDecompress }: Unpacking): AsyncGenerator<Buffer> {
  if (createZstdDecompress === undefined) {
    throw new OldhandError(
      "unreadable",
      `${file} is compressed, and this Node (${process.version}) cannot unpack it. Use Node 22.15 or later.`,
    );
  }
  const size = sizeOf(file);
  // Node stops at the end of a frame, and another may follow.
  for (let at = 0; at < size; ) {
    const frame = createZstdDecompress();
    const source = createReadStream(file, { start: at });
    source.on("error", (error) => frame.destroy(error));
    try {
      for await (const block of source.pipe(frame)) yield block;
    } catch (error) {
      if (!isOfZlib(error)) throw error;
      const why = `${file} cannot be unpacked: it is damaged or was cut off.`;
      throw new OldhandError("unreadable", why, { cause: error });
    } finally {
      source.destroy();
    }
    if (frame.bytesWritten === 0) return;
    at += frame.bytesWritten;
  }
}

/** What the file system says of a file is told as it is of any other. */
function isOfZlib(error: unknown): boolean {
  return error instanceof Error && "errno" in error && /^Z/.test(String((error as { code?: unknown }).code));
}
