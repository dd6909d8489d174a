/** Finds the index rows of record files, and reads them back; hooks need nothing else of the index. */
import { nameMark, sha256 } from "../../../core/base/hash.ts";
import type { Version } from "../../../core/ports.ts";
import type { MemoryRecord, RecordId } from "../../../core/record/record.ts";
import { type Database, placeholders } from "../databases/database.ts";
import type { CategoryFolder } from "../files/record-folder.ts";

export type Entry = {
  readonly row: number;
  readonly folder: string;
  readonly category: CategoryFolder;
  readonly name: string;
  readonly stamp: string;
  readonly still: boolean;
  readonly version: Version;
  readonly id: RecordId;
  readonly state: "kept" | "invalid" | "buried";
  readonly reason?: string;
  readonly goneMs?: number;
  readonly tokens: number;
  /** The hash that an acceptance of this content has. */
  readonly acceptance: string;
  /** Of the text of the file when it was screened and indexed, see `textMark`; empty if more than parsing was needed. */
  readonly textMark: string;
  /** The record as JSON, and a hash to check that the row is intact. */
  readonly body: string;
  readonly bodyMark: string;
};

export type EntryFinder = {
  select(where: string, values: readonly (string | number)[]): Entry[];
  byId(id: RecordId, folders: readonly string[]): Entry[];
  byRows(rows: readonly number[]): Entry[];
  rowsWhere(filter: RowFilter): number[];
  rowsClaiming(claims: readonly string[], folders: readonly string[]): number[];
  idsLike(part: string, folders: readonly string[]): RecordId[];
  /** The record as it was indexed, if the row is intact. */
  body(row: number): MemoryRecord | undefined;
};

type RowFilter = {
  readonly folders: readonly string[];
  readonly statuses: readonly string[];
  readonly types: readonly string[];
  readonly sinceMs?: number;
  readonly session?: string;
};

export function findEntries(db: Database): EntryFinder {
  const columns =
    "row, folder, shelf, name, stamp, still, version, id, state, reason, gone_ms, tokens, acceptance, text_mark, body, body_mark";
  const select = (where: string, values: readonly (string | number)[]): Entry[] =>
    db
      .sql(`SELECT ${columns} FROM files WHERE ${where}`)
      .all(...values)
      .map(fromRow);

  return {
    select,
    byId: (id, folders) => select(`id = ? AND folder IN (${placeholders(folders)})`, [id, ...folders]),
    byRows: (rows) => select("row IN (SELECT value FROM json_each(?))", [JSON.stringify(rows)]),
    rowsWhere({ folders, statuses, types, sinceMs, session }) {
      const ofSession = session === undefined ? "" : " AND session = ?";
      const rows = db
        .sql(
          `SELECT row FROM files WHERE state = 'kept' AND gone_ms IS NULL AND folder IN (${placeholders(folders)})
           AND status IN (${placeholders(statuses)}) AND type IN (${placeholders(types)}) AND created_ms >= ?${ofSession} ORDER BY id`,
        )
        .all(
          ...folders,
          ...statuses,
          ...types,
          sinceMs ?? Number.MIN_SAFE_INTEGER,
          ...(session === undefined ? [] : [session]),
        );
      return rows.map(({ row }) => Number(row));
    },
    rowsClaiming: (claims, folders) =>
      db
        .sql(
          `SELECT row FROM files WHERE claim IN (${placeholders(claims)}) AND folder IN (${placeholders(folders)})
           AND state = 'kept' AND gone_ms IS NULL AND status = 'active' ORDER BY id`,
        )
        .all(...claims, ...folders)
        .map(({ row }) => Number(row)),
    idsLike: (part, folders) =>
      db
        .sql(
          `SELECT DISTINCT id FROM files WHERE state = 'kept' AND gone_ms IS NULL AND folder IN (${placeholders(folders)})
           AND (substr(id, 1, ?) = ? OR substr(id, -?) = ?) ORDER BY id LIMIT 10`,
        )
        .all(...folders, part.length, part, part.length, part)
        .map(({ id }) => String(id)),
    body(row) {
      const found = db.sql(`SELECT ${FACTS.join(", ")}, row_hash FROM files WHERE row = ?`).get(row) as
        | (Facts & { row_hash: string })
        | undefined;
      if (found === undefined || found.body === "" || hashOfFacts(found) !== found.row_hash) return undefined;
      return JSON.parse(found.body) as MemoryRecord;
    },
  };
}

/** The columns that a row's hash covers: SQLite itself does not notice changed content. */
export const FACTS = [
  "folder",
  "shelf",
  "name",
  "version",
  "id",
  "state",
  "status",
  "type",
  "created_ms",
  "expires_ms",
  "claim",
  "session",
  "tokens",
  "acceptance",
  "body",
] as const;

export type Facts = Record<
  Exclude<(typeof FACTS)[number], "created_ms" | "expires_ms" | "claim" | "session" | "tokens">,
  string
> & {
  created_ms: number;
  expires_ms: number | null;
  claim: string | null;
  session: string | null;
  tokens: number;
};

export function hashOfFacts(facts: Facts): string {
  return sha256(FACTS.map((fact) => facts[fact] ?? "").join("\0"));
}

/** Extra words in the full text of a record, by which a search filters. */
export const filterWord = {
  folder: (key: string): string => `f${nameMark(key)}`,
  type: (type: string): string => `t${type}`,
  status: (status: string): string => `s${status}`,
  vouchedFor: "vouched",
  /** Also for records in a repository: their acceptance is not in the file. */
  pending: "waiting",
};

function fromRow(row: Record<string, unknown>): Entry {
  return {
    row: Number(row.row),
    folder: String(row.folder),
    category: String(row.shelf) as CategoryFolder,
    name: String(row.name),
    stamp: String(row.stamp),
    still: row.still === 1,
    version: String(row.version),
    id: String(row.id),
    state: row.state as Entry["state"],
    ...(row.reason !== null && { reason: String(row.reason) }),
    ...(row.gone_ms !== null && { goneMs: Number(row.gone_ms) }),
    tokens: Number(row.tokens),
    acceptance: String(row.acceptance),
    textMark: String(row.text_mark),
    body: String(row.body),
    bodyMark: String(row.body_mark),
  };
}
