/** What SQLite finds damaged while it is in use: the index is made anew, the state comes back from its snapshot. */
import { statSync } from "node:fs";
import type { AtStep } from "../files/durable-files.ts";
import type { Home } from "../files/home.ts";
import { type Database, isUnusable, passesQuickCheck, saidBySqlite } from "./database.ts";
import { clearIndex, recreateIndex, replaceIndex } from "./index-db.ts";
import { restoreState } from "./state-db.ts";

export type Repair = {
  /** Does the work; where that meets damage, mends it and does the work once more. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Empties the index to be filled anew, and puts the state back where a thorough look finds it damaged. */
  rebuild(): void;
  /** Keeps the index's log from growing for as long as some process reads and does not end. */
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
        if (!isUnusable(error)) throw saidBySqlite(error, home.stateFile);
      }
      // SQLite does not say which of the two it was reading; the index is the one that can always be spared.
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
      // All of it is in the database: the next write begins the log anew by itself.
      if (log === checkpointed) return;
      replaceIndex(index, home);
      await fill();
    },
  };
}

/** Structure and every entry of every index. */
function passesIntegrityCheck({ raw }: Database): boolean {
  try {
    return raw.prepare("PRAGMA integrity_check(1)").get()?.integrity_check === "ok";
  } catch {
    return false; // too damaged to be looked at
  }
}
