/** Returns the free pages of a database to the disk, a few at a time. */
import { type Database, pragma } from "./database.ts";

/** A few megabytes; more at once would keep other writers waiting. */
const PAGES = 200;
const READER_MS = 500;
const MOSTLY_FREE = 0.25;
const INCREMENTAL = 2;

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
