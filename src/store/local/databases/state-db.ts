/** state.db: what cannot be rebuilt from files; migrated by numbered scripts, kept safe by a daily snapshot. */
import { existsSync, readFileSync, renameSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { DAY_MS, isoTime, systemClock } from "../../../core/base/clock.ts";
import { OldhandError } from "../../../core/base/error.ts";
import { type AtStep, discard, namesIn, publishFile, removeFile, sync, temporaryFor } from "../files/durable-files.ts";
import type { Home } from "../files/home.ts";
import { asStoreError, type Database, damageError, isDamage, openDatabase } from "./database.ts";
import { demandKnownVersion, STATE_VERSION } from "./read-state-db.ts";

/** Only ever added to; each runs in the transaction that raises the version. */
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
];
if (MIGRATIONS.length !== STATE_VERSION) throw new Error("The last migration is not the version that readers know.");

const BUSY_MS = 10_000;
const KEEP_SNAPSHOTS = 2;

type StateOptions = { readonly at: AtStep; readonly note: (text: string) => void };
type OpenStateOptions = StateOptions & { readonly busyMs?: number | undefined };

/** Opens the state for writing; where the file is damaged or gone, the newest snapshot takes its place. */
export function openState(home: Home, { at, note, busyMs = BUSY_MS }: OpenStateOptions): Database {
  if (isLost(home)) note(restoreSnapshot(home, "state.db was gone"));
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

/** The same for a state that turned out to be damaged while it was open. */
export function restoreState(db: Database, home: Home, { at, note }: StateOptions): void {
  db.reopen(() => note(setAsideAndRestore(home)));
  migrate(db, at);
}

/** Copies the state beside itself once a day, so that a damaged file costs at most a day of counters and history. */
export function snapshotState(db: Database, home: Home): boolean {
  const newest = snapshots(home)[0];
  const age = newest === undefined ? Number.POSITIVE_INFINITY : systemClock() - statSync(newest).mtimeMs;
  if (age >= 0 && age < DAY_MS) return false;
  try {
    takeSnapshot(db, home);
  } catch (error) {
    const told = asStoreError(error, home.snapshots);
    if (!(told instanceof OldhandError) || told.code !== "full") throw told;
    return false; // no space for a copy is no reason to stop: it is made another time
  }
  return true;
}

/** Takes the snapshots away and makes a new one, so that none holds what was forgotten. */
export function replaceSnapshots(db: Database, home: Home): void {
  const old = snapshots(home);
  for (const path of old) removeFile(path);
  if (old.length > 0) takeSnapshot(db, home);
}

/** Under another name until it is whole and synced: half a copy must never be taken for a snapshot. */
function takeSnapshot(db: Database, home: Home): void {
  const path = join(home.snapshots, `state-${systemClock()}.db`);
  const temporary = temporaryFor(path);
  const mask = process.umask(0o077);
  try {
    db.sql("VACUUM INTO ?").run(temporary);
    sync(temporary);
  } catch (error) {
    discard(temporary);
    throw error;
  } finally {
    process.umask(mask);
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
  return restoreSnapshot(home, `state.db was damaged and is now at ${aside}`);
}

/** Gives the newest snapshot the place of the state, and says what that means. */
function restoreSnapshot(home: Home, why: string): string {
  // A log belongs to the file that it was written for.
  for (const end of ["-wal", "-shm"]) removeFile(`${home.stateFile}${end}`);
  const snapshot = snapshots(home)[0];
  if (snapshot === undefined)
    return `${why}. There was no snapshot: your records are whole, their history and counters start anew.`;
  renameSync(snapshot, home.stateFile);
  sync(dirname(home.stateFile));
  return `${why}; the snapshot of ${isoTime(statSync(home.stateFile).mtimeMs)} took its place.`;
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
    if (demandKnownVersion(db) === 0 && tables > 0) throw damageError(`${db.path} holds somebody else's tables.`);
    // Another process may have migrated while this one waited for the lock.
    for (const [i, script] of MIGRATIONS.entries()) {
      if (i < demandKnownVersion(db)) continue;
      db.exec(script);
      at("migrating");
      db.exec(`PRAGMA user_version=${i + 1}`);
    }
  });
}
