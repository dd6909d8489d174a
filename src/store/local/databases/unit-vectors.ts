/** Vectors of the units in passages.db, in blocks of neighbouring rows, so that all of them can be looked at quickly. */
import { type Meaning, UNITS_PER_SOURCE } from "../../../core/search/search-hits.ts";
import { bitScorer, cosineAt, toBits, toBytes } from "../../../core/search/vectors.ts";
import { type Database, getMeta, setMeta } from "./database.ts";

export const VECTOR_TABLES = `
CREATE TABLE vectors (
  block INTEGER PRIMARY KEY, rows BLOB NOT NULL, bits BLOB NOT NULL, vectors BLOB NOT NULL
) STRICT;
`;

/** Rows per block. A source starts a new one, because its first row is a multiple of this. */
const BLOCK = 128;
/** Rows that are close in meaning and become candidates, whatever their words. */
const MOST_CLOSE = 100;

export type UnitVector = { readonly row: number; readonly vector: Float32Array };

export type UnitVectors = ReturnType<typeof unitVectors>;

export function unitVectors(db: Database) {
  return {
    /** The embedder whose vectors are stored; empty if there are none. */
    model: (): string => getMeta(db, "embedder") ?? "",
    /** Vectors of another embedder are removed: they cannot be compared. */
    use(name: string): void {
      if (getMeta(db, "embedder") === name) return;
      db.write(() => {
        db.exec("DELETE FROM vectors; UPDATE sources SET embedded = '', embedded_row = -1");
        setMeta(db, "embedder", name);
      });
    },
    /** Sources that have units without vectors; tools' output gets none. */
    missing(): { id: string; mark: string; row: number }[] {
      return db
        .sql(
          `SELECT id, mark, max(embedded_row, no * ${UNITS_PER_SOURCE} - 1) AS row FROM sources
           WHERE embedded <> mark AND units > 0 AND id NOT LIKE '% tools'`,
        )
        .all() as { id: string; mark: string; row: number }[];
    },
    /** The units of a source after a row, in order, that are embedded: the person's messages and texts. */
    unitsAfter(row: number): { row: number; place: number; ord: number }[] {
      const end = (Math.floor((row + 1) / UNITS_PER_SOURCE) + 1) * UNITS_PER_SOURCE;
      return db
        .sql("SELECT row, place, ord FROM units WHERE row > ? AND row < ? AND role IN (0, 3) ORDER BY row")
        .all(row, end) as { row: number; place: number; ord: number }[];
    },
    /** Adds vectors, ascending; `done` marks the source as complete. */
    put(id: string, added: readonly UnitVector[], done?: string): void {
      db.write(() => {
        for (const [block, units] of Map.groupBy(added, ({ row }) => Math.floor(row / BLOCK)))
          putBlock(db, block, units);
        const last = added.at(-1)?.row ?? null;
        db.sql(
          "UPDATE sources SET embedded_row = coalesce(?, embedded_row), embedded = coalesce(?, embedded) WHERE id = ?",
        ).run(last, done ?? null, id);
      });
    },
    /** Removes the vectors of a source, in the transaction of the caller. */
    drop(no: number): void {
      const [from, to] = [no, no + 1].map((one) => (one * UNITS_PER_SOURCE) / BLOCK);
      db.sql("DELETE FROM vectors WHERE block >= ? AND block < ?").run(from!, to!);
      db.sql("UPDATE sources SET embedded = '', embedded_row = -1 WHERE no = ?").run(no);
    },
    /** How many units have vectors, and how many should have. */
    count(): { embedded: number; wanted: number } {
      const { embedded } = db.sql(`SELECT coalesce(sum(length(rows)), 0) AS embedded FROM vectors`).get()!;
      const { wanted } = db.sql("SELECT count(*) AS wanted FROM units WHERE role IN (0, 3)").get()!;
      return { embedded: Number(embedded), wanted: Number(wanted) };
    },
    meaning: (query: Float32Array, isVisible: (source: number) => boolean): Meaning => meaningOf(db, query, isVisible),
  };
}

type Block = { readonly rows: Uint8Array; readonly bits: Uint8Array };

