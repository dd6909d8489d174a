/** Vectors of meaning by row, in blocks of neighbouring rows, so that all of them can be looked at quickly. */
import { sha256 } from "../../core/base/hash.ts";
import { toBits, toBytes } from "../../core/search/vectors.ts";
import { type Database, getMeta, setMeta } from "../databases/database.ts";
import { kindOfRow, type RowRange, rowsIn } from "../index/row-ranges.ts";

export const VECTOR_TABLES = `
CREATE TABLE vectors (
  block INTEGER PRIMARY KEY, rows BLOB NOT NULL, bits BLOB NOT NULL, vectors BLOB NOT NULL, hash TEXT NOT NULL
) STRICT;
`;

/** Rows per block. A source of units starts a new one, because its first row is a multiple of this. */
export const BLOCK = 128;

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
  markChanged(db, kindOfRow(block * BLOCK));
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

export function hasVectors(db: Database, range: RowRange): boolean {
  return db.sql(`SELECT 1 FROM vectors WHERE ${blocksIn(range)} LIMIT 1`).get() !== undefined;
}

export function countVectors(db: Database, range: RowRange): number {
  return Number(db.sql(`SELECT coalesce(sum(length(rows)), 0) AS n FROM vectors WHERE ${blocksIn(range)}`).get()?.n);
}

/** All in a range that begins and ends with a block. */
export function dropVectors(db: Database, range: RowRange): void {
  db.exec(`DELETE FROM vectors WHERE ${blocksIn(range)}`);
  markChanged(db, range.kind);
}

export function blocksIn({ from, to, ...range }: RowRange): string {
  return rowsIn("block", { ...range, from: from / BLOCK, to: to / BLOCK });
}

/** Changes with the vectors of a kind, by whichever process; what a transaction wrote and took back leaves the mark as it was. */
export function vectorMark(db: Database, { kind }: RowRange): string {
  return `${getMeta(db, "epoch")} ${getMeta(db, markName(kind))}`;
}

function markChanged(db: Database, kind: RowRange["kind"]): void {
  setMeta(db, markName(kind), Buffer.from(db.random(8)).toString("hex"));
}

function markName(kind: RowRange["kind"]): string {
  return `vectors_${kind}`;
}
