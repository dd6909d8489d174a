/** Files that survive a crash: written beside, synced, renamed into place; private from the first byte. */

import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  type Stats,
  unlinkSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { errnoOf, OldhandError } from "../../core/base/error.ts";

/** Called at named steps of a write; tests end the process there to see what a crash leaves. */
export type AtStep = (step: string) => void;

const TEMPORARY = ".tmp";
const STALE_TEMPORARY_MS = 60_000;

/** Replaces a file so that after a crash it is whole, old or new, and after the return it is the new one. */
export function replaceFile(path: string, content: string | Uint8Array, at: AtStep = () => {}): void {
  const temporary = prepareFile(path, content, at);
  publishFile(temporary, path, at);
}

/** Writes and syncs the content beside its place; nothing is visible under its name yet. */
export function prepareFile(path: string, content: string | Uint8Array, at: AtStep = () => {}): string {
  const folder = join(dirname(path), TEMPORARY);
  makeDirectory(folder);
  const temporary = join(folder, `${basename(path)}.${randomBytes(6).toString("hex")}`);
  try {
    const fd = openSync(
      temporary,
      constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
      0o600,
    );
    try {
      writeWhole(fd, content);
      at("temporary written");
      fsyncSync(fd);
      at("temporary synced");
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    discard(temporary);
    throw asOldhandError(error, path);
  }
  return temporary;
}

/** Gives a prepared file its name, for good. */
export function publishFile(temporary: string, path: string, at: AtStep = () => {}): void {
  try {
    makeDirectory(dirname(path));
    renameSync(temporary, path);
    at("renamed");
    syncDirectory(dirname(path));
    at("directory synced");
  } catch (error) {
    discard(temporary);
    throw asOldhandError(error, path);
  }
}

/** Appends one line and syncs it; a torn end left by a crash is closed first, so that the new line stands alone. */
export function appendLine(path: string, line: string): void {
  makeDirectory(dirname(path));
  const isNew = !existsSync(path);
  try {
    const fd = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_APPEND | constants.O_NOFOLLOW, 0o600);
    try {
      const { size } = fstatSync(fd);
      const last = Buffer.alloc(1);
      const torn = size > 0 && readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a;
      try {
        writeWhole(fd, `${torn ? "\n" : ""}${line}\n`);
      } catch (error) {
        ftruncateSync(fd, size);
        throw error;
      }
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    if (isNew) syncDirectory(dirname(path));
  } catch (error) {
    throw asOldhandError(error, path);
  }
}

export function removeFile(path: string, at: AtStep = () => {}): void {
  try {
    unlinkSync(path);
    at("unlinked");
    syncDirectory(dirname(path));
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") throw asOldhandError(error, path);
  }
}

export type FileBytes = { readonly bytes: Buffer; readonly stats: Stats };

/** Reads a regular file that is no link; undefined where there is none. Over the limit, only the size comes back. */
export function readRegular(path: string, limitBytes: number): FileBytes | { readonly refused: string } | undefined {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === "ENOENT" || errno === "ENOTDIR") return undefined;
    if (errno === "ELOOP") return { refused: "it is a symbolic link" };
    if (errno === "EACCES" || errno === "EPERM") return { refused: "it may not be read" };
    if (errno === "ENXIO") return { refused: "it is not a regular file" };
    throw asOldhandError(error, path);
  }
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) return { refused: "it is not a regular file" };
    if (stats.size > limitBytes) return { refused: `it is over ${Math.round(limitBytes / 1024)} KB` };
    const bytes = Buffer.alloc(stats.size);
    let filled = 0;
    while (filled < bytes.length) {
      const got = readSync(fd, bytes, filled, bytes.length - filled, filled);
      if (got === 0) break;
      filled += got;
    }
    return { bytes: bytes.subarray(0, filled), stats };
  } finally {
    closeSync(fd);
  }
}

export function makeDirectory(path: string): void {
  if (existsSync(path)) return;
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw asOldhandError(error, path);
  }
}

export function isThere(path: string): boolean {
  return existsSync(path);
}

/** Names in a directory; none where it is not there. */
export function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory).sort();
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === "ENOENT" || errno === "ENOTDIR") return [];
    throw asOldhandError(error, directory);
  }
}

/** Takes away temporaries that a crash left behind; a fresh one may be a writer's at work. */
export function sweepTemporaries(directory: string, nowMs: number): number {
  const folder = join(directory, TEMPORARY);
  let swept = 0;
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    const age = nowMs - (lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? nowMs);
    if (Math.abs(age) < STALE_TEMPORARY_MS) continue;
    discard(path);
    swept += 1;
  }
  return swept;
}

export function discard(temporary: string): void {
  try {
    unlinkSync(temporary);
  } catch {
    // It was renamed or swept already; either way it is gone.
  }
}

/** Says what a failed system call means for the person, and what to do next. */
export function asOldhandError(error: unknown, path: string): Error {
  if (error instanceof OldhandError) return error;
  const cause = { cause: error };
  switch (errnoOf(error)) {
    case "ENOSPC":
    case "EDQUOT":
    case "EFBIG":
      return new OldhandError(
        "full",
        `No space left to write ${path}. Nothing was changed: free some space and run it again.`,
        cause,
      );
    case "EROFS":
    case "EACCES":
    case "EPERM":
      return new OldhandError(
        "read-only",
        `${path} cannot be written. Check who owns it and its permissions, or set OLDHAND_HOME to a directory of yours.`,
        cause,
      );
    case "EIO":
      return new OldhandError(
        "io",
        `The disk reported an error while writing ${path}; it was not saved. Run \`oldhand doctor\`, then run it again.`,
        cause,
      );
    case "ENOTDIR":
      return new OldhandError(
        "unreadable",
        `${path} cannot be reached: something above it is a file. Move that file away, or set OLDHAND_HOME.`,
        cause,
      );
    default:
      return error instanceof Error ? error : new Error(String(error));
  }
}

function writeWhole(fd: number, content: string | Uint8Array): void {
  const bytes = typeof content === "string" ? Buffer.from(content, "utf8") : content;
  let written = 0;
  while (written < bytes.length) written += writeSync(fd, bytes, written);
}

function syncDirectory(directory: string): void {
  const fd = openSync(directory, constants.O_RDONLY);
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
