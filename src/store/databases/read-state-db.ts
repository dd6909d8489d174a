/** Opens state.db for reading only: checks its version and loads no migrations, which keeps the hook small. */
import { existsSync } from "node:fs";
import { OldhandError } from "../../core/base/error.ts";
import type { Home } from "../files/home.ts";
import { asStoreError } from "../store-errors.ts";
import { type Database, openDatabase } from "./database.ts";

/** The number of migrations. */
export const STATE_VERSION = 26;

/** Undefined if there is none yet, or if it is of an older version, which the next command migrates. */
export function readState(home: Home): Database | undefined {
  if (!existsSync(home.stateFile)) return undefined;
  try {
    const db = openDatabase(home.stateFile, { access: "read", busyMs: 50, synchronous: "NORMAL" });
    if (demandKnownVersion(db) === STATE_VERSION) return db;
    db.close();
    return undefined;
  } catch (error) {
    throw asStoreError(error, home.stateFile);
  }
}

export function demandKnownVersion(db: Database): number {
  const version = Number(db.sql("PRAGMA user_version").get()?.user_version);
  const known = STATE_VERSION;
  if (version > known) {
    throw new OldhandError(
      "too-new",
      `${db.path} was written by a newer oldhand (version ${version}, this one supports ${known}). Nothing was changed. Update oldhand.`,
    );
  }
  return version;
}
