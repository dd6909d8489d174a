/** How close the stored vectors are to a query. A process that asks again keeps what it read until the database changes. */
import type { DatabaseSync } from "node:sqlite";
import type { Meaning } from "../../core/search/search-hits.ts";
import { bitScorer, lengthAt, productAt, type QueryVector } from "../../core/search/vectors.ts";
import type { Database } from "../databases/database.ts";
import type { RowRange } from "../index/row-ranges.ts";
import { BLOCK, blocksIn, vectorMark } from "./vector-blocks.ts";

/** Rows that are close in meaning and become candidates, whatever their words. */
const MOST_CLOSE = 100;

type Closeness = {
  /** The rows with vectors, ascending. Places below are places in this list. */
  readonly known: Float64Array;
  /** The closest of them that may be seen, by a first look at their bits. */
  readonly closest: readonly number[];
  /** Reads the vectors at these places at once. */
  readonly load: (places: readonly number[]) => void;
  /** The cosine at a place. */
  readonly exactAt: (place: number) => number;
};

/** All bits are looked at, and the bytes of those that come into question. */
export function closenessTo(
  db: Database,
  range: RowRange,
  { query, isVisible }: { readonly query: Float32Array; readonly isVisible: (block: number) => boolean },
): Closeness {
  const stored = storedVectors(db, range, Math.ceil(query.length / 8));
  return { known: stored.rows, closest: closest(stored, query, isVisible), ...exactCosines(db, query, stored) };
}

/** For entries that stand alone: records and command lines. */
export function meaningOfRows(db: Database, range: RowRange, { vector, by }: QueryVector): Meaning {
  const all = { query: vector, isVisible: () => true };
  const { known, closest, exactAt, load } = closenessTo(db, range, all);
  const placeOf = (row: number): number => {
    const at = lastUpTo(known, row);
    return known[at] === row ? at : -1;
  };
  const cosineOf = (row: number): number => {
    const at = placeOf(row);
    return at < 0 ? 0 : exactAt(at);
  };
  return {
    by,
    rows: closest,
    load: (rows) => load(rows.map(placeOf).filter((at) => at >= 0)),
    cosineOf,
    cosineNear: () => 0,
  };
}

/** The place of the last row that is not after the given one; -1 if all are. */
export function lastUpTo(rows: Float64Array, row: number): number {
  let [from, to] = [0, rows.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (rows[middle]! <= row) from = middle + 1;
    else to = middle;
  }
  return from - 1;
}

type StoredVectors = {
  readonly mark: string;
  /** Bytes of bits for a row. */
  readonly width: number;
  readonly rows: Float64Array;
  readonly bits: Uint8Array;
  /** Ascending, with the place of their first row. */
  readonly blocks: readonly { readonly block: number; readonly from: number; readonly to: number }[];
  /** The bytes of the blocks that were asked for. */
  readonly loaded: Map<number, Loaded>;
};

/** `lengths`: of the vectors that were compared, otherwise 0. */
type Loaded = { readonly rows: Uint8Array; readonly bytes: Int8Array; readonly lengths: Float64Array };

const lastRead = new WeakMap<DatabaseSync, Map<RowRange["kind"], StoredVectors>>();

function storedVectors(db: Database, range: RowRange, width: number): StoredVectors {
  const mark = vectorMark(db, range);
  const byKind = lastRead.get(db.raw) ?? new Map<RowRange["kind"], StoredVectors>();
  const before = byKind.get(range.kind);
  if (before?.mark === mark && before.width === width) return before;
  const now = { mark, width, ...readBits(db, range, width), loaded: new Map() };
  lastRead.set(db.raw, byKind.set(range.kind, now));
  return now;
}

