/** The index rows of record files: their paths, versions and contents, and the full text that finds them. */
import { parseTime } from "../../../core/base/clock.ts";
import { nameMark, sha256 } from "../../../core/base/hash.ts";
import type { Version } from "../../../core/ports.ts";
import { acceptanceHash, isVouchedFor } from "../../../core/record/acceptance.ts";
import { claimOf } from "../../../core/record/effective.ts";
import { type MemoryRecord, type RecordId, sessionOfSource } from "../../../core/record/record.ts";
import { estimateTokens } from "../../../core/text/tokens.ts";
import { type Database, placeholders } from "../databases/database.ts";
import type { CategoryFolder, Folder, Listed, ReadFile } from "../files/record-folder.ts";
import { dropWords, holdsWords, putWords } from "./full-text/full-text.ts";
import { readStampCache, type StampCache, saveStampCache, stampCacheOf } from "./stamp-cache.ts";

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
  /** The text of the file when it was screened and indexed; empty if more than parsing was needed to read it. */
  readonly source: string;
  /** The record as JSON, and a hash to check that the row is intact. */
  readonly body: string;
  readonly bodyMark: string;
};

export type Entries = {
  /** The files of one category with their stamps; an untrusted stamp, or that of a missing file, matches no file. */
  stamps(folder: string, category: string): StampCache;
  at(folder: string, category: string, name: string): Entry | undefined;
  all(folder: string): Entry[];
  byId(id: RecordId, folders: readonly string[]): Entry[];
  byRows(rows: readonly number[]): Entry[];
  withTombstone(folder: string): Entry[];
  rowsWhere(filter: RowFilter): number[];
  rowsClaiming(claims: readonly string[], folders: readonly string[]): number[];
  idsLike(part: string, folders: readonly string[]): RecordId[];
  expired(folders: readonly string[], nowMs: number): number[];
  put(folder: Folder, listed: Listed, file: ReadFile, state: "kept" | "invalid" | "buried", reason?: string): void;
  restamp(row: number, listed: Listed): void;
  gone(row: number, atMs: number): void;
  drop(entry: Entry): void;
  /** The record as it was indexed, if the row is intact. */
  body(row: number): MemoryRecord | undefined;
  /** True if the row is intact and its full text is that of its record. */
  isIntact(entry: Pick<Entry, "row" | "folder" | "state">): boolean;
};

type RowFilter = {
  readonly folders: readonly string[];
  readonly statuses: readonly string[];
  readonly types: readonly string[];
  readonly sinceMs?: number;
  readonly session?: string;
};

