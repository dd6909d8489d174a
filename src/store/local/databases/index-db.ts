/** index.db: what can be rebuilt from the files at any time; another version or damage means it is made anew. */
import { existsSync, renameSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { systemClock } from "../../../core/base/clock.ts";
import { OldhandError } from "../../../core/base/error.ts";
import { SCREEN_VERSION } from "../../../core/screen/clean.ts";
import { namesIn, removeFile } from "../files/durable-files.ts";
import type { Home } from "../files/home.ts";
import { LINE_TABLES } from "../index/command-line-tables.ts";
import { createFullText } from "../index/full-text/full-text.ts";
import { HABIT_TABLES } from "../index/habit-tallies.ts";
import { STRENGTH_INDEXES } from "../index/strongest-records.ts";
import { asStoreError, type Database, IN_MEMORY, isUnusable, openDatabase } from "./database.ts";

/** Raised whenever the tables, the parser or the words of the index change. */
const INDEX_VERSION = `11.${SCREEN_VERSION}`;
const KEEP_DAMAGED = 2;
const REBUILT = "index.db was damaged; it is rebuilt from your files.";

const TABLES = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE directories (
  folder TEXT NOT NULL, shelf TEXT NOT NULL, stamp TEXT NOT NULL, still INTEGER NOT NULL,
  PRIMARY KEY (folder, shelf)
) STRICT, WITHOUT ROWID;
CREATE TABLE sheets (
  folder TEXT NOT NULL, shelf TEXT NOT NULL, names TEXT NOT NULL, stamps BLOB NOT NULL,
  PRIMARY KEY (folder, shelf)
) STRICT; -- with rowids: else the way to one row reads the whole of those beside it
CREATE TABLE files (
  row INTEGER PRIMARY KEY,
  folder TEXT NOT NULL, shelf TEXT NOT NULL, name TEXT NOT NULL,
  stamp TEXT NOT NULL, still INTEGER NOT NULL, version TEXT NOT NULL,
  id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('kept', 'invalid', 'buried')),
  reason TEXT,
  gone_ms INTEGER,
  status TEXT NOT NULL, type TEXT NOT NULL, created_ms INTEGER NOT NULL, expires_ms INTEGER,
  claim TEXT,
  tokens INTEGER NOT NULL,
  source TEXT NOT NULL, body TEXT NOT NULL, body_mark TEXT NOT NULL, row_hash TEXT NOT NULL,
  UNIQUE (folder, shelf, name)
) STRICT;
CREATE INDEX files_by_id ON files (id);
CREATE INDEX files_buried ON files (folder) WHERE state = 'buried';
CREATE INDEX files_by_expiry ON files (expires_ms) WHERE expires_ms IS NOT NULL;
CREATE INDEX files_by_claim ON files (claim) WHERE claim IS NOT NULL;
CREATE TABLE seen (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, version TEXT) STRICT;
`;

export function openIndex(home: Home, note: (text: string) => void, busyMs = 10_000): Database {
  for (let tries = 0; ; tries++) {
    try {
      const db = openDatabase(home.indexFile, { access: "write", busyMs, synchronous: "NORMAL" });
      ensureTables(db);
      return db;
    } catch (error) {
      if (tries > 0 || !isUnusable(error)) throw asStoreError(error, home.indexFile);
      moveAside(home);
      note(REBUILT);
    }
  }
}

/** Reads the index as it is; undefined where there is none of this version, or where it cannot be used. */
export function readIndex(home: Home): Database | undefined {
  if (!existsSync(home.indexFile)) return undefined;
  try {
    const db = openDatabase(home.indexFile, { access: "read", busyMs: 50, synchronous: "NORMAL" });
    if (versionOf(db) === INDEX_VERSION) return db;
    db.close();
  } catch (error) {
    // Whatever is wrong with it, the files are whole: the caller does without, and the next writer rebuilds it.
    if (error instanceof OldhandError && error.code !== "not-found") throw error;
  }
  return undefined;
}

/** For a home that cannot be written: the same index, held in memory for one call. */
export function indexInMemory(): Database {
  const db = openDatabase(IN_MEMORY, { access: "write", busyMs: 0, synchronous: "NORMAL" });
  ensureTables(db);
  return db;
}

/** Empties the index in place, so that other processes that hold it open go on with the same file. */
export function clearIndex(db: Database): void {
  db.write(() => dropTables(db));
  ensureTables(db);
}

/** Goes on with an empty index in place of a damaged one; the next look at the files fills it. */
export function recreateIndex(db: Database, home: Home, note: (text: string) => void): void {
  db.reopen(() => moveAside(home));
  ensureTables(db);
  note(REBUILT);
}

/** Begins the index anew in a file of its own; whoever still reads the old one keeps it until the end. */
export function replaceIndex(db: Database, home: Home): void {
  db.reopen(() => {
    for (const end of ["", "-wal", "-shm"]) removeFile(`${home.indexFile}${end}`);
  });
  ensureTables(db);
}

/** Moves a damaged index out of the way and keeps the last two for whoever wants to look. */
export function moveAside(home: Home): void {
  if (existsSync(home.indexFile)) renameSync(home.indexFile, `${home.indexFile}.corrupt-${systemClock()}`);
  for (const end of ["-wal", "-shm"]) removeFile(`${home.indexFile}${end}`);
  for (const name of damagedIndexes(home).slice(KEEP_DAMAGED)) removeFile(name);
}

export function damagedIndexes(home: Home): string[] {
  const prefix = `${basename(home.indexFile)}.corrupt-`;
  return namesIn(dirname(home.indexFile))
    .filter((name) => name.startsWith(prefix))
    .reverse()
    .map((name) => join(dirname(home.indexFile), name));
}

function ensureTables(db: Database): void {
  if (versionOf(db) === INDEX_VERSION) return;
  db.write(() => {
    if (versionOf(db) === INDEX_VERSION) return;
    dropTables(db);
    db.exec(TABLES);
    db.exec(HABIT_TABLES);
    db.exec(LINE_TABLES);
    db.exec(STRENGTH_INDEXES);
    createFullText(db.raw);
    db.sql("INSERT INTO meta (key, value) VALUES ('version', ?), ('epoch', ?)").run(
      INDEX_VERSION,
      String(systemClock()),
    );
  });
}

/** Undefined where a table is missing, whatever the version says. */
function versionOf(db: Database): string | undefined {
  const known = db.sql(
    "SELECT count(*) AS n FROM sqlite_schema WHERE name IN ('meta', 'directories', 'files', 'seen', 'words')",
  );
  if (known.get()?.n !== 5) return undefined;
  const row = db.raw.prepare("SELECT value FROM meta WHERE key = 'version'").get();
  return row === undefined ? undefined : String(row.value);
}

function dropTables(db: Database): void {
  // Virtual tables first: each takes its shadow tables along, which could not be dropped by themselves.
  for (const kind of ["CREATE VIRTUAL TABLE%", "CREATE TABLE%"]) {
    const tables = db.raw
      .prepare("SELECT name FROM sqlite_schema WHERE sql LIKE ? AND name NOT LIKE 'sqlite_%'")
      .all(kind);
    for (const { name } of tables) db.exec(`DROP TABLE "${name}"`);
  }
}
