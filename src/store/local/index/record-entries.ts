/** The index rows of record files: their paths, versions and contents, and the full text that finds them. */
import { parseTime } from "../../../core/base/clock.ts";
import type { Version } from "../../../core/ports.ts";
import { acceptanceHash, isVouchedFor } from "../../../core/record/acceptance.ts";
import { claimOf, isFromPerson } from "../../../core/record/effective.ts";
import { type MemoryRecord, priorityRank, type RecordId, sessionOfSource } from "../../../core/record/record.ts";
import { estimateTokens } from "../../../core/text/tokens.ts";
import { type Database, damaged, placeholders } from "../databases/database.ts";
import { type Folder, type Listed, type ReadFile, textMark } from "../files/record-folder.ts";
import {
  type Entry,
  type EntryFinder,
  FACTS,
  type Facts,
  filterWordsOf,
  findEntries,
  isHash,
  markOfFacts,
  packedOf,
} from "./find-entries.ts";
import { dropStatedWords, type Fields, putWords } from "./full-text/full-text.ts";
import { markOfPacked, packRecord, unpackRecord } from "./packed-record.ts";
import { dropRecordVector } from "./record-vectors.ts";
import {
  readStampCache,
  STAMP_CACHE,
  type StampCache,
  saveStampCache,
  stampBytes,
  stampCacheOf,
} from "./stamp-cache.ts";

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
  /** What the full text should have of a stored record; undefined if its row is damaged. */
  wordsOf(entry: Pick<Entry, "row" | "folder">): Fields | undefined;
};

export function entriesOf(db: Database): Entries {
  const finder = findEntries(db);
  const { select } = finder;
  const at: Entries["at"] = (folder, category, name) =>
    select("folder = ? AND shelf = ? AND name = ?", [folder, category, name])[0];
  /** The full text stores no text, so the words to drop are made again from the row. */
  const dropWordsOf = (entry: Entry): void => {
    if (entry.body === "") return;
    if (markOfPacked(entry) !== entry.bodyMark) throw damaged("A row of the index is damaged.");
    dropStatedWords(db.raw, entry.row, wordsOf(unpackRecord(entry), entry.folder));
  };
  return {
    ...finder,
    stamps(folder, category) {
      const kept = db.sql(STAMP_CACHE).get(folder, category);
      const known = kept === undefined ? undefined : readStampCache(kept);
      if (known !== undefined) return known;
      const rows = db
        .sql("SELECT name, stamp, still, gone_ms FROM files WHERE folder = ? AND shelf = ? ORDER BY name")
        .all(folder, category);
      const cache = stampCacheOf(
        rows.map(({ name, stamp, still, gone_ms }) => ({
          name: String(name),
          stamp: still === 1 && gone_ms === null ? (stamp as Uint8Array) : undefined,
        })),
      );
      if (db.access === "write" && !cache.stamps.includes(Number.NaN)) saveStampCache(db, { folder, category, cache });
      return cache;
    },
    at,
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
            `SELECT id, lower(hex(version)) AS version FROM files WHERE id <> '' AND state <> 'invalid' AND gone_ms IS NULL
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
        priority: record === undefined ? 0 : priorityRank(record.priority),
        vouched: record !== undefined && isVouchedFor(record) ? 1 : 0,
        from_person: record !== undefined && isFromPerson(record) ? 1 : 0,
        bound: record === undefined || record.paths.length === 0 ? 0 : 1,
        guarded: record?.guards === undefined && record?.guardProblem === undefined ? 0 : 1,
        created_ms: record === undefined ? 0 : (parseTime(record.createdAt) ?? 0),
        expires_ms: record?.expires === undefined ? null : (parseTime(record.expires) ?? null),
        claim: record === undefined ? null : (claimOf(record) ?? null),
        session: record === undefined ? null : (sessionOfSource(record.source) ?? null),
        tokens: record === undefined ? 0 : estimateTokens(record.text),
        acceptance: record === undefined ? "" : acceptanceHash(record),
        // Of a file that may not be shown, the index stores the path and not the content.
        body: state === "kept" && record !== undefined ? packRecord(record) : "",
      };
      const before = at(folder.key, listed.category, listed.name);
      if (before !== undefined) dropWordsOf(before);
      const { row } = db
        .sql(PUT)
        .get(
          ...FACTS.map((fact) => facts[fact]),
          stampBytes(listed.stamp),
          listed.still ? 1 : 0,
          reason ?? null,
          state === "kept" && file.isPlain ? textMark(file.text) : "",
          markOfPacked(packedOf(facts)),
          markOfFacts(facts),
        ) as { row: number };
      dropStampCache(db, row);
      dropRecordVector(db, row);
      if (state === "kept" && record !== undefined) putWords(db.raw, row, wordsOf(record, folder.key));
    },
    restamp(row, { stamp, still }) {
      const put = db.sql("UPDATE files SET stamp = ?, still = ?, gone_ms = NULL WHERE row = ?");
      put.run(stampBytes(stamp), still ? 1 : 0, row);
      dropStampCache(db, row);
    },
    gone(row, atMs) {
      db.sql("UPDATE files SET gone_ms = ? WHERE row = ?").run(atMs, row);
      dropStampCache(db, row);
    },
    drop(entry) {
      dropStampCache(db, entry.row);
      dropRecordVector(db, entry.row);
      // As the row is now: the caller may have read it before another process changed it.
      for (const now of finder.byRows([entry.row])) dropWordsOf(now);
      db.sql("DELETE FROM files WHERE row = ?").run(entry.row);
    },
    wordsOf({ row, folder }) {
      const record = finder.body(row);
      return record === undefined ? undefined : wordsOf(record, folder);
    },
  };
}

const COLUMNS = [...FACTS, "stamp", "still", "reason", "text_mark", "body_mark", "row_mark"];
const PUT = `
  INSERT INTO files (${COLUMNS.join(", ")})
  VALUES (${COLUMNS.map((column) => (isHash(column) ? "unhex(?)" : "?")).join(", ")})
  ON CONFLICT (folder, shelf, name) DO UPDATE SET gone_ms = NULL, ${COLUMNS.map((column) => `${column} = excluded.${column}`).join(", ")}
  RETURNING row`;

/** Any change of a row makes the stamp cache of its category stale. */
function dropStampCache(db: Database, row: number): void {
  db.sql("DELETE FROM sheets WHERE (folder, shelf) = (SELECT folder, shelf FROM files WHERE row = ?)").run(row);
}

function wordsOf(record: MemoryRecord, folder: string): Fields {
  const { type, status } = record;
  return {
    text: [record.text, record.value ?? "", ...(record.steps ?? [])].join("\n"),
    key: record.key,
    tags: record.tags.join(" "),
    aliases: record.aliases.join(" "),
    keywords: record.keywords.join(" "),
    paths: record.paths.join(" "),
    shelf: filterWordsOf({ folder, type, status, isVouchedFor: isVouchedFor(record) }).join(" "),
  };
}
