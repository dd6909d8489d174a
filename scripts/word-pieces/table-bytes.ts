/** The file that src/store/piece-table.ts reads. */
import { toBytes } from "../../src/core/search/vectors.ts";
import { hashOfPiece, MAGIC } from "../../src/store/piece-table.ts";

/** Raised with every new table: vectors of an older one cannot be compared with it. */
const REVISION = 2;
/** MiniLM was trained on English: of other scripts it knows hardly more than single characters. */
const LATIN = /^(?:##)?[\p{Script=Latin}\p{N}\p{P}\p{S}]+$/u;

export function tableBytes(pieces: readonly string[], table: Float32Array, dimensions: number): Buffer {
  const kept = pieces
    .map((piece, at) => ({ hash: hashOfPiece(piece), piece, at }))
    .filter(({ piece }) => !/^\[.*\]$/.test(piece) && LATIN.test(piece))
    .toSorted((a, b) => a.hash - b.hash);
  const clash = kept.find(({ hash }, at) => kept[at - 1]?.hash === hash);
  if (clash !== undefined) throw new Error(`${clash.piece} has the hash of another piece.`);
  const vectors = kept.map(({ at }) => table.subarray(at * dimensions, (at + 1) * dimensions));
  const parts = [
    new Uint32Array([MAGIC, REVISION, kept.length, dimensions]),
    Uint32Array.from(kept, ({ hash }) => hash),
    Float32Array.from(vectors, (vector) => vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127),
    ...vectors.map(toBytes),
  ];
  return Buffer.concat(parts.map(({ buffer }) => new Uint8Array(buffer)));
}
