/** index.db: everything that is searched and counted, rebuilt from the files and state.db after damage or a version change. */
import { existsSync, renameSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { systemClock } from "../../core/base/clock.ts";
import { OldhandError } from "../../core/base/error.ts";
import { SCREEN_VERSION } from "../../core/screen/clean.ts";
import { namesIn, removeFile } from "../files/durable-files.ts";
import type { Home } from "../files/home.ts";
import { COMMAND_TABLES } from "../index/commands/command-entries.ts";
import { LINE_TABLES } from "../index/commands/command-lines.ts";
import { createFullText } from "../index/full-text/full-text.ts";
import { HABIT_TABLES } from "../index/habit-tallies.ts";
import { PASSAGE_TABLES } from "../index/passages/passage-tables.ts";
import { UNEMBEDDED_INDEX } from "../index/record-vectors.ts";
import { STRENGTH_INDEXES } from "../index/strongest-records.ts";
import { SWEEP_INDEX } from "../index/sweep.ts";
import { asStoreError, isBusy, isUnusable } from "../store-errors.ts";
import { VECTOR_TABLES } from "../vectors/vector-blocks.ts";
import { type Database, getMeta, IN_MEMORY, openDatabase, removeDatabase } from "./database.ts";

/** Raised whenever the tables, the parser or the tokens of the index change. */
const INDEX_VERSION = `22.${SCREEN_VERSION}`;
const KEEP_DAMAGED = 2;
const REBUILT = "index.db was damaged. Rebuilt it from your files.";

const TABLES = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE directories (
  folder TEXT NOT NULL, shelf TEXT NOT NULL, stamp TEXT NOT NULL, still INTEGER NOT NULL,
  PRIMARY KEY (folder, shelf)
) STRICT, WITHOUT ROWID;
CREATE TABLE files (
  row INTEGER PRIMARY KEY,
  folder TEXT NOT NULL, shelf TEXT NOT NULL, name TEXT NOT NULL,
  stamp BLOB NOT NULL, still INTEGER NOT NULL, version BLOB NOT NULL,
  id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('kept', 'invalid', 'buried')),
  reason TEXT,
  gone_ms INTEGER,
  status TEXT NOT NULL, type TEXT NOT NULL, priority INTEGER NOT NULL,
  vouched INTEGER NOT NULL, from_person INTEGER NOT NULL, bound INTEGER NOT NULL, guarded INTEGER NOT NULL,
  created_ms INTEGER NOT NULL, expires_ms INTEGER,
  claim TEXT, session TEXT,
  tokens INTEGER NOT NULL, acceptance BLOB NOT NULL,
  text_mark BLOB NOT NULL, body TEXT NOT NULL, body_mark BLOB NOT NULL, row_mark BLOB NOT NULL,
  embedded INTEGER NOT NULL DEFAULT 0,
  UNIQUE (folder, shelf, name)
) STRICT;
CREATE INDEX files_by_id ON files (id, folder, acceptance, state, gone_ms);
CREATE INDEX files_unkept ON files (folder) WHERE state <> 'kept';
CREATE INDEX files_by_expiry ON files (expires_ms) WHERE expires_ms IS NOT NULL;
CREATE INDEX files_by_claim ON files (claim) WHERE claim IS NOT NULL;
CREATE INDEX files_by_session ON files (session) WHERE session IS NOT NULL;
`;

/** Old sessions expire, and give their pages back. */
const WRITTEN = { access: "write", synchronous: "NORMAL", cacheMegabytes: 32, canShrink: true } as const;

export function openIndex(home: Home, note: (text: string) => void, busyMs = 10_000): Database {
  for (let tries = 0; ; tries++) {
    try {
      const db = openDatabase(home.indexFile, { ...WRITTEN, busyMs });
      if (ensureTables(db) === "new") removeFormerIndexes(home);
      return db;
    } catch (error) {
      if (tries > 0 || !isUnusable(error)) throw asStoreError(error, home.indexFile);
      moveAside(home);
      note(REBUILT);
    }
  }
}

/** Earlier versions had the text of sessions and commands in files of their own. */
function removeFormerIndexes({ formerIndexFiles }: Home): void {
  for (const file of formerIndexFiles) removeDatabase(file, "all");
}

/** Reads the index as it is; undefined if it is missing, of another version, or unusable. */
export function readIndex(home: Home): Database | undefined {
  if (!existsSync(home.indexFile)) return undefined;
  try {
    const db = openDatabase(home.indexFile, { access: "read", busyMs: 50, synchronous: "NORMAL" });
    if (versionOf(db) === INDEX_VERSION) return db;
    db.close();
  } catch (error) {
    // The files are intact whatever is wrong here: the caller works without the index, and the next writer rebuilds it.
    if (error instanceof OldhandError && error.code !== "not-found") throw error;
  }
  return undefined;
}

/** For a home that cannot be written: the same index, in memory, for one call. */
export function indexInMemory(): Database {
  const db = openDatabase(IN_MEMORY, { access: "write", busyMs: 0, synchronous: "NORMAL" });
  ensureTables(db);
  return db;
}

/** Empties the index in place, so that other processes that have it open keep using the same file. */
export function clearIndex(db: Database): void {
  // In one transaction: another process must never see an index without tables.
  db.write(() => recreateTables(db));
}

/** Replaces a damaged index with an empty one; the next refresh fills it. */
export function recreateIndex(db: Database, home: Home, note: (text: string) => void): void {
  db.reopen(() => moveAside(home));
  ensureTables(db);
  note(REBUILT);
}

/** Starts a new index file; a process that still reads the old one keeps it until it closes it. */
export function replaceIndex(db: Database, home: Home): void {
  db.reopen(() => removeDatabase(home.indexFile, "all"));
  ensureTables(db);
}

/** Moves a damaged index aside and keeps the last two, in case somebody wants to inspect them. */
function moveAside(home: Home): void {
  if (existsSync(home.indexFile)) renameSync(home.indexFile, `${home.indexFile}.corrupt-${systemClock()}`);
  removeDatabase(home.indexFile, "log");
  for (const name of damagedIndexes(home).slice(KEEP_DAMAGED)) removeFile(name);
}

export function damagedIndexes(home: Home): string[] {
  const prefix = `${basename(home.indexFile)}.corrupt-`;
  return namesIn(dirname(home.indexFile))
    .filter((name) => name.startsWith(prefix))
    .reverse()
    .map((name) => join(dirname(home.indexFile), name));
}

function ensureTables(db: Database): "new" | "known" {
  if (versionOf(db) === INDEX_VERSION) return "known";
  const hadTables = db.sql("SELECT 1 FROM sqlite_schema LIMIT 1").get() !== undefined;
  db.write(() => {
    if (versionOf(db) !== INDEX_VERSION) recreateTables(db);
  });
  if (hadTables) giveBackPages(db);
  return "new";
}

/** The pages of an older version: while the new tables are empty, this takes a moment. */
function giveBackPages(db: Database): void {
  try {
    db.exec("PRAGMA auto_vacuum=INCREMENTAL");
    db.exec("VACUUM");
  } catch (error) {
    if (!isBusy(error)) throw error; // another process writes; the index is only larger than it has to be
  }
}

function recreateTables(db: Database): void {
  dropTables(db);
  for (const tables of [TABLES, STRENGTH_INDEXES, SWEEP_INDEX, UNEMBEDDED_INDEX, PASSAGE_TABLES, COMMAND_TABLES])
    db.exec(tables);
  for (const tables of [VECTOR_TABLES, HABIT_TABLES, LINE_TABLES]) db.exec(tables);
  createFullText(db.raw);
  db.sql("INSERT INTO meta (key, value) VALUES ('version', ?), ('epoch', ?)").run(INDEX_VERSION, String(systemClock()));
}

/** Undefined if a table is missing, whatever the version says. */
function versionOf(db: Database): string | undefined {
  const known = db.sql(
    "SELECT count(*) AS n FROM sqlite_schema WHERE name IN ('meta', 'directories', 'files', 'words')",
  );
  if (known.get()?.n !== 4) return undefined;
  return getMeta(db, "version");
}

function dropTables(db: Database): void {
  // Virtual tables first: each drops its shadow tables, which cannot be dropped by themselves.
  for (const kind of ["CREATE VIRTUAL TABLE%", "CREATE TABLE%"]) {
    const tables = db.raw
      .prepare("SELECT name FROM sqlite_schema WHERE sql LIKE ? AND name NOT LIKE 'sqlite_%'")
      .all(kind);
    for (const { name } of tables) db.exec(`DROP TABLE "${name}"`);
  }
}
