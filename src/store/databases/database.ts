/** Opens a SQLite database: with private permissions, waiting for other writers, and only with a safe SQLite version. */
import { accessSync, closeSync, constants, existsSync, openSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { pause } from "../../core/base/clock.ts";
import { OldhandError } from "../../core/base/error.ts";
import type { RandomBytes } from "../../core/base/hash.ts";
import { demandRegular, makeDirectory, removeFile } from "../files/durable-files.ts";
import { asOldhandError, isBusy, isDamage } from "../store-errors.ts";

type Access = "write" | "read";

/** Anything but a promise. */
export type AtOnce<T> = T extends PromiseLike<unknown> ? never : T;

export type Database = {
  readonly path: string;
  readonly access: Access;
  /** Prepared once per text and connection. */
  sql(text: string): StatementSync;
  exec(text: string): void;
  /**
   * One short write transaction, locked from its start so that it never has to be retried halfway. Nothing asynchronous: an error
   * that comes later would not undo it.
   */
  write<T>(work: () => AtOnce<T>): T;
  /** One consistent view over several reads. */
  view<T>(work: () => T): T;
  /** Closes a damaged file, has it moved away, and opens the file that is then in its place. */
  reopen(moveAway: () => void): void;
  close(): void;
  /** Random bytes from SQLite, so that nobody loads Node's crypto for a few bytes. */
  readonly random: RandomBytes;
  readonly raw: DatabaseSync;
};

export const IN_MEMORY = ":memory:";

type Options = {
  readonly access: Access;
  readonly busyMs: number;
  readonly synchronous: "FULL" | "NORMAL";
  /** Less for a database that is mostly written: written pages stay in the cache and are rarely read again. */
  readonly cacheMegabytes?: number;
  /** Deleted pages can be returned to the disk; takes effect only for a new file. */
  readonly canShrink?: boolean;
};

/** The first SQLite without the WAL-reset bug that could corrupt a database with several writers. */
const OLDEST_SQLITE = [3, 51, 3] as const;
const CACHE_MEGABYTES = 64;
const WAL_LIMIT_BYTES = 8 * 1024 * 1024;

export function openDatabase(path: string, options: Options): Database {
  // The log is opened with the database.
  if (path !== IN_MEMORY) for (const end of ["", "-wal", "-shm", "-journal"]) demandRegular(`${path}${end}`);
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

/** Every database has a table `meta` for single values. */
export function getMeta(db: Database, key: string): string | undefined {
  const row = db.sql("SELECT value FROM meta WHERE key = ?").get(key);
  return row === undefined ? undefined : String(row.value);
}

export function setMeta(db: Database, key: string, value: string): void {
  db.sql("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)").run(key, value);
}

/** Question marks for so many values. */
export function placeholders(values: readonly unknown[]): string {
  return values.map(() => "?").join(", ");
}

type RowValues = Readonly<Record<string, SQLInputValue | undefined>>;

/** Inserts one row, by the names of its columns; an undefined value becomes NULL. */
export function insertRow(
  db: Database,
  table: string,
  row: RowValues,
  instead: "" | "OR REPLACE " | "OR IGNORE " = "",
): void {
  const columns = Object.keys(row);
  db.sql(`INSERT ${instead}INTO ${table} (${columns.join(", ")}) VALUES (${placeholders(columns)})`).run(
    ...Object.values(row).map((value) => value ?? null),
  );
}

/** The same for a row that may exist already. */
export function putRow(db: Database, table: string, row: RowValues): void {
  insertRow(db, table, row, "OR REPLACE ");
}

/** The property with the value of a column that may be NULL. */
export function optionalText(name: string, value: unknown): Record<string, string> {
  return value === null ? {} : { [name]: String(value) };
}

export function optionalNumber(name: string, value: unknown): Record<string, number> {
  return value === null ? {} : { [name]: Number(value) };
}

export function pragma({ raw }: Database, name: string): number {
  return Number(Object.values(raw.prepare(`PRAGMA ${name}`).get() ?? {})[0]);
}

/** Changes with every write to the database, by this process or another. */
export function changeMark(db: Database): string {
  const ours = db.sql("SELECT total_changes() AS n").get()?.n;
  return `${db.sql("PRAGMA data_version").get()?.data_version}.${ours}`;
}

/** The same calls, each of them run by `run`, which may repair the database and try again. */
export function wrapped<T extends { [Name in keyof T]: unknown }>(calls: T, run: (call: () => never) => unknown): T {
  const each = Object.entries(calls).map(([name, call]) => [
    name,
    (...args: unknown[]) => run(() => (call as (...args: unknown[]) => never)(...args)),
  ]);
  return Object.fromEntries(each) as T;
}

/** For a file that SQLite can read but whose content is wrong. */
export function damaged(text: string): Error {
  return Object.assign(new Error(text), { errcode: 26 });
}

/** Removes a database's log, or all of its files. */
export function removeDatabase(path: string, parts: "log" | "all"): void {
  for (const end of [...(parts === "all" ? [""] : []), "-wal", "-shm"]) removeFile(`${path}${end}`);
}

/** SQLite's quick check: it finds broken structure, not changed content. */
export function passesQuickCheck({ raw }: Database): boolean {
  try {
    return raw.prepare("PRAGMA quick_check(1)").get()?.quick_check === "ok";
  } catch {
    return false; // too damaged to check
  }
}

function openForWriting(path: string, options: Options): DatabaseSync {
  if (path !== IN_MEMORY) demandWritable(path);
  const raw = new (sqlite().DatabaseSync)(path, { allowExtension: false, timeout: options.busyMs });
  try {
    demandSoundSqlite(raw);
    // Before the first page is written, or it has no effect; later it would be a write, synced to the disk, at every opening.
    if (options.canShrink === true && raw.prepare("PRAGMA page_count").get()?.page_count === 0)
      raw.exec("PRAGMA auto_vacuum=INCREMENTAL");
    useLog(raw, options.busyMs);
    raw.exec(`PRAGMA synchronous=${options.synchronous}; PRAGMA trusted_schema=OFF; PRAGMA secure_delete=ON;
      PRAGMA foreign_keys=ON; PRAGMA cache_size=-${(options.cacheMegabytes ?? CACHE_MEGABYTES) * 1024}; PRAGMA journal_size_limit=${WAL_LIMIT_BYTES};`);
  } catch (error) {
    raw.close();
    throw error;
  }
  return raw;
}

/** SQLite does not wait here by itself: if another process creates the same database, it reports busy at once. */
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

/** In a directory that cannot be written, SQLite cannot share memory for its log: then the file is read as immutable. */
function openForReading(path: string, options: Options): DatabaseSync {
  if (!existsSync(path)) throw new OldhandError("not-found", `${path} does not exist.`);
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
 * SQLite gives its log and shared memory the mode of the database file, so that file has to be private before it is
 * opened. And if the directory cannot be written, SQLite only reports that it cannot open the file.
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
  // Node does not know the version if it was built with an external SQLite.
  const version = process.versions.sqlite ?? String(raw.prepare("SELECT sqlite_version() AS v").get()?.v);
  const parts = version.split(".").map(Number);
  for (let i = 0; i < OLDEST_SQLITE.length; i++) {
    if (parts[i]! > OLDEST_SQLITE[i]!) return;
    if (parts[i]! < OLDEST_SQLITE[i]!) {
      throw new OldhandError(
        "unreadable",
        `This Node has SQLite ${version}, which can damage a shared database. Use Node 22.23, 24.15 or newer.`,
      );
    }
  }
}

/** Runs the work while no other process holds the lock on that file; a process that dies gives it back. */
export function withFileLock<T>(path: string, waitMs: number, work: () => T): T {
  demandRegular(path);
  demandWritable(path);
  // SQLite's lock on an empty file: nothing is ever written to it.
  const lock = new (sqlite().DatabaseSync)(path, { timeout: waitMs });
  try {
    lock.exec("BEGIN EXCLUSIVE");
    return work();
  } finally {
    lock.close();
  }
}

/** Loaded on first use, and without the warning that Node 22 prints for it. */
export function sqlite(): typeof import("node:sqlite") {
  const warn = process.emitWarning;
  process.emitWarning = () => {};
  try {
    return process.getBuiltinModule("node:sqlite");
  } finally {
    process.emitWarning = warn;
  }
}
