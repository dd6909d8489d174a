/** state.db: the data that cannot be rebuilt from files; migrated by numbered scripts, copied to a snapshot every day. */
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { DAY_MS, isoTime, systemClock } from "../../core/base/clock.ts";
import { OldhandError } from "../../core/base/error.ts";
import {
  type AtStep,
  discard,
  namesIn,
  publishFile,
  removeFile,
  removeTemporaries,
  sync,
  temporaryFor,
} from "../files/durable-files.ts";
import type { Home } from "../files/home.ts";
import { asStoreError, isBusy, isDamage } from "../store-errors.ts";
import { type Database, damaged, openDatabase, removeDatabase, withFileLock } from "./database.ts";
import { demandKnownVersion, STATE_VERSION } from "./read-state-db.ts";

/** Append only; each runs in the transaction that raises the version. */
const MIGRATIONS: readonly string[] = [
  readFileSync(new URL("../migrations/0001-start.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../migrations/0002-history.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../migrations/0003-mind.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../migrations/0004-jobs.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../migrations/0005-sessions.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../migrations/0006-synopses.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../migrations/0007-tool-turns.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../migrations/0008-retention.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../migrations/0009-approvals.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../migrations/0010-confirmed-files.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../migrations/0011-proposals.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../migrations/0012-statements.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../migrations/0013-cures.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../migrations/0014-inferred-projects.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../migrations/0015-guards.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../migrations/0016-sync.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../migrations/0017-lift.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../migrations/0018-team.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../migrations/0019-advice.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../migrations/0020-rejections.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../migrations/0021-purposes.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../migrations/0022-text-once.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../migrations/0023-fewer-parts.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../migrations/0024-actor-of-a-change.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../migrations/0025-one-exchange.sql", import.meta.url), "utf8"),
  readFileSync(new URL("../migrations/0026-fewer-tables.sql", import.meta.url), "utf8"),
];
/** The tables as they are after the last one, so that a new database need not go through all of them. */
const SCHEMA = readFileSync(new URL("../migrations/schema.sql", import.meta.url), "utf8");
if (MIGRATIONS.length !== STATE_VERSION)
  throw new Error(`STATE_VERSION is ${STATE_VERSION}, but there are ${MIGRATIONS.length} migrations.`);

const BUSY_MS = 10_000;
const KEEP_SNAPSHOTS = 2;

type StateOptions = { readonly at: AtStep; readonly note: (text: string) => void };
type OpenStateOptions = StateOptions & { readonly busyMs?: number | undefined };

/** Opens the state for writing; if the file is damaged or missing, the newest snapshot replaces it. */
export function openState(home: Home, { at, note, busyMs = BUSY_MS }: OpenStateOptions): Database {
  if (isLost(home)) note(restoreSnapshot(home, "state.db was missing"));
  for (;;) {
    const isLastTry = !existsSync(home.stateFile);
    try {
      return openMigrated(home.stateFile, { at, busyMs });
    } catch (error) {
      if (!isDamage(error) || isLastTry) throw asStoreError(error, home.stateFile);
      note(setAsideAndRestore(home));
    }
  }
}

/** The same for a state that is found damaged while it is open. */
export function restoreState(db: Database, home: Home, { at, note }: StateOptions): void {
  db.reopen(() => note(setAsideAndRestore(home)));
  migrate(db, at);
}

/** Copies the state once a day, so that a damaged file costs at most a day of counters and history. */
export function snapshotState(db: Database, home: Home): boolean {
  const newest = snapshots(home)[0];
  // Another process may have deleted it since, to forget something.
  const madeMs = newest === undefined ? undefined : statSync(newest, { throwIfNoEntry: false })?.mtimeMs;
  const age = madeMs === undefined ? Number.POSITIVE_INFINITY : systemClock() - madeMs;
  if (age >= 0 && age < DAY_MS) return false;
  try {
    withFileLock(lockOf(home), 0, () => takeSnapshot(db, home));
  } catch (error) {
    if (isBusy(error)) return false; // another process makes one right now
    const explained = asStoreError(error, home.snapshots);
    if (!(explained instanceof OldhandError) || explained.code !== "full") throw explained;
    return false; // no space for a copy: try again another time
  }
  return true;
}

