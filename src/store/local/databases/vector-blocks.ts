/** Vectors of meaning by row, in blocks of neighbouring rows, so that all of them can be looked at quickly. */
import { sha256 } from "../../../core/base/hash.ts";
import { bitScorer, cosineAt, toBits, toBytes } from "../../../core/search/vectors.ts";
import type { Database } from "./database.ts";

export const VECTOR_TABLES = `
CREATE TABLE vectors (
  block INTEGER PRIMARY KEY, rows BLOB NOT NULL, bits BLOB NOT NULL, vectors BLOB NOT NULL, hash TEXT NOT NULL
) STRICT;
`;

/** Rows per block. A source of units starts a new one, because its first row is a multiple of this. */
export const BLOCK = 128;
/** Rows that are close in meaning and become candidates, whatever their words. */
const MOST_CLOSE = 100;

export type RowVector = { readonly row: number; readonly vector: Float32Array };

export function putVectors(db: Database, added: readonly RowVector[]): void {
  for (const [block, own] of Map.groupBy(added, ({ row }) => Math.floor(row / BLOCK))) putBlock(db, block, own);
}

type Stored = { readonly rows: Uint8Array; readonly bits: Uint8Array; readonly vectors: Uint8Array };

/** Rows ascend in a block; a row that has a vector gets the new one. */
function putBlock(db: Database, block: number, added: readonly RowVector[]): void {
  const parts = new Map(partsOf(db, block).map((part) => [part.place, part]));
  for (const { row, vector } of added) {
    const bytes = toBytes(vector);
    parts.set(row - block * BLOCK, {
      place: row - block * BLOCK,
      bits: toBits(bytes),
      bytes: new Uint8Array(bytes.buffer),
    });
  }
  writeBlock(db, block, [...parts.values()]);
}

type Part = { readonly place: number; readonly bits: Uint8Array; readonly bytes: Uint8Array };

function partsOf(db: Database, block: number): Part[] {
  const stored = db.sql("SELECT rows, bits, vectors FROM vectors WHERE block = ?").get(block) as Stored | undefined;
  if (stored === undefined) return [];
  const { rows, bits, vectors } = stored;
  const [bitWidth, width] = [bits.length / rows.length, vectors.length / rows.length];
  return [...rows].map((place, at) => ({
    place,
    bits: bits.subarray(at * bitWidth, (at + 1) * bitWidth),
    bytes: vectors.subarray(at * width, (at + 1) * width),
  }));
}

function writeBlock(db: Database, block: number, parts: readonly Part[]): void {
  if (parts.length === 0) {
    db.sql("DELETE FROM vectors WHERE block = ?").run(block);
    return;
  }
  const order = parts.toSorted((a, b) => a.place - b.place);
  const stored: Stored = {
    rows: Buffer.from(order.map(({ place }) => place)),
    bits: Buffer.concat(order.map(({ bits }) => bits)),
    vectors: Buffer.concat(order.map(({ bytes }) => bytes)),
  };
  const { rows, bits, vectors } = stored;
  db.sql("INSERT OR REPLACE INTO vectors (block, rows, bits, vectors, hash) VALUES (?, ?, ?, ?, ?)").run(
    ...[block, rows, bits, vectors, hashOf(stored)],
  );
}

function hashOf({ rows, bits, vectors }: Stored): string {
  return sha256(Buffer.concat([rows, bits, vectors]));
}

/** Blocks that are not as they were written: SQLite does not notice changed content. */
export function damagedBlocks(db: Database): number[] {
  const found = db.sql("SELECT block, rows, bits, vectors, hash FROM vectors").all();
  return found.flatMap(({ block, hash, ...stored }) => (hashOf(stored as Stored) === hash ? [] : [Number(block)]));
}

export function dropVector(db: Database, row: number): void {
  const block = Math.floor(row / BLOCK);
  const parts = partsOf(db, block);
  const left = parts.filter(({ place }) => place !== row - block * BLOCK);
  if (left.length < parts.length) writeBlock(db, block, left);
}

