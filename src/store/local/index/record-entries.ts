/** The index rows of record files: their paths, versions and contents, and the full text that finds them. */
import { parseTime } from "../../../core/base/clock.ts";
import { nameMark } from "../../../core/base/hash.ts";
import type { Version } from "../../../core/ports.ts";
import { acceptanceHash, isVouchedFor } from "../../../core/record/acceptance.ts";
import { claimOf } from "../../../core/record/effective.ts";
import { type MemoryRecord, type RecordId, sessionOfSource } from "../../../core/record/record.ts";
import { estimateTokens } from "../../../core/text/tokens.ts";
import { type Database, placeholders } from "../databases/database.ts";
import { type Folder, type Listed, type ReadFile, textMark } from "../files/record-folder.ts";
import {
  type Entry,
  type EntryFinder,
  FACTS,
  type Facts,
  filterWord,
  findEntries,
  hashOfFacts,
} from "./find-entries.ts";
import { dropWords, holdsWords, putWords } from "./full-text/full-text.ts";
import { dropRecordVector } from "./record-vectors.ts";
import { readStampCache, type StampCache, saveStampCache, stampCacheOf } from "./stamp-cache.ts";

export type Entries = EntryFinder & {
  /** The files of one category with their stamps; an untrusted stamp, or that of a missing file, matches no file. */
  stamps(folder: string, category: string): StampCache;
  at(folder: string, category: string, name: string): Entry | undefined;
  all(folder: string): Entry[];
  withTombstone(folder: string): Entry[];
  /** The folders that the index has files of. */
  folders(): readonly string[];
  /** The version of every record's file in these folders, also of files that tombstones hide. */
  versionsIn(folders: readonly string[]): ReadonlyMap<RecordId, Version>;
  expired(folders: readonly string[], nowMs: number): number[];
  put(folder: Folder, listed: Listed, file: ReadFile, state: "kept" | "invalid" | "buried", reason?: string): void;
  restamp(row: number, listed: Listed): void;
  gone(row: number, atMs: number): void;
  drop(entry: Entry): void;
  /** True if the row is intact and its full text is that of its record. */
  isIntact(entry: Pick<Entry, "row" | "folder" | "state">): boolean;
};

export function entriesOf(db: Database): Entries {
  const finder = findEntries(db);
  const { select } = finder;
  return {
    ...finder,
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
    folders: () =>
      db
        .sql("SELECT DISTINCT folder FROM files")
        .all()
        .map(({ folder }) => String(folder)),
    versionsIn: (folders) =>
      new Map(
        db
          .sql(
            `SELECT id, version FROM files WHERE id <> '' AND state <> 'invalid' AND gone_ms IS NULL
             AND folder IN (SELECT value FROM json_each(?))`,
          )
          .all(JSON.stringify(folders))
          .map(({ id, version }) => [String(id), String(version)]),
      ),
    withTombstone: (folder) => select("folder = ? AND state = 'buried'", [folder]),
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
      const columns = [...FACTS, "stamp", "still", "reason", "text_mark", "body_mark", "row_hash"];
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
          state === "kept" && file.isPlain ? textMark(file.text) : "",
          nameMark(facts.body),
          hashOfFacts(facts),
        ) as { row: number };
      dropStampCache(db, row);
      dropRecordVector(db, row);
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
      dropRecordVector(db, entry.row);
      dropWords(db.raw, entry.row);
      db.sql("DELETE FROM files WHERE row = ?").run(entry.row);
      const elsewhere = db.sql("SELECT version FROM files WHERE id = ? AND state = 'kept'").get(entry.id);
      if (entry.id !== "" && elsewhere === undefined) markSeen(db, entry.id, null);
    },
    isIntact({ row, folder, state }) {
      const record = finder.body(row);
      return record !== undefined && (state !== "kept" || holdsWords(db.raw, row, wordsOf(record, folder)));
    },
  };
}

/** Any change of a row makes the stamp cache of its category stale. */
function dropStampCache(db: Database, row: number): void {
  db.sql("DELETE FROM sheets WHERE (folder, shelf) = (SELECT folder, shelf FROM files WHERE row = ?)").run(row);
}

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
