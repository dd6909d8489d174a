/** Opens state.db for those who only read, which takes its version and none of its migrations. */
import { existsSync } from "node:fs";
import { OldhandError } from "../../../core/base/error.ts";
import type { Home } from "../files/home.ts";
import { asStoreError, type Database, openDatabase } from "./database.ts";

/** How many migrations there are. */
export const STATE_VERSION = 9;

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

export function demandKnownVersion(db: Database): number {
  const version = Number(db.sql("PRAGMA user_version").get()?.user_version);
  const known = STATE_VERSION;
  if (version > known) {
    throw new OldhandError(
      "too-new",
      `${db.path} was written by a newer oldhand (version ${version}, this one knows ${known}). Update oldhand; nothing was changed.`,
    );
  }
  return version;
}