export function countVectors(db: Database): number {
  return Number(db.sql("SELECT coalesce(sum(length(rows)), 0) AS n FROM vectors").get()?.n);
}

export type Closeness = {
  /** The rows with vectors, ascending. */
  readonly known: Float64Array;
  /** The closest of them, by a first look at their bits. */
  readonly closest: readonly number[];
  /** Of a known row. */
  readonly exact: (row: number) => number;
  /** Reads the vectors around these rows at once. */
  readonly load: (rows: Iterable<number>) => void;
};

/** All bits are looked at, and the bytes of those that come into question. */
export function closenessTo(db: Database, query: Float32Array, isVisible: (block: number) => boolean): Closeness {
  const score = bitScorer(query);
  const width = Math.ceil(query.length / 8);
  const total = countVectors(db);
  const rows = new Float64Array(total);
  const scores = new Float32Array(total);
  let size = 0;
  for (const found of db.sql("SELECT block, rows, bits FROM vectors ORDER BY block").all()) {
    const block = Number(found.block);
    if (!isVisible(block)) continue;
    const { rows: places, bits } = found as unknown as Stored;
    // A length that does not fit is damage, or an embedder that changed under the same name.
    if (bits.length !== places.length * width) continue;
    for (let at = 0; at < places.length; at++) {
      rows[size] = block * BLOCK + places[at]!;
      scores[size++] = score(bits, at * width);
    }
  }
  const known = rows.subarray(0, size);
  return { known, closest: best(known, scores.subarray(0, size)), ...exactCosine(db, query) };
}

function exactCosine(db: Database, query: Float32Array) {
  const cosines = new Map<number, number>();
  const blocks = new Map<number, { places: Uint8Array; bytes: Int8Array }>();
  /** One statement for many blocks: a statement costs more than reading what it finds. */
  const load = (rows: Iterable<number>): void => {
    const wanted = new Set<number>();
    for (const row of rows) if (!blocks.has(Math.floor(row / BLOCK))) wanted.add(Math.floor(row / BLOCK));
    const found = db.sql("SELECT block, rows, vectors FROM vectors WHERE block IN (SELECT value FROM json_each(?))");
    for (const { block, rows: places, vectors } of found.all(JSON.stringify([...wanted]))) {
      const { buffer, byteOffset, length } = vectors as Uint8Array;
      blocks.set(Number(block), { places: places as Uint8Array, bytes: new Int8Array(buffer, byteOffset, length) });
    }
  };
  const exact = (row: number): number => {
    const before = cosines.get(row);
    if (before !== undefined) return before;
    const block = Math.floor(row / BLOCK);
    if (!blocks.has(block)) load([row]);
    // Another process may have removed the vector since the bits were read.
    const found = blocks.get(block);
    const place = found?.places.indexOf(row - block * BLOCK) ?? -1;
    const cosine = place < 0 ? 0 : cosineAt(query, found!.bytes, place * query.length);
    cosines.set(row, cosine);
    return cosine;
  };
  return { exact, load };
}

/** The rows with the best scores, and those that tie with the last, so that the order of indexing does not matter. */
function best(rows: Float64Array, scores: Float32Array): number[] {
  // The best so far, in order: few rows get into it, so this is faster than sorting all of them.
  const top: number[] = [];
  for (let at = 0; at < scores.length; at++) {
    const score = scores[at]!;
    if (top.length === MOST_CLOSE && score <= top.at(-1)!) continue;
    let to = top.length;
    while (to > 0 && top[to - 1]! < score) to -= 1;
    top.splice(to, 0, score);
    if (top.length > MOST_CLOSE) top.pop();
  }
  const least = top.at(-1) ?? 0;
  const found: number[] = [];
  for (let at = 0; at < rows.length; at++) if (scores[at]! >= least) found.push(rows[at]!);
  return found;
}
