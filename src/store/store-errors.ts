/** Turns errors of the file system and of SQLite into errors that say what happened and what to do. */
import { type ErrorCode, errnoOf, OldhandError } from "../core/base/error.ts";

type Explanation = readonly [code: ErrorCode, text: (path: string) => string];

const FULL: Explanation = [
  "full",
  (path) => `No space left to write ${path}. Nothing was changed: free some space and try again.`,
];
const READ_ONLY: Explanation = [
  "read-only",
  (path) => `${path} cannot be written. Check its owner and permissions, or set OLDHAND_HOME to a directory you own.`,
];
const UNREACHABLE: Explanation = [
  "unreadable",
  (path) =>
    `${path} cannot be reached: a parent is not a directory, or is a broken link. Move it away, or set OLDHAND_HOME.`,
];
const BUSY: Explanation = ["busy", () => "Another oldhand is writing and did not finish in time. Try again."];

const FILE_ERRORS: Readonly<Record<string, Explanation>> = {
  ...{ ENOSPC: FULL, EDQUOT: FULL, EFBIG: FULL },
  ...{ EROFS: READ_ONLY, EACCES: READ_ONLY, EPERM: READ_ONLY },
  ...{ ENOENT: UNREACHABLE, ENOTDIR: UNREACHABLE, EEXIST: UNREACHABLE, ELOOP: UNREACHABLE },
  EIO: [
    "io",
    (path) =>
      `The disk reported an error while writing ${path}: it was not saved. Run \`oldhand doctor\`, then try again.`,
  ],
};

/** By SQLite's result code. */
const DATABASE_ERRORS: Readonly<Record<number, Explanation>> = {
  5: BUSY,
  6: BUSY,
  8: ["read-only", (path) => `${path} cannot be written. Check its owner and permissions.`],
  10: ["io", (path) => `The disk reported an error at ${path}: nothing was saved. Run \`oldhand doctor\`.`],
  13: ["full", (path) => `No space left at ${path}. Nothing was changed: free some space and try again.`],
  14: ["unreadable", (path) => `${path} cannot be opened. Check its owner and permissions.`],
};

/** For a failed file operation; errors that say enough already pass through. */
export function asOldhandError(error: unknown, path: string): Error {
  return explained(error, path, FILE_ERRORS[errnoOf(error) ?? ""]);
}

/** For a failed call on a database. */
export function asStoreError(error: unknown, path: string): Error {
  return explained(error, path, DATABASE_ERRORS[sqliteCode(error) ?? -1] ?? FILE_ERRORS[errnoOf(error) ?? ""]);
}

function explained(error: unknown, path: string, explanation: Explanation | undefined): Error {
  if (error instanceof OldhandError) return error;
  if (explanation !== undefined) return new OldhandError(explanation[0], explanation[1](path), { cause: error });
  return error instanceof Error ? error : new Error(String(error));
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