/** Deletes the snapshots and makes a new one, so that none contains forgotten data; returns how many unfinished ones went. */
export function replaceSnapshots(db: Database, home: Home): number {
  // A copy that another process is making right now began before the data was forgotten: it is finished first, then deleted.
  return withFileLock(lockOf(home), COPY_MS, () => {
    const unfinished = removeTemporaries(home.snapshots);
    const old = snapshots(home);
    for (const path of old) removeFile(path);
    if (old.length > 0) takeSnapshot(db, home);
    return unfinished;
  });
}

/** Only its holder writes or deletes snapshots. */
function lockOf(home: Home): string {
  return join(home.snapshots, "lock");
}

/** Far more than the copy of a large state takes. */
const COPY_MS = 60_000;

/** Written under another name until it is complete and synced: half a copy must never count as a snapshot. */
function takeSnapshot(db: Database, home: Home): void {
  const path = join(home.snapshots, `state-${systemClock()}.db`);
  const temporary = temporaryFor(path);
  try {
    // SQLite writes into an empty file that exists, which is private already.
    closeSync(openSync(temporary, "wx", 0o600));
    db.sql("VACUUM INTO ?").run(temporary);
    sync(temporary);
  } catch (error) {
    discard(temporary);
    throw error;
  }
  publishFile(temporary, path);
  for (const old of snapshots(home).slice(KEEP_SNAPSHOTS)) removeFile(old);
}

function snapshots(home: Home): string[] {
  return namesIn(home.snapshots)
    .filter((name) => /^state-\d+\.db$/.test(name))
    .reverse()
    .map((name) => join(home.snapshots, name));
}

function isLost(home: Home): boolean {
  const size = statSync(home.stateFile, { throwIfNoEntry: false })?.size ?? 0;
  return size === 0 && snapshots(home).length > 0;
}

function setAsideAndRestore(home: Home): string {
  const aside = `${home.stateFile}.corrupt-${systemClock()}`;
  renameSync(home.stateFile, aside);
  return restoreSnapshot(home, `state.db was damaged (moved to ${aside})`);
}

/** Replaces the state with the newest snapshot; returns a note that says so. */
function restoreSnapshot(home: Home, why: string): string {
  // A log belongs to the file that it was written for.
  removeDatabase(home.stateFile, "log");
  const snapshot = snapshots(home)[0];
  if (snapshot === undefined)
    return `${why} and there was no snapshot. Your records are intact; their history and counters start again.`;
  renameSync(snapshot, home.stateFile);
  sync(dirname(home.stateFile));
  return `${why}. Restored the snapshot of ${isoTime(statSync(home.stateFile).mtimeMs)}.`;
}

function openMigrated(path: string, { at, busyMs }: { readonly at: AtStep; readonly busyMs: number }): Database {
  const db = openDatabase(path, {
    access: "write",
    busyMs,
    synchronous: "FULL",
    cacheMegabytes: 4,
    canShrink: true,
  });
  try {
    migrate(db, at);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function migrate(db: Database, at: AtStep): void {
  if (demandKnownVersion(db) === MIGRATIONS.length) return;
  db.write(() => {
    const tables = Number(db.sql("SELECT count(*) AS n FROM sqlite_schema").get()?.n);
    if (demandKnownVersion(db) === 0 && tables > 0) throw damaged(`${db.path} has tables that oldhand did not create.`);
    if (tables === 0) {
      db.exec(SCHEMA);
      at("migrating");
      db.exec(`PRAGMA user_version=${MIGRATIONS.length}`);
      return;
    }
    // Another process may have migrated while this one waited for the lock.
    for (const [i, script] of MIGRATIONS.entries()) {
      if (i < demandKnownVersion(db)) continue;
      db.exec(script);
      at("migrating");
      db.exec(`PRAGMA user_version=${i + 1}`);
    }
  });
}
