/** Opens a database that can be rebuilt at any time: a damaged one is replaced by an empty one, also while it is in use. */
import { isDamage, isUnusable } from "../store-errors.ts";
import { type Database, getMeta, openDatabase, removeDatabase, setMeta } from "./database.ts";

type Rebuildable = {
  readonly db: Database;
  /** Runs a piece of work again, on an empty file, if damage only shows while it reads. */
  readonly withRepair: <T>(work: () => T) => T;
};

const BUSY_MS = 10_000;

export function openRebuildable(path: string, ensureTables: (db: Database) => void): Rebuildable {
  const db = openOrRecreate(path, ensureTables);
  return {
    db,
    withRepair(work) {
      try {
        return work();
      } catch (error) {
        if (!isDamage(error)) throw error;
        db.reopen(() => removeDatabase(path, "all"));
        ensureTables(db);
        return work();
      }
    },
  };
}

/** Nothing is lost with a damaged file. */
function openOrRecreate(path: string, ensureTables: (db: Database) => void): Database {
  try {
    return openDb(path, ensureTables);
  } catch (error) {
    if (!isUnusable(error)) throw error;
    removeDatabase(path, "all");
    return openDb(path, ensureTables);
  }
}

function openDb(path: string, ensureTables: (db: Database) => void): Database {
  const how = { access: "write", busyMs: BUSY_MS, synchronous: "NORMAL", cacheMegabytes: 4, canShrink: true } as const;
  const db = openDatabase(path, how);
  try {
    ensureTables(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Creates the tables, in place of those of an older version. */
export function atVersion(db: Database, version: string, create: () => void): void {
  db.exec("CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID");
  if (getMeta(db, "version") === version) return;
  db.write(() => {
    if (getMeta(db, "version") === version) return;
    create();
    setMeta(db, "version", version);
  });
}
