/** Repairs a database that SQLite finds damaged while it is in use: rebuilds the index, restores the state from its snapshot. */
import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { type AtStep, namesIn } from "../files/durable-files.ts";
import type { Home } from "../files/home.ts";
import { asStoreError, isFromSqlite, isUnusable } from "../store-errors.ts";
import { type Database, passesQuickCheck } from "./database.ts";
import { clearIndex, damagedIndexes, recreateIndex, replaceIndex } from "./index-db.ts";
import { restoreState } from "./state-db.ts";

export type Repair = {
  /** Runs the work; if it finds damage, repairs it and runs the work again. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Empties the index so that it is filled again, and restores the state if a full check finds it damaged. */
  rebuild(): void;
  /** Keeps the index's log from growing without limit while another process keeps reading. */
  limitIndexLog(): Promise<void>;
};

const LONGEST_LOG_BYTES = 32 * 1024 * 1024;

type RepairOptions = {
  readonly home: Home;
  readonly state: Database;
  readonly index: Database;
  readonly at: AtStep;
  readonly note: (text: string) => void;
  /** Fills a new index from the files. */
  readonly fill: () => Promise<unknown>;
};

export function repairOf({ home, state, index, at, note, fill }: RepairOptions): Repair {
  return {
    async run(work) {
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
    rebuild() {
      if (passesIntegrityCheck(index)) clearIndex(index);
      else recreateIndex(index, home, note);
      if (!passesIntegrityCheck(state)) restoreState(state, home, { at, note });
    },
    async limitIndexLog() {
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
