/** The one way to a database: private from the first byte, patient with other writers, strict about its SQLite. */
import { accessSync, closeSync, constants, existsSync, openSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { OldhandError } from "../../../core/base/error.ts";
import type { RandomBytes } from "../../../core/base/hash.ts";
import { pause } from "../../../core/base/pause.ts";
import { makeDirectory } from "../files/durable-files.ts";
import { asOldhandError } from "../files/file-errors.ts";

export type Access = "write" | "read";

export type Database = {
  readonly path: string;
  readonly access: Access;
  /** Prepared once per text and connection. */
  sql(text: string): StatementSync;
  exec(text: string): void;
  /** One short write transaction, taken at its start so that it never has to be retried half-way. */
  write<T>(work: () => T): T;
  /** One consistent view over several reads. */
  view<T>(work: () => T): T;
  /** Lets go of a damaged file, has it moved away, and goes on with what then stands in its place. */
  reopen(moveAway: () => void): void;
  close(): void;
  /** Chance from SQLite, for those who would otherwise load Node's crypto for a few bytes. */
  readonly random: RandomBytes;
  readonly raw: DatabaseSync;
};

export const IN_MEMORY = ":memory:";

type Options = {
  readonly access: Access;
  readonly busyMs: number;
  readonly synchronous: "FULL" | "NORMAL";
  /** Less for what is mostly written: pages that were written stay in memory without being asked for again. */
  readonly cacheMegabytes?: number;
  /** What is taken out of it can be given back to the disk; only where it is made anew. */
  readonly canShrink?: boolean;
};

/** The first SQLite without the WAL-reset fault that could corrupt a database with several writers. */
const OLDEST_SQLITE = [3, 51, 3] as const;
const CACHE_MEGABYTES = 64;
const WAL_LIMIT_BYTES = 8 * 1024 * 1024;

export function openDatabase(path: string, options: Options): Database {
  const open = () => (options.access === "write" ? openForWriting(path, options) : openForReading(path, options));
  let raw = open();
  const statements = new Map<string, StatementSync>();
  let depth = 0;
  const inside = <T>(begin: string, work: () => T): T => {
    if (depth > 0) return work();
    raw.exec(begin);
    depth += 1;
    try {
      const result = work();
      raw.exec("COMMIT");
      return result;
    } catch (error) {
      if (raw.isTransaction) raw.exec("ROLLBACK");
      throw error;
    } finally {
      depth -= 1;
    }
  };
  const sql = (text: string): StatementSync => {
    const known = statements.get(text);
    if (known !== undefined) return known;
    const statement = raw.prepare(text);
    statements.set(text, statement);
    return statement;
  };
  return {
    path,
    access: options.access,
    get raw() {
      return raw;
    },
    sql,
    exec: (text) => raw.exec(text),
    write: (work) => inside("BEGIN IMMEDIATE", work),
    view: (work) => inside("BEGIN", work),
    reopen(moveAway) {
      statements.clear();
      raw.close();
      moveAway();
      raw = open();
    },
    close: () => raw.close(),
    random: (count) => sql("SELECT randomblob(?) AS bytes").get(count)?.bytes as Uint8Array,
  };
}

/** Both databases keep their own small facts in a table `meta`. */
export function getMeta(db: Database, key: string): string | undefined {
  const row = db.sql("SELECT value FROM meta WHERE key = ?").get(key);
  return row === undefined ? undefined : String(row.value);
}

export function setMeta(db: Database, key: string, value: string): void {
  db.sql("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)").run(key, value);
}

/** True for the errors that mean the file itself is damaged, not that this call was unlucky. */
export function isDamage(error: unknown): boolean {
  const code = sqliteCode(error);
  if (code === 11 || code === 26) return true; // SQLITE_CORRUPT, SQLITE_NOTADB
  // No number that we write is too large for JavaScript: what node:sqlite cannot hand over is a bit that flipped.
  return error instanceof RangeError && /too large to be represented/.test(error.message);
}

/** SQLITE_ERROR, _READONLY, _CORRUPT, _TOOBIG, _CONSTRAINT, _MISMATCH, _NOTADB. */
const UNUSABLE = [1, 8, 11, 18, 19, 20, 26];

/** The same for a database that can be made anew: there, whatever contradicts its own schema has to be damage as well. */
export function isUnusable(error: unknown): boolean {
  return isDamage(error) || UNUSABLE.includes(sqliteCode(error) ?? 0);
}

/** For a file that SQLite can read and that is not what it should be. */
export function damageError(text: string): Error {
  return Object.assign(new Error(text), { errcode: 26 });
}

export function isBusy(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === 5 || code === 6; // SQLITE_BUSY, SQLITE_LOCKED
}

/** SQLite's quick look at a whole database: its structure, not its letters. */
export function passesQuickCheck({ raw }: Database): boolean {
  try {
    return raw.prepare("PRAGMA quick_check(1)").get()?.quick_check === "ok";
  } catch {
    return false; // too damaged to be looked at
  }
}

/** Turns SQLite's words into ours, with what to do next. */
/** Only what SQLite itself reports is put in our words; everything else is not the store's. */
export function saidBySqlite(error: unknown, path: string): unknown {
  return sqliteCode(error) === undefined ? error : asStoreError(error, path);
}

export function asStoreError(error: unknown, path: string): Error {
  if (error instanceof OldhandError) return error;
  const cause = { cause: error };
  switch (sqliteCode(error)) {
    case 5:
    case 6:
      return new OldhandError("busy", "Another oldhand is writing and did not finish in time. Run it again.", cause);
    case 8:
      return new OldhandError("read-only", `${path} cannot be written. Check who owns it and its permissions.`, cause);
    case 10:
      return new OldhandError(
        "io",
        `The disk reported an error at ${path}; nothing was acknowledged. Run \`oldhand doctor\`.`,
        cause,
      );
    case 13:
      return new OldhandError(
        "full",
        `No space left at ${path}. Nothing was changed: free some space and run it again.`,
        cause,
      );
    case 14:
      return new OldhandError("unreadable", `${path} cannot be opened. Check who owns it and its permissions.`, cause);
    default:
      return asOldhandError(error, path);
  }
}

function sqliteCode(error: unknown): number | undefined {
  if (typeof error !== "object" || error === null || !("errcode" in error)) return undefined;
  return typeof error.errcode === "number" ? error.errcode & 0xff : undefined;
}

function openForWriting(path: string, options: Options): DatabaseSync {
  if (path !== IN_MEMORY) demandWritable(path);
  const raw = new (sqlite().DatabaseSync)(path, { allowExtension: false, timeout: options.busyMs });
  try {
    demandSoundSqlite(raw);
    // Before the first page is written, or it has no effect.
    if (options.canShrink === true) raw.exec("PRAGMA auto_vacuum=INCREMENTAL");
    useLog(raw, options.busyMs);
    raw.exec(`PRAGMA synchronous=${options.synchronous}; PRAGMA trusted_schema=OFF; PRAGMA secure_delete=ON;
      PRAGMA foreign_keys=ON; PRAGMA cache_size=-${(options.cacheMegabytes ?? CACHE_MEGABYTES) * 1024}; PRAGMA journal_size_limit=${WAL_LIMIT_BYTES};`);
  } catch (error) {
    raw.close();
    throw error;
  }
  return raw;
}

/** The one step that SQLite does not wait for: while another process makes the same new database, it says busy at once. */
function useLog(raw: DatabaseSync, busyMs: number): void {
  for (let waitedMs = 0; ; waitedMs += LOG_WAIT_MS) {
    try {
      raw.exec("PRAGMA journal_mode=WAL");
      return;
    } catch (error) {
      if (!isBusy(error) || waitedMs >= busyMs) throw error;
      pause(LOG_WAIT_MS);
    }
  }
}

const LOG_WAIT_MS = 7;

/** Where the directory cannot be written, SQLite cannot share memory for its log: then the file is read as it stands. */
function openForReading(path: string, options: Options): DatabaseSync {
  if (!existsSync(path)) throw new OldhandError("not-found", `There is no ${path}.`);
  const { DatabaseSync } = sqlite();
  const plain = new DatabaseSync(path, { readOnly: true, timeout: options.busyMs });
  try {
    plain.exec("PRAGMA trusted_schema=OFF; SELECT count(*) FROM sqlite_schema;");
    return plain;
  } catch (error) {
    plain.close();
    if (isDamage(error) || isBusy(error)) throw error;
  }
  const url = pathToFileURL(path);
  url.searchParams.set("immutable", "1");
  return new DatabaseSync(url, { readOnly: true });
}

/**
 * SQLite gives its log and shared memory the mode of the database, so that must be private before it is opened; and it
 * calls a directory that it cannot write to a file that it cannot open.
 */
function demandWritable(path: string): void {
  try {
    if (!existsSync(path)) {
      makeDirectory(dirname(path));
      closeSync(openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600));
    }
    accessSync(path, constants.R_OK | constants.W_OK);
    accessSync(dirname(path), constants.W_OK);
  } catch (error) {
    throw asOldhandError(error, path);
  }
}

function demandSoundSqlite(raw: DatabaseSync): void {
  // As Node tells it; SQLite is asked only where Node was built with one from elsewhere and does not know.
  const version = process.versions.sqlite ?? String(raw.prepare("SELECT sqlite_version() AS v").get()?.v);
  const parts = version.split(".").map(Number);
  for (let i = 0; i < OLDEST_SQLITE.length; i++) {
    if (parts[i]! > OLDEST_SQLITE[i]!) return;
    if (parts[i]! < OLDEST_SQLITE[i]!) {
      throw new OldhandError(
        "unreadable",
        `This Node carries SQLite ${version}, which can damage a shared database. Use Node 22.23, 24.15 or newer.`,
      );
    }
  }
}

/** Loaded on first use, and without the notice that Node 22 prints for it. */
function sqlite(): typeof import("node:sqlite") {
  const warn = process.emitWarning;
  process.emitWarning = () => {};
  try {
    return process.getBuiltinModule("node:sqlite");
  } finally {
    process.emitWarning = warn;
  }
}