export function entriesOf(db: Database): Entries {
  const columns =
    "row, folder, shelf, name, stamp, still, version, id, state, reason, gone_ms, tokens, acceptance, source, body, body_mark";
  const select = (where: string, values: readonly (string | number)[]): Entry[] =>
    db
      .sql(`SELECT ${columns} FROM files WHERE ${where}`)
      .all(...values)
      .map(fromRow);

  return {
    stamps(folder, category) {
      const kept = db.sql("SELECT names, stamps FROM sheets WHERE folder = ? AND shelf = ?").get(folder, category);
      const known = kept === undefined ? undefined : readStampCache(kept);
      if (known !== undefined) return known;
      const rows = db
        .sql("SELECT name, stamp, still, gone_ms FROM files WHERE folder = ? AND shelf = ? ORDER BY name")
        .all(folder, category);
      const cache = stampCacheOf(
        rows.map(({ name, stamp, still, gone_ms }) => ({
          name: String(name),
          stamp: still === 1 && gone_ms === null ? String(stamp) : undefined,
        })),
      );
      if (db.access === "write" && !cache.stamps.includes(Number.NaN)) saveStampCache(db, { folder, category, cache });
      return cache;
    },
    at: (folder, category, name) => select("folder = ? AND shelf = ? AND name = ?", [folder, category, name])[0],
    all: (folder) => select("folder = ? ORDER BY shelf, name", [folder]),
    byId: (id, folders) => select(`id = ? AND folder IN (${placeholders(folders)})`, [id, ...folders]),
    byRows: (rows) => select("row IN (SELECT value FROM json_each(?))", [JSON.stringify(rows)]),
    withTombstone: (folder) => select("folder = ? AND state = 'buried'", [folder]),
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
    expired: (folders, nowMs) =>
      db
        .sql(
          `SELECT row FROM files WHERE expires_ms <= ? AND status = 'active' AND state = 'kept' AND gone_ms IS NULL
           AND folder IN (${placeholders(folders)})`,
        )
        .all(nowMs, ...folders)
        .map(({ row }) => Number(row)),
    put(folder, listed, file, state, reason) {
      const record = file.parsed.outcome === "record" ? file.parsed.record : undefined;
      const facts: Facts = {
        folder: folder.key,
        shelf: listed.category,
        name: listed.name,
        version: file.version,
        id: record?.id ?? "",
        state,
        status: record?.status ?? "",
        type: record?.type ?? "",
        created_ms: record === undefined ? 0 : (parseTime(record.createdAt) ?? 0),
        expires_ms: record?.expires === undefined ? null : (parseTime(record.expires) ?? null),
        claim: record === undefined ? null : (claimOf(record) ?? null),
        session: record === undefined ? null : (sessionOfSource(record.source) ?? null),
        tokens: record === undefined ? 0 : estimateTokens(record.text),
        acceptance: record === undefined ? "" : acceptanceHash(record),
        // Of a file that may not be shown, the index stores the path and not the content.
        body: state === "kept" && record !== undefined ? JSON.stringify(record) : "",
      };
      const columns = [...FACTS, "stamp", "still", "reason", "source", "body_mark", "row_hash"];
      const { row } = db
        .sql(
          `INSERT INTO files (${columns.join(", ")}) VALUES (${placeholders(columns)})
           ON CONFLICT (folder, shelf, name) DO UPDATE SET gone_ms = NULL, ${columns.map((column) => `${column} = excluded.${column}`).join(", ")}
           RETURNING row`,
        )
        .get(
          ...FACTS.map((fact) => facts[fact]),
          listed.stamp,
          listed.still ? 1 : 0,
          reason ?? null,
          state === "kept" && file.isPlain ? file.text : "",
          nameMark(facts.body),
          hashOfFacts(facts),
        ) as { row: number };
      dropStampCache(db, row);
      if (state === "kept" && record !== undefined) putWords(db.raw, row, wordsOf(record, folder.key));
      else dropWords(db.raw, row);
      if (record !== undefined) markSeen(db, record.id, state === "kept" ? file.version : null);
    },
    restamp(row, { stamp, still }) {
      db.sql("UPDATE files SET stamp = ?, still = ?, gone_ms = NULL WHERE row = ?").run(stamp, still ? 1 : 0, row);
      dropStampCache(db, row);
    },
    gone(row, atMs) {
      db.sql("UPDATE files SET gone_ms = ? WHERE row = ?").run(atMs, row);
      dropStampCache(db, row);
    },
    drop(entry) {
      dropStampCache(db, entry.row);
      dropWords(db.raw, entry.row);
      db.sql("DELETE FROM files WHERE row = ?").run(entry.row);
      const elsewhere = db.sql("SELECT version FROM files WHERE id = ? AND state = 'kept'").get(entry.id);
      if (entry.id !== "" && elsewhere === undefined) markSeen(db, entry.id, null);
    },
    body(row) {
      const found = db.sql(`SELECT ${FACTS.join(", ")}, row_hash FROM files WHERE row = ?`).get(row) as
        | (Facts & { row_hash: string })
        | undefined;
      if (found === undefined || found.body === "" || hashOfFacts(found) !== found.row_hash) return undefined;
      return JSON.parse(found.body) as MemoryRecord;
    },
    isIntact({ row, folder, state }) {
      const record = this.body(row);
      return record !== undefined && (state !== "kept" || holdsWords(db.raw, row, wordsOf(record, folder)));
    },
  };
}

/** Any change of a row makes the stamp cache of its category stale. */
function dropStampCache(db: Database, row: number): void {
  db.sql("DELETE FROM sheets WHERE (folder, shelf) = (SELECT folder, shelf FROM files WHERE row = ?)").run(row);
}

/** The columns that a row's hash covers: SQLite itself does not notice changed content. */
const FACTS = [
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

type Facts = Record<
  Exclude<(typeof FACTS)[number], "created_ms" | "expires_ms" | "claim" | "session" | "tokens">,
  string
> & {
  created_ms: number;
  expires_ms: number | null;
  claim: string | null;
  session: string | null;
  tokens: number;
};

function hashOfFacts(facts: Facts): string {
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

function wordsOf(record: MemoryRecord, folder: string) {
  const trust = isVouchedFor(record) ? filterWord.vouchedFor : filterWord.pending;
  return {
    text: [record.text, record.value ?? "", ...(record.steps ?? [])].join("\n"),
    key: record.key,
    tags: record.tags.join(" "),
    aliases: record.aliases.join(" "),
    keywords: record.keywords.join(" "),
    paths: record.paths.join(" "),
    shelf: `${filterWord.folder(folder)} ${filterWord.type(record.type)} ${filterWord.status(record.status)} ${trust}`,
  };
}

function markSeen(db: Database, id: RecordId, version: Version | null): void {
  db.sql("DELETE FROM seen WHERE id = ?").run(id);
  db.sql("INSERT INTO seen (id, version) VALUES (?, ?)").run(id, version);
}

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
    source: String(row.source),
    body: String(row.body),
    bodyMark: String(row.body_mark),
  };
}
