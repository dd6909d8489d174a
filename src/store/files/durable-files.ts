/** Writes files so that they survive a crash: to a temporary first, synced, then renamed; readable only by the owner. */
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  renameSync,
  type Stats,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { errnoOf, OldhandError } from "../../core/base/error.ts";
import { randomBytes, toHex } from "../../core/base/hash.ts";
import { asOldhandError } from "../store-errors.ts";

/** Called at named steps of a write; tests kill the process there to see what a crash leaves. */
export type AtStep = (step: string) => void;

const TEMPORARY = ".tmp";
const STALE_TEMPORARY_MS = 60_000;
/** Only names that `prepareFile` makes: in a repository, others may keep files in that directory. */
const TEMPORARY_NAME = /\.[0-9a-f]{12}(?:-journal|-wal|-shm)?$/;

/** Replaces a file: after a crash it has either the old or the new content, after the return the new one. */
export function replaceFile(path: string, content: string | Uint8Array, at: AtStep = () => {}): void {
  publishFile(prepareFile(path, content, at), path, at);
}

/** Writes and syncs the content to a temporary; `publishFile` gives it its name. */
export function prepareFile(path: string, content: string | Uint8Array, at: AtStep = () => {}): string {
  const temporary = temporaryFor(path);
  try {
    const fd = openSync(
      temporary,
      constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
      0o600,
    );
    try {
      writeAll(fd, content);
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

/** A temporary name for that file: on the same disk, in a directory that is not searched for records. */
export function temporaryFor(path: string): string {
  const folder = join(dirname(path), TEMPORARY);
  makeDirectory(folder);
  refuseLink(folder);
  return join(folder, `${basename(path)}.${toHex(randomBytes(6))}`);
}

/** Gives a prepared file its name, durably. */
export function publishFile(temporary: string, path: string, at: AtStep = () => {}): void {
  try {
    makeDirectory(dirname(path));
    renameSync(temporary, path);
    at("renamed");
    sync(dirname(path));
    at("directory synced");
  } catch (error) {
    discard(temporary);
    throw asOldhandError(error, path);
  }
}

/** Moves a file to another directory of the same tree, durably; at every moment it is in exactly one of them. */
export function moveFile(from: string, to: string, at: AtStep = () => {}): void {
  try {
    makeDirectory(dirname(to));
    renameSync(from, to);
    at("moved");
    sync(dirname(to));
    sync(dirname(from));
  } catch (error) {
    throw asOldhandError(error, to);
  }
}

/** Opening a pipe would wait for somebody at its other end. */
export function demandRegular(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === false) throw notRegular(path);
}

export function notRegular(path: string): OldhandError {
  return new OldhandError("unreadable", `${path} is not a regular file. Move it away.`);
}

/** Renames a file in its directory; does nothing if it is gone. */
export function renameFile(path: string, to: string): void {
  try {
    renameSync(path, to);
    sync(dirname(to));
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") throw asOldhandError(error, path);
  }
}

export function removeFile(path: string, at: AtStep = () => {}): void {
  try {
    unlinkSync(path);
    at("unlinked");
    sync(dirname(path));
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") throw asOldhandError(error, path);
  }
}

export type FileBytes = { readonly bytes: Buffer; readonly stats: Stats };

/**
 * Reads a regular file; undefined if there is none, and the reason if it is refused (a link, over the limit).
 * With `within`, the path is a real path in a tree made by others: no directory on the way may be a link either.
 */
export function readRegular(
  path: string,
  limitBytes: number,
  { within }: { readonly within?: string } = {},
): FileBytes | { readonly refused: string } | undefined {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === "ENOENT" || errno === "ENOTDIR") return undefined;
    if (errno === "ELOOP") return { refused: "it is a symbolic link" };
    if (errno === "EACCES" || errno === "EPERM") return { refused: "permission denied" };
    if (errno === "ENXIO") return { refused: "it is not a regular file" };
    throw asOldhandError(error, path);
  }
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) return { refused: "it is not a regular file" };
    if (within !== undefined && !isOpenAt(fd, path)) return { refused: "it is reached through a symbolic link" };
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

