/** Which units of passages have vectors, and how close each unit of a session is to a query. */
import { type Meaning, UNITS_PER_SOURCE } from "../../../core/search/search-hits.ts";
import type { QueryVector } from "../../../core/search/vectors.ts";
import { type Database, getMeta, setMeta } from "../../databases/database.ts";
import { closenessTo, lastUpTo } from "../../vectors/closeness.ts";
import { BLOCK, countVectors, dropVectors, putVectors, type RowVector } from "../../vectors/vector-blocks.ts";
import { PASSAGE_ROWS } from "../row-ranges.ts";

export function unitVectors(db: Database) {
  return {
    /** The embedder whose vectors are stored; empty if there are none. */
    model: (): string => getMeta(db, EMBEDDER) ?? "",
    /** Vectors of another embedder are removed: they cannot be compared. */
    use(name: string): void {
      if (getMeta(db, EMBEDDER) === name) return;
      db.write(() => {
        dropVectors(db, PASSAGE_ROWS);
        db.exec("UPDATE sources SET embedded = '', embedded_row = -1");
        setMeta(db, EMBEDDER, name);
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
    put(id: string, added: readonly RowVector[], done?: string): void {
      db.write(() => {
        putVectors(db, added);
        const last = added.at(-1)?.row ?? null;
        db.sql(
          "UPDATE sources SET embedded_row = coalesce(?, embedded_row), embedded = coalesce(?, embedded) WHERE id = ?",
        ).run(last, done ?? null, id);
      });
    },
    /** Removes the vectors of a source, in the transaction of the caller. */
    drop(no: number): void {
      dropVectors(db, { kind: "passage", from: no * UNITS_PER_SOURCE, to: (no + 1) * UNITS_PER_SOURCE });
      db.sql("UPDATE sources SET embedded = '', embedded_row = -1 WHERE no = ?").run(no);
    },
    /** How many units have vectors, and how many should have. */
    count(): { embedded: number; wanted: number } {
      const { wanted } = db.sql("SELECT count(*) AS wanted FROM units WHERE role IN (0, 3)").get()!;
      return { embedded: countVectors(db, PASSAGE_ROWS), wanted: Number(wanted) };
    },
    meaning: (query: QueryVector, isVisible: (source: number) => boolean): Meaning => meaningOf(db, query, isVisible),
  };
}

const EMBEDDER = "passages_embedder";
const BLOCKS_PER_SOURCE = UNITS_PER_SOURCE / BLOCK;

function meaningOf(db: Database, { vector, by }: QueryVector, isVisible: (source: number) => boolean): Meaning {
  const { known, closest, exactAt, load } = closenessTo(db, PASSAGE_ROWS, {
    query: vector,
    isVisible: (block) => isVisible(Math.floor(block / BLOCKS_PER_SOURCE)),
  });
  const cosineAtPlace = (at: number, row: number): number => {
    const other = known[at];
    const isBeside = other !== undefined && Math.floor(other / UNITS_PER_SOURCE) === Math.floor(row / UNITS_PER_SOURCE);
    return isBeside ? exactAt(at) : 0;
  };
  // An answer has the vector of its question: the last row with a vector, of the same source.
  let last = { row: -1, at: -1 };
  const placeOf = (row: number): number => {
    // The ranker asks several times in a row for each.
    if (last.row !== row) last = { row, at: lastUpTo(known, row) };
    return last.at;
  };
  return {
    by,
    rows: closest,
    load: (rows) => load(rows.map((row) => lastUpTo(known, row)).filter((at) => at >= 0)),
    cosineOf: (row) => cosineAtPlace(placeOf(row), row),
    cosineNear(row, distance) {
      const at = placeOf(row);
      return Math.max(cosineAtPlace(at - distance, row), cosineAtPlace(at + distance, row));
    },
  };
}
