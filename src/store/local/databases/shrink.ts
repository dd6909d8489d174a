/** Gives back to the disk what a database no longer needs, a few pages at a time. */
import type { Database } from "./database.ts";

/** A few megabytes; more of them would keep other writers waiting. */
const PAGES = 200;
const READER_MS = 500;
const MOSTLY_FREE = 0.25;

/** True where there is more to give back. */
export function shrinkStep(db: Database): boolean {
  if (pragma(db, "auto_vacuum") !== INCREMENTAL) return false;
  db.exec(`PRAGMA incremental_vacuum(${PAGES})`);
  return pragma(db, "freelist_count") > 0;
}

/** For a database that was made before it could shrink by parts: it is written anew once, where that is worth it. */
export function vacuumOnce(db: Database): void {
  if (pragma(db, "auto_vacuum") === INCREMENTAL) return;
  if (pragma(db, "freelist_count") < MOSTLY_FREE * pragma(db, "page_count")) return;
  db.exec("PRAGMA auto_vacuum=INCREMENTAL");
  db.exec("VACUUM");
}

/** Copies the log into the database and empties it; false where a reader in another process keeps it from that. */
export function truncateLog(db: Database): boolean {
  const { timeout } = db.raw.prepare("PRAGMA busy_timeout").get() as { timeout: number };
  // A reader that lasts longer than this may last for hours.
  db.exec(`PRAGMA busy_timeout=${READER_MS}`);
  try {
    return db.raw.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()?.busy === 0;
  } finally {
    db.exec(`PRAGMA busy_timeout=${timeout}`);
  }
}

const INCREMENTAL = 2;

function pragma({ raw }: Database, name: string): number {
  return Number(Object.values(raw.prepare(`PRAGMA ${name}`).get() ?? {})[0]);
}
