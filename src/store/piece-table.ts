/** Reads the table of word-piece vectors that is shipped with the program: a few pieces from disk, or all of it for many texts. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Config } from "../core/base/config.ts";
import { MINILM, type PieceTable, type StaticEmbedder, staticEmbedder } from "../core/search/static-embedder.ts";
import type { VectorOf } from "../core/statement/says-the-same.ts";

/**
 * Little endian: a header, the hashes of the pieces in ascending order, a scale for each, and their vectors in bytes. Then, if
 * there is more, the way to the vectors of the model: its dimensions, and for each of them an offset, a scale, and a row of bytes.
 */
export const MAGIC = 0x5448444f;
const HEADER_WORDS = 4;
/** From so many pieces on, reading everything is faster than reading one by one. */
const FEW = 400;

/** Shipped beside the program. */
const SHIPPED = new URL("../../data/word-pieces.bin", import.meta.url);

let shipped: { readonly embedder?: StaticEmbedder } | undefined;

/** For comparing what a person said; undefined if the settings compare words alone, or if there is no table. */
export function staticMeaning(config: Config): VectorOf | undefined {
  return shippedEmbedder(config)?.embedOne;
}

/** Undefined if the settings compare words alone, or if there is no table. Opened once. */
export function shippedEmbedder(config: Pick<Config, "recall.embedder">): StaticEmbedder | undefined {
  if (config["recall.embedder"] === "none") return undefined;
  if (shipped === undefined) {
    const table = shippedTable();
    shipped = table === undefined ? {} : { embedder: staticEmbedder(table) };
  }
  return shipped.embedder;
}

let kept: { readonly table: PieceTable | undefined } | undefined;

/** The shipped table, opened once: a server asks it at every prompt. */
export function shippedTable(): PieceTable | undefined {
  kept ??= { table: openPieceTable() };
  return kept.table;
}

/** Undefined if the file is missing or not a table: then words alone are searched. */
export function openPieceTable(path = fileURLToPath(SHIPPED)): PieceTable | undefined {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch {
    return undefined; // an installation without the table
  }
  try {
    return tableIn(path, file);
  } finally {
    closeSync(file);
  }
}

function tableIn(path: string, file: number): PieceTable | undefined {
  const { size } = fstatSync(file);
  const [magic, revision, count = 0, dimensions = 0] = new Uint32Array(read(file, 0, HEADER_WORDS * 4).buffer);
  const start = (HEADER_WORDS + 2 * count) * 4;
  if (magic !== MAGIC || size < start + count * dimensions) return undefined;
  const head = read(file, HEADER_WORDS * 4, start - HEADER_WORDS * 4);
  const hashes = new Uint32Array(head.buffer, 0, count);
  const scales = new Float32Array(head.buffer, count * 4, count);
  const end = start + count * dimensions;
  let all: Int8Array | undefined;
  let asked = 0;
  const vectorAt = (at: number): Int8Array => {
    asked += 1;
    if (all === undefined && asked < FEW) return readAt(path, start + at * dimensions, dimensions);
    all ??= readAt(path, start, count * dimensions);
    return all.subarray(at * dimensions, (at + 1) * dimensions);
  };
  return {
    name: `static-${revision}`,
    dimensions,
    ...(size > end && { toModel: { name: MINILM, turn: turnBy(path, { end, size, dimensions }) } }),
    has: (piece) => placeOf(hashes, hashOfPiece(piece)) >= 0,
    add(piece, sum) {
      const at = placeOf(hashes, hashOfPiece(piece));
      if (at < 0) return;
      const [vector, scale] = [vectorAt(at), scales[at]!];
      for (let n = 0; n < dimensions; n++) sum[n]! += vector[n]! * scale;
    },
  };
}

type Place = { readonly end: number; readonly size: number; readonly dimensions: number };

/** Read when it is first needed: most processes compare vectors of the table itself. */
function turnBy(path: string, { end, size, dimensions }: Place): (vector: Float32Array) => Float32Array {
  let bytes: Int8Array | undefined;
  return (vector) => {
    bytes ??= readAt(path, end, size - end);
    const [to = 0] = new Uint32Array(bytes.buffer, 0, 1);
    const offsets = new Float32Array(bytes.buffer, 4, to);
    const scales = new Float32Array(bytes.buffer, 4 + to * 4, to);
    const rows = bytes.subarray(4 + to * 8);
    return Float32Array.from(offsets, (offset, row) => {
      let sum = 0;
      for (let n = 0; n < dimensions; n++) sum += rows[row * dimensions + n]! * vector[n]!;
      return offset + scales[row]! * sum;
    });
  };
}

/** Opened for each read: a table lives as long as the process, and a file that stays open would never be closed. */
function readAt(path: string, from: number, length: number): Int8Array {
  const file = openSync(path, "r");
  try {
    return new Int8Array(read(file, from, length).buffer);
  } finally {
    closeSync(file);
  }
}

function read(file: number, from: number, length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  readSync(file, bytes, 0, length, from);
  return bytes;
}

/** FNV-1a over the UTF-16 units; the script that writes the table checks that no two pieces share one. */
export function hashOfPiece(piece: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < piece.length; at++) hash = Math.imul(hash ^ piece.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

function placeOf(hashes: Uint32Array, hash: number): number {
  let [from, to] = [0, hashes.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (hashes[middle]! < hash) from = middle + 1;
    else to = middle;
  }
  return hashes[from] === hash ? from : -1;
}
