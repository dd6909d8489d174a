/** Repairs a database that SQLite finds damaged while it is in use, and keeps databases and their logs small. */
import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { type AtStep, namesIn } from "../files/durable-files.ts";
import type { Home } from "../files/home.ts";
import { asStoreError, isFromSqlite, isUnusable } from "../store-errors.ts";
import { type Database, passesQuickCheck, pragma } from "./database.ts";
import { clearIndex, damagedIndexes, recreateIndex, replaceIndex } from "./index-db.ts";
import { restoreState } from "./state-db.ts";

export type Repair = ReturnType<typeof repairOf>;

const LONGEST_LOG_BYTES = 32 * 1024 * 1024;
/** A few megabytes; more at once would keep other writers waiting. */
const PAGES = 200;
const READER_MS = 500;
const MOSTLY_FREE = 0.25;
const INCREMENTAL = 2;

type RepairOptions = {
  readonly home: Home;
  readonly state: Database;
  readonly index: Database;
  readonly at: AtStep;
  readonly note: (text: string) => void;
  /** Fills a new index from the files. */
  readonly fill: () => Promise<unknown>;
};

export function repairOf({ home, state, index, at, note, fill }: RepairOptions) {
  return {
    /** Runs the work; if it finds damage, rebuilds the index or restores the state, and runs the work again. */
    async run<T>(work: () => Promise<T>): Promise<T> {
      try {
        return await work();
      } catch (error) {
        if (!isUnusable(error)) throw isFromSqlite(error) ? asStoreError(error, home.stateFile) : error;
      }
      // SQLite does not say which database it was reading; the index can always be rebuilt.
      if (passesQuickCheck(state)) recreateIndex(index, home, note);
      else restoreState(state, home, { at, note });
      await fill();
      return work();
    },
    /** Empties the index so that it is filled again, and restores the state if a full check finds it damaged. */
    rebuild(): void {
      if (passesIntegrityCheck(index)) clearIndex(index);
      else recreateIndex(index, home, note);
      if (!passesIntegrityCheck(state)) restoreState(state, home, { at, note });
    },
    /** Keeps the index's log from growing without limit while another process keeps reading. */
    async limitIndexLog(): Promise<void> {
      const size = statSync(`${home.indexFile}-wal`, { throwIfNoEntry: false })?.size ?? 0;
      if (size <= LONGEST_LOG_BYTES) return;
      const { log, checkpointed } = index.raw.prepare("PRAGMA wal_checkpoint(PASSIVE)").get() ?? {};
      // Everything is in the database file: the next write restarts the log by itself.
      if (log === checkpointed) return;
      replaceIndex(index, home);
      await fill();
    },
  };
}

/** The copies of damaged databases that were moved aside. */
export function damagedCopies(home: Home): string[] {
  const directory = dirname(home.stateFile);
  const states = namesIn(directory).filter((name) => name.startsWith("state.db.corrupt-"));
  return [...damagedIndexes(home), ...states.map((name) => join(directory, name))];
}

/** Checks the structure and every entry of every index. */
function passesIntegrityCheck({ raw }: Database): boolean {
  try {
    return raw.prepare("PRAGMA integrity_check(1)").get()?.integrity_check === "ok";
  } catch {
    return false; // too damaged to check
  }
}

/** True if there are more free pages. */
export function shrinkStep(db: Database): boolean {
  if (pragma(db, "auto_vacuum") !== INCREMENTAL) return false;
  db.exec(`PRAGMA incremental_vacuum(${PAGES})`);
  return pragma(db, "freelist_count") > 0;
}

/** Rewrites a database that was created before it could shrink in steps, once, if enough of it is free. */
export function vacuumOnce(db: Database): void {
  if (pragma(db, "auto_vacuum") === INCREMENTAL) return;
  if (pragma(db, "freelist_count") < MOSTLY_FREE * pragma(db, "page_count")) return;
  db.exec("PRAGMA auto_vacuum=INCREMENTAL");
  db.exec("VACUUM");
}

/** Copies the log into the database and empties it; false if a reader in another process prevents that. */
export function truncateLog(db: Database): boolean {
  const timeout = pragma(db, "busy_timeout");
  // A reader that takes longer than this may take hours.
  db.exec(`PRAGMA busy_timeout=${READER_MS}`);
  try {
    return db.raw.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()?.busy === 0;
  } finally {
    db.exec(`PRAGMA busy_timeout=${timeout}`);
  }
}