function readBits(db: Database, range: RowRange, width: number): Pick<StoredVectors, "rows" | "bits" | "blocks"> {
  const inRange = db.sql(`SELECT block, rows, bits FROM vectors WHERE ${blocksIn(range)} ORDER BY block`);
  const found = inRange.all() as unknown as {
    readonly block: number;
    readonly rows: Uint8Array;
    readonly bits: Uint8Array;
  }[];
  // A length that does not fit is damage, or an embedder that changed under the same name.
  const sound = found.filter(({ rows, bits }) => bits.length === rows.length * width);
  const total = sound.reduce((sum, { rows }) => sum + rows.length, 0);
  const all = { rows: new Float64Array(total), bits: new Uint8Array(total * width) };
  let to = 0;
  const blocks = sound.map(({ block, rows, bits }) => {
    const from = to;
    all.bits.set(bits, from * width);
    for (const place of rows) all.rows[to++] = block * BLOCK + place;
    return { block, from, to };
  });
  return { ...all, blocks };
}

/** The rows with the best scores, and those that tie with the last, so that the order of indexing does not matter. */
function closest(
  { rows, bits, blocks, width }: StoredVectors,
  query: Float32Array,
  isVisible: (block: number) => boolean,
): number[] {
  const visible = blocks.filter(({ block }) => isVisible(block));
  if (visible.length === 0) return [];
  const score = bitScorer(query);
  const scores = new Float32Array(rows.length);
  // The best so far, in order: few rows get into it, so this is faster than sorting all of them.
  const top: number[] = [];
  let least = Number.NEGATIVE_INFINITY;
  for (const { from, to } of visible)
    for (let at = from; at < to; at++) {
      scores[at] = score(bits, at * width);
      const own = scores[at]!;
      if (own <= least) continue;
      let place = top.length;
      while (place > 0 && top[place - 1]! < own) place -= 1;
      top.splice(place, 0, own);
      if (top.length > MOST_CLOSE) top.pop();
      if (top.length === MOST_CLOSE) least = top.at(-1)!;
    }
  const found: number[] = [];
  const last = top.at(-1) ?? 0;
  for (const { from, to } of visible) for (let at = from; at < to; at++) if (scores[at]! >= last) found.push(rows[at]!);
  return found;
}

/** Enough for the vectors of MiniLM of 80,000 messages. With more, a question begins with none. */
const MOST_LOADED_BYTES = 2 ** 25;

function exactCosines(db: Database, query: Float32Array, stored: StoredVectors): Pick<Closeness, "load" | "exactAt"> {
  const { rows, loaded } = stored;
  let size = 0;
  for (const { bytes } of loaded.values()) size += bytes.length;
  if (size > MOST_LOADED_BYTES) loaded.clear();
  const cosines = new Map<number, number>();
  const blockAt = (place: number): number => Math.floor(rows[place]! / BLOCK);
  /** One statement for many blocks: a statement costs more than reading what it finds. */
  const load = (places: readonly number[]): void => {
    const wanted = new Set<number>();
    for (const place of places) if (!loaded.has(blockAt(place))) wanted.add(blockAt(place));
    if (wanted.size === 0) return;
    const found = db.sql("SELECT block, rows, vectors FROM vectors WHERE block IN (SELECT value FROM json_each(?))");
    for (const { block, rows, vectors } of found.all(JSON.stringify([...wanted]))) {
      const { buffer, byteOffset, length } = vectors as Uint8Array;
      loaded.set(Number(block), {
        rows: rows as Uint8Array,
        bytes: new Int8Array(buffer, byteOffset, length),
        lengths: new Float64Array((rows as Uint8Array).length),
      });
    }
  };
  const exactAt = (place: number): number => {
    const before = cosines.get(place);
    if (before !== undefined) return before;
    const block = blockAt(place);
    if (!loaded.has(block)) load([place]);
    const found = loaded.get(block);
    const cosine = found === undefined ? 0 : cosineIn(found, rows[place]! - block * BLOCK, query);
    cosines.set(place, cosine);
    return cosine;
  };
  return { load, exactAt };
}

function cosineIn({ rows, bytes, lengths }: Loaded, row: number, query: Float32Array): number {
  const at = rows.indexOf(row);
  // Another process may have removed the vector since the bits were read.
  if (at < 0) return 0;
  const from = at * query.length;
  lengths[at] ||= lengthAt(bytes, from, query.length);
  return lengths[at] === 0 ? 0 : productAt(query, bytes, from) / lengths[at];
}