function putBlock(db: Database, block: number, units: readonly UnitVector[]): void {
  const before = db.sql("SELECT rows, bits, vectors FROM vectors WHERE block = ?").get(block);
  const first = block * BLOCK;
  const bytes = units.map(({ vector }) => toBytes(vector));
  const parts = {
    rows: Buffer.from(units.map(({ row }) => row - first)),
    bits: Buffer.concat(bytes.map(toBits)),
    vectors: Buffer.concat(bytes.map(({ buffer }) => new Uint8Array(buffer))),
  };
  const all = (["rows", "bits", "vectors"] as const).map((name) =>
    before === undefined ? parts[name] : Buffer.concat([before[name] as Uint8Array, parts[name]]),
  );
  db.sql("INSERT OR REPLACE INTO vectors (block, rows, bits, vectors) VALUES (?, ?, ?, ?)").run(block, ...all);
}

/** All bits are looked at, and the bytes of those that come into question. */
function meaningOf(db: Database, query: Float32Array, isVisible: (source: number) => boolean): Meaning {
  const score = bitScorer(query);
  const width = Math.ceil(query.length / 8);
  const { total } = db.sql("SELECT coalesce(sum(length(rows)), 0) AS total FROM vectors").get() as { total: number };
  const rows = new Float64Array(total);
  const scores = new Float32Array(total);
  let size = 0;
  for (const found of db.sql("SELECT block, rows, bits FROM vectors ORDER BY block").all()) {
    const first = Number(found.block) * BLOCK;
    if (!isVisible(Math.floor(first / UNITS_PER_SOURCE))) continue;
    const { rows: places, bits } = found as unknown as Block;
    // A length that does not fit is damage, or an embedder that changed under the same name.
    if (bits.length !== places.length * width) continue;
    for (let at = 0; at < places.length; at++) {
      rows[size] = first + places[at]!;
      scores[size++] = score(bits, at * width);
    }
  }
  const known = rows.subarray(0, size);
  const cosines = new Map<number, number>();
  const blocks = new Map<number, { places: Uint8Array; bytes: Int8Array }>();
  const blockOf = (block: number) => {
    const before = blocks.get(block);
    if (before !== undefined) return before;
    const found = db.sql("SELECT rows, vectors FROM vectors WHERE block = ?").get(block) as unknown as {
      rows: Uint8Array;
      vectors: Uint8Array;
    };
    const { buffer, byteOffset, length } = found.vectors;
    const read = { places: found.rows, bytes: new Int8Array(buffer, byteOffset, length) };
    blocks.set(block, read);
    return read;
  };
  const exact = (row: number): number => {
    const before = cosines.get(row);
    if (before !== undefined) return before;
    const block = Math.floor(row / BLOCK);
    const { places, bytes } = blockOf(block);
    const cosine = cosineAt(query, bytes, places.indexOf(row - block * BLOCK) * query.length);
    cosines.set(row, cosine);
    return cosine;
  };
  return {
    rows: closest(known, scores.subarray(0, size)),
    // An answer has the vector of its question: the last row with a vector, of the same source.
    cosineOf(row) {
      const at = lastUpTo(known, row);
      const found = known[at];
      if (found === undefined || Math.floor(found / UNITS_PER_SOURCE) !== Math.floor(row / UNITS_PER_SOURCE)) return 0;
      return exact(found);
    },
  };
}

/** The rows with the best scores. A list of the best so far is faster than sorting all of them. */
function closest(rows: Float64Array, scores: Float32Array): number[] {
  const best: number[] = [];
  for (let at = 0; at < rows.length; at++) {
    const score = scores[at]!;
    if (best.length === MOST_CLOSE && score <= scores[best.at(-1)!]!) continue;
    let to = best.length;
    while (to > 0 && scores[best[to - 1]!]! < score) to -= 1;
    best.splice(to, 0, at);
    if (best.length > MOST_CLOSE) best.pop();
  }
  return best.map((at) => rows[at]!);
}

/** The place of the last row that is not after the given one; -1 if all are. */
function lastUpTo(rows: Float64Array, row: number): number {
  let [from, to] = [0, rows.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (rows[middle]! <= row) from = middle + 1;
    else to = middle;
  }
  return from - 1;
}
