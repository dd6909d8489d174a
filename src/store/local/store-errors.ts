/** Turns errors of the file system and of SQLite into errors that say what happened and what to do. */
import { errnoOf, OldhandError } from "../../core/base/error.ts";

/** For a failed file operation; errors that say enough already pass through. */
export function asOldhandError(error: unknown, path: string): Error {
  if (error instanceof OldhandError) return error;
  const cause = { cause: error };
  switch (errnoOf(error)) {
    case "ENOSPC":
    case "EDQUOT":
    case "EFBIG":
      return new OldhandError(
        "full",
        `No space left to write ${path}. Nothing was changed: free some space and try again.`,
        cause,
      );
    case "EROFS":
    case "EACCES":
    case "EPERM":
      return new OldhandError(
        "read-only",
        `${path} cannot be written. Check its owner and permissions, or set OLDHAND_HOME to a directory you own.`,
        cause,
      );
    case "EIO":
      return new OldhandError(
        "io",
        `The disk reported an error while writing ${path}: it was not saved. Run \`oldhand doctor\`, then try again.`,
        cause,
      );
    case "ENOENT":
    case "ENOTDIR":
    case "EEXIST":
    case "ELOOP":
      return new OldhandError(
        "unreadable",
        `${path} cannot be reached: a parent is not a directory, or is a broken link. Move it away, or set OLDHAND_HOME.`,
        cause,
      );
    default:
      return error instanceof Error ? error : new Error(String(error));
  }
}

/** For a failed call on a database. */
export function asStoreError(error: unknown, path: string): Error {
  if (error instanceof OldhandError) return error;
  const cause = { cause: error };
  switch (sqliteCode(error)) {
    case 5:
    case 6:
      return new OldhandError("busy", "Another oldhand is writing and did not finish in time. Try again.", cause);
    case 8:
      return new OldhandError("read-only", `${path} cannot be written. Check its owner and permissions.`, cause);
    case 10:
      return new OldhandError(
        "io",
        `The disk reported an error at ${path}: nothing was saved. Run \`oldhand doctor\`.`,
        cause,
      );
    case 13:
      return new OldhandError(
        "full",
        `No space left at ${path}. Nothing was changed: free some space and try again.`,
        cause,
      );
    case 14:
      return new OldhandError("unreadable", `${path} cannot be opened. Check its owner and permissions.`, cause);
    default:
      return asOldhandError(error, path);
  }
}

/** True if SQLite reported it; other errors are not about the store. */
export function isFromSqlite(error: unknown): boolean {
  return sqliteCode(error) !== undefined;
}

/** True if the file itself is damaged. */
export function isDamage(error: unknown): boolean {
  const code = sqliteCode(error);
  if (code === 11 || code === 26) return true; // SQLITE_CORRUPT, SQLITE_NOTADB
  // We never write an integer too large for JavaScript: one that node:sqlite cannot return comes from a flipped bit.
  return error instanceof RangeError && /too large to be represented/.test(error.message);
}

/** SQLITE_ERROR, _READONLY, _CORRUPT, _TOOBIG, _CONSTRAINT, _MISMATCH, _NOTADB. */
const UNUSABLE = [1, 8, 11, 18, 19, 20, 26];

/** The same for a database that can be rebuilt: there, anything that contradicts its schema is damage as well. */
export function isUnusable(error: unknown): boolean {
  return isDamage(error) || UNUSABLE.includes(sqliteCode(error) ?? 0);
}

export function isBusy(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === 5 || code === 6; // SQLITE_BUSY, SQLITE_LOCKED
}

function sqliteCode(error: unknown): number | undefined {
  if (typeof error !== "object" || error === null || !("errcode" in error)) return undefined;
  return typeof error.errcode === "number" ? error.errcode & 0xff : undefined;
}
