/** Vectors of the records in index.db: which records lack one. */
import type { MemoryRecord } from "../../core/record/record.ts";
import { type Database, getMeta, setMeta } from "../databases/database.ts";
import {
  countVectors,
  dropVector,
  dropVectors,
  hasVectors,
  putVectors,
  type RowVector,
} from "../vectors/vector-blocks.ts";
import { RECORD_ROWS } from "./row-ranges.ts";

export const UNEMBEDDED_INDEX =
  "CREATE INDEX files_unembedded ON files (row) WHERE embedded = 0 AND state = 'kept' AND gone_ms IS NULL;";
const UNEMBEDDED = "embedded = 0 AND state = 'kept' AND gone_ms IS NULL";

export function recordVectors(db: Database) {
  return {
    /** The embedder whose vectors are stored; empty if there are none. */
    model: (): string => getMeta(db, "embedder") ?? "",
    /** Vectors of another embedder are removed: they cannot be compared. */
    use(name: string): void {
      if (getMeta(db, "embedder") === name) return;
      db.write(() => {
        dropVectors(db, RECORD_ROWS);
        db.exec("UPDATE files SET embedded = 0 WHERE embedded = 1");
        setMeta(db, "embedder", name);
      });
    },
    hasMissing: (): boolean => db.sql(`SELECT 1 FROM files WHERE ${UNEMBEDDED} LIMIT 1`).get() !== undefined,
    /** The latest first, because a command waits only for what it has just added. */
    missing(most: number): { row: number; version: string; text: string }[] {
      const found = db
        .sql(
          `SELECT row, lower(hex(version)) AS version, body FROM files WHERE ${UNEMBEDDED} ORDER BY row DESC LIMIT ?`,
        )
        .all(most);
      return found.map(({ row, version, body }) => {
        const text = body === "" ? "" : textToEmbed(JSON.parse(String(body)) as MemoryRecord);
        return { row: Number(row), version: String(version), text };
      });
    },
    /** A record that changed while it was embedded is left for the next call. */
    put(added: readonly (RowVector & { readonly version: string })[]): void {
      db.write(() => {
        const mark = db.sql("UPDATE files SET embedded = 1 WHERE row = ? AND version = unhex(?)");
        putVectors(
          db,
          added.filter(({ row, version }) => mark.run(row, version).changes === 1),
        );
      });
    },
    isEmpty: (): boolean => !hasVectors(db, RECORD_ROWS),
    count(): { embedded: number; wanted: number } {
      const { wanted } = db.sql("SELECT count(*) AS wanted FROM files WHERE state = 'kept' AND gone_ms IS NULL").get()!;
      return { embedded: countVectors(db, RECORD_ROWS), wanted: Number(wanted) };
    },
  };
}

/** In the transaction that changes or removes the record. */
export function dropRecordVector(db: Database, row: number): void {
  if (db.sql("UPDATE files SET embedded = 0 WHERE row = ? AND embedded = 1").run(row).changes > 0) dropVector(db, row);
}

function textToEmbed({ text, value, steps = [] }: MemoryRecord): string {
  return [text, value ?? "", ...steps].filter((part) => part !== "").join("\n");
}
