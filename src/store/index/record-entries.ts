/** The index rows of record files: their paths, versions and contents, and the full text that finds them. */

import { parseTime } from "../../core/base/clock.ts";
import { nameMark } from "../../core/base/hash.ts";
import type { Version } from "../../core/ports.ts";
import { acceptanceHash, isVouchedFor } from "../../core/record/acceptance.ts";
import { claimOf, isFromPerson } from "../../core/record/effective.ts";
import { type MemoryRecord, priorityRank, type RecordId, sessionOfSource } from "../../core/record/record.ts";
import { estimateTokens } from "../../core/text/tokens.ts";
import type { Database } from "../databases/database.ts";
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
} from "./find-entries.ts";
import { dropWords, type Fields, putWords } from "./full-text/full-text.ts";
import { dropRecordVector } from "./record-vectors.ts";
import { stampBytes } from "./sweep.ts";

export type Entries = EntryFinder & {
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
  return {
    ...finder,
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
    withTombstone: (folder) => select("folder = ? AND state <> 'kept' AND state = 'buried'", [folder]),
    expired: (folders, nowMs) =>
      db
        .sql(
          `SELECT row FROM files INDEXED BY files_by_expiry WHERE expires_ms IS NOT NULL AND expires_ms <= ?
             AND status = 'active' AND state = 'kept' AND gone_ms IS NULL AND folder IN (SELECT value FROM json_each(?))`,
        )
        .all(nowMs, JSON.stringify(folders))
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
        body: state === "kept" && record !== undefined ? JSON.stringify(record) : "",
      };
      const { row } = db
        .sql(PUT)
        .get(
          ...FACTS.map((fact) => facts[fact]),
          stampBytes(listed.stamp),
          listed.still ? 1 : 0,
          reason ?? null,
          state === "kept" && file.isPlain ? textMark(file.text) : "",
          nameMark(facts.body),
          markOfFacts(facts),
        ) as { row: number };
      dropRecordVector(db, row);
      if (state === "kept" && record !== undefined) putWords(db.raw, row, wordsOf(record, folder.key));
      else dropWords(db.raw, row);
    },
    restamp(row, { stamp, still }) {
      const put = db.sql("UPDATE files SET stamp = ?, still = ?, gone_ms = NULL WHERE row = ?");
      put.run(stampBytes(stamp), still ? 1 : 0, row);
    },
    gone(row, atMs) {
      db.sql("UPDATE files SET gone_ms = ? WHERE row = ?").run(atMs, row);
    },
    drop(entry) {
      dropRecordVector(db, entry.row);
      dropWords(db.raw, entry.row);
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
