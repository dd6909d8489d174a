/** state.db: what cannot be rebuilt from files; migrated by numbered scripts, kept safe by a daily snapshot. */
import { existsSync, readFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { DAY_MS, systemClock } from "../../core/base/clock.ts";
import { OldhandError } from "../../core/base/error.ts";
import { asStoreError, type Database, isDamage, openDatabase } from "./database.ts";
import { type AtStep, makeDirectory, namesIn, removeFile } from "./files.ts";
import type { Home } from "./home.ts";

/** Only ever added to; each runs in the transaction that raises the version. */
const MIGRATIONS: readonly string[] = [readFileSync(new URL("./migrations/0001-start.sql", import.meta.url), "utf8")];
const BUSY_MS = 10_000;
const KEEP_SNAPSHOTS = 2;

/** Opens the state for writing; a damaged file is moved aside and the newest snapshot takes its place. */
export function openState(home: Home, { at, note }: { at: AtStep; note: (text: string) => void }): Database {
  try {
    return migrated(home.stateFile, at);
  } catch (error) {
    if (!isDamage(error)) throw asStoreError(error, home.stateFile);
    note(restoreState(home));
    return migrated(home.stateFile, at);
  }
}

/** Opens the state for reading only; undefined where there is none yet. */
export function readState(home: Home): Database | undefined {
  if (!existsSync(home.stateFile)) return undefined;
  try {
    const db = openDatabase(home.stateFile, { access: "read", busyMs: 50, synchronous: "NORMAL" });
    return demandKnownVersion(db) === 0 ? undefined : db;
  } catch (error) {
    throw asStoreError(error, home.stateFile);
  }
}

/** Copies the state beside itself once a day, so that a damaged file costs at most a day of counters and history. */
export function snapshotState(db: Database, home: Home): boolean {
  const newest = snapshots(home)[0];
  const age = newest === undefined ? Number.POSITIVE_INFINITY : systemClock() - statSync(newest).mtimeMs;
  if (age >= 0 && age < DAY_MS) return false;
  takeSnapshot(db, home);
  return true;
}

/** Takes the snapshots away and makes a new one, so that none holds what was forgotten. */
export function renewSnapshots(db: Database, home: Home): void {
  const old = snapshots(home);
  for (const path of old) removeFile(path);
  if (old.length > 0) takeSnapshot(db, home);
}

function takeSnapshot(db: Database, home: Home): void {
  makeDirectory(home.snapshots);
  const path = join(home.snapshots, `state-${systemClock()}.db`);
  const mask = process.umask(0o077);
  try {
    db.sql("VACUUM INTO ?").run(path);
  } finally {
    process.umask(mask);
  }
  for (const old of snapshots(home).slice(KEEP_SNAPSHOTS)) removeFile(old);
}

function snapshots(home: Home): string[] {
  return namesIn(home.snapshots)
    .filter((name) => /^state-\d+\.db$/.test(name))
    .reverse()
    .map((name) => join(home.snapshots, name));
}

function restoreState(home: Home): string {
  const aside = `${home.stateFile}.corrupt-${systemClock()}`;
  renameSync(home.stateFile, aside);
  for (const end of ["-wal", "-shm"]) removeFile(`${home.stateFile}${end}`);
  const snapshot = snapshots(home)[0];
  if (snapshot === undefined) {
    return `state.db was damaged and is now at ${aside}. There was no snapshot: your records are whole, their history and counters start anew.`;
  }
  renameSync(snapshot, home.stateFile);
  return `state.db was damaged and is now at ${aside}; the snapshot of ${statSync(home.stateFile).mtime.toISOString()} took its place.`;
}

function migrated(path: string, at: AtStep): Database {
  const db = openDatabase(path, { access: "write", busyMs: BUSY_MS, synchronous: "FULL" });
  try {
    if (demandKnownVersion(db) < MIGRATIONS.length) {
      db.write(() => {
        // Another process may have migrated while this one waited for the lock.
        for (const [i, script] of MIGRATIONS.entries()) {
          if (i < demandKnownVersion(db)) continue;
          db.exec(script);
          at("migrating");
          db.exec(`PRAGMA user_version=${i + 1}`);
        }
      });
    }
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function demandKnownVersion(db: Database): number {
  const version = Number(db.sql("PRAGMA user_version").get()?.user_version);
  const known = MIGRATIONS.length;
  if (version > known) {
    db.close();
    throw new OldhandError(
      "too-new",
      `${db.path} was written by a newer oldhand (version ${version}, this one knows ${known}). Update oldhand; nothing was changed.`,
    );
  }
  return version;
}
