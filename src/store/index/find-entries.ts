/** Finds the index rows of record files, and reads them back; hooks need nothing else of the index. */
import { nameMark } from "../../core/base/hash.ts";
import type { Version } from "../../core/ports.ts";
import type { MemoryRecord, RecordId, RecordType, Status } from "../../core/record/record.ts";
import { type Database, placeholders } from "../databases/database.ts";
import type { CategoryFolder } from "../files/record-folder.ts";
import type { KindSize } from "./full-text/full-text.ts";
import { storedFilterWord } from "./full-text/term-lists.ts";

export type Entry = {
  readonly row: number;
  readonly folder: string;
  readonly category: CategoryFolder;
  readonly name: string;
  readonly version: Version;
  readonly id: RecordId;
  readonly type: RecordType;
  readonly status: Status;
  readonly createdMs: number;
  readonly state: "kept" | "invalid" | "buried";
  readonly reason?: string;
  readonly goneMs?: number;
  readonly tokens: number;
  /** The hash that an acceptance of this content has. */
  readonly acceptance: string;
  /** Of the text of the file when it was screened and indexed, see `textMark`; empty if more than parsing was needed. */
  readonly textMark: string;
  /** See `packed-record.ts`; empty for a file that may not be shown. */
  readonly body: string;
  /** Of the body and what completes it. */
  readonly bodyMark: string;
};

export type EntryFinder = {
  select(where: string, values: readonly (string | number)[]): Entry[];
  /** In the order of the folders: the person's own come before those of others. */
  byId(id: RecordId, folders: readonly string[]): Entry[];
  idsOf(rows: readonly number[]): ReadonlyMap<number, RecordId>;
  byRows(rows: readonly number[]): Entry[];
  rowsWhere(filter: RowFilter): number[];
  rowsClaiming(claims: readonly string[], folders: readonly string[]): number[];
  idsLike(part: string, folders: readonly string[]): RecordId[];
  /** The record as it was indexed, if the row is intact. */
  body(row: number): MemoryRecord | undefined;
  /** Of the records that may be found. */
  size(): KindSize;
  /** The filter words of an entry, as they are stored. */
  filterWords(row: number): string | undefined;
};

type RowFilter = {
  readonly folders: readonly string[];
  readonly statuses: readonly string[];
  readonly types: readonly string[];
  readonly sinceMs?: number;
  readonly session?: string;
};

export function findEntries(db: Database): EntryFinder {
  const columns = `row, folder, shelf, name, ${hexOf("version")}, id, type, status, created_ms, state, reason, gone_ms, tokens,
    ${hexOf("acceptance")}, ${hexOf("text_mark")}, body, ${hexOf("body_mark")}`;
  const byFacts = new Map<string, string>();
  const select = (where: string, values: readonly (string | number)[]): Entry[] =>
    db
      .sql(`SELECT ${columns} FROM files WHERE ${where}`)
      .all(...values)
      .map(fromRow);

  return {
    select,
    byId(id, folders) {
      const found = select(`id = ? AND folder IN (${placeholders(folders)})`, [id, ...folders]);
      if (found.length < 2) return found;
      return found.toSorted((a, b) => folders.indexOf(a.folder) - folders.indexOf(b.folder));
    },
    idsOf(rows) {
      const found = db.sql("SELECT row, id FROM files WHERE row IN (SELECT value FROM json_each(?))");
      return new Map(found.all(JSON.stringify(rows)).map(({ row, id }) => [Number(row), String(id)]));
    },
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
          `SELECT row FROM files INDEXED BY files_by_claim WHERE claim IS NOT NULL AND claim IN (SELECT value FROM json_each(?))
             AND folder IN (SELECT value FROM json_each(?)) AND state = 'kept' AND gone_ms IS NULL AND status = 'active'
           ORDER BY id`,
        )
        .all(JSON.stringify(claims), JSON.stringify(folders))
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
      const facts = FACTS.map((fact) => (isHash(fact) ? hexOf(fact) : fact)).join(", ");
      const found = db.sql(`SELECT ${facts}, ${hexOf("row_mark")} FROM files WHERE row = ?`).get(row) as
        | (Facts & { row_mark: string })
        | undefined;
      if (found === undefined || found.body === "" || markOfFacts(found) !== found.row_mark) return undefined;
      return JSON.parse(found.body) as MemoryRecord;
    },
    size() {
      const { entries, last } = db.sql(SIZE).get()!;
      return { entries: Number(entries), last: Number(last) };
    },
    filterWords(row) {
      // As one value: it is asked for most rows that a search lists.
      const facts = db.sql(FILTERED).get(row)?.facts as string | undefined;
      if (facts === undefined) return undefined;
      const known = byFacts.get(facts);
      if (known !== undefined) return known;
      const [vouched, type, status, ...folder] = facts.split(" ");
      const filtered = { folder: folder.join(" "), type: type!, status: status!, isVouchedFor: vouched === "1" };
      const words = filterWordsOf(filtered).map(storedFilterWord).join(" ");
      byFacts.set(facts, words);
      return words;
    },
  };
}

/** What the full text has besides passages and command lines: SQLite counts a whole small table faster than a part of it. */
const SIZE = `SELECT (SELECT count(*) FROM words_docsize) - (SELECT coalesce(sum(units), 0) FROM sources)
    - (SELECT coalesce(sum(words), 0) FROM commands WHERE mark = '') AS entries,
  coalesce((SELECT max(row) FROM files), 0) AS last`;

const FILTERED = `SELECT vouched || ' ' || type || ' ' || status || ' ' || folder AS facts FROM files
  WHERE row = ? AND state = 'kept'`;

/** Hashes are stored as bytes, which take half the space. */
function hexOf(column: string): string {
  return `lower(hex(${column})) AS ${column}`;
}

export function isHash(column: string): boolean {
  return ["version", "acceptance", "text_mark", "body_mark", "row_mark"].includes(column);
}

/** The columns that a row's mark covers: SQLite itself does not notice changed content. */
export const FACTS = [
  "folder",
  "shelf",
  "name",
  "version",
  "id",
  "state",
  "status",
  "type",
  "priority",
  "vouched",
  "from_person",
  "bound",
  "guarded",
  "created_ms",
  "expires_ms",
  "claim",
  "session",
  "tokens",
  "acceptance",
  "body",
] as const;

/** The priority by its rank; the flags are 0 or 1. */
type Numbers = "priority" | "vouched" | "from_person" | "bound" | "guarded" | "created_ms" | "tokens";

export type Facts = Record<Exclude<(typeof FACTS)[number], Numbers | "expires_ms" | "claim" | "session">, string> &
  Record<Numbers, number> & {
    expires_ms: number | null;
    claim: string | null;
    session: string | null;
  };

export function markOfFacts(facts: Facts): string {
  return nameMark(FACTS.map((fact) => facts[fact] ?? "").join("\0"));
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

type Filtered = {
  readonly folder: string;
  readonly type: string;
  readonly status: string;
  readonly isVouchedFor: boolean;
};

export function filterWordsOf({ folder, type, status, isVouchedFor }: Filtered): string[] {
  const trust = isVouchedFor ? filterWord.vouchedFor : filterWord.pending;
  return [filterWord.folder(folder), filterWord.type(type), filterWord.status(status), trust];
}

function fromRow(row: Record<string, unknown>): Entry {
  return {
    row: Number(row.row),
    folder: String(row.folder),
    category: String(row.shelf) as CategoryFolder,
    name: String(row.name),
    version: String(row.version),
    id: String(row.id),
    type: row.type as RecordType,
    status: row.status as Status,
    createdMs: Number(row.created_ms),
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