/** The text of a regular file; undefined if there is none, and an error if it is refused. */
export function readText(path: string, limitBytes: number): string | undefined {
  const file = readRegular(path, limitBytes);
  if (file !== undefined && "refused" in file)
    throw new OldhandError("unreadable", `${path} cannot be read: ${file.refused}.`);
  return file?.bytes.toString("utf8");
}

/** The text of a regular file; undefined if there is none or it is refused. */
export function readTextIfAny(path: string, limitBytes: number): string | undefined {
  const file = readRegular(path, limitBytes);
  return file === undefined || "refused" in file ? undefined : file.bytes.toString("utf8");
}

/** Checks the opened file, not the path: a directory may be replaced by a link in between. */
function isOpenAt(fd: number, path: string): boolean {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`).replace(/ \(deleted\)$/, "") === path;
  } catch {
    return realpathSync.native(path) === path; // no /proc here
  }
}

export function makeDirectory(path: string): void {
  const missing: string[] = [];
  for (let at = resolve(path); !existsSync(at); at = dirname(at)) missing.push(at);
  try {
    // One at a time: with `recursive`, Node never returns if the path is under /proc.
    for (const directory of missing.toReversed()) makeOne(directory);
    // A new directory is an entry in its parent: if that is not synced, a power loss removes it with its content.
    for (const directory of missing) sync(dirname(directory));
  } catch (error) {
    throw asOldhandError(error, path);
  }
}

function makeOne(directory: string): void {
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    // Another process was first, unless a file or a broken link has that name.
    if (errnoOf(error) !== "EEXIST" || !isDirectory(directory)) throw error;
  }
}

export function isThere(path: string): boolean {
  return existsSync(path);
}

export function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** The sorted names in a directory; none if it does not exist. */
export function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory).sort();
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === "ENOENT" || errno === "ENOTDIR") return [];
    if (errno === "EACCES" || errno === "EPERM")
      throw new OldhandError("unreadable", `${directory} cannot be read. Check its owner and permissions.`, {
        cause: error,
      });
    throw asOldhandError(error, directory);
  }
}

export function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

/** A link may lead out of the directories that oldhand may write to. */
export function refuseLink(path: string): void {
  if (isLink(path))
    throw new OldhandError(
      "invalid",
      `${path} is a symbolic link, which oldhand does not follow. Replace it with a directory.`,
    );
}

/** Deletes temporaries that a crash left; a recent one may belong to a running writer. */
export function sweepTemporaries(directory: string, nowMs: number, staleMs = STALE_TEMPORARY_MS): number {
  const folder = join(directory, TEMPORARY);
  if (isLink(folder)) return 0;
  let swept = 0;
  for (const name of namesIn(folder).filter((entry) => TEMPORARY_NAME.test(entry))) {
    const path = join(folder, name);
    const age = nowMs - (lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? nowMs);
    if (Math.abs(age) < staleMs) continue;
    discard(path);
    swept += 1;
  }
  return swept;
}

/** Deletes all of them, whoever is writing: they contain data that has to go. */
export function removeTemporaries(directory: string): number {
  return sweepTemporaries(directory, 0, 0);
}

export function discard(temporary: string): void {
  try {
    unlinkSync(temporary);
  } catch {
    // It was renamed or deleted already.
  }
}

export function writeAll(fd: number, content: string | Uint8Array): void {
  const bytes = typeof content === "string" ? Buffer.from(content, "utf8") : content;
  let written = 0;
  while (written < bytes.length) written += writeSync(fd, bytes, written);
}

/** For a directory, makes its entries durable. */
export function sync(path: string): void {
  const fd = openSync(path, constants.O_RDONLY);
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
