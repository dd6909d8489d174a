/** Files of other programs: read whole, written beside and renamed, with their mode; a link is followed, never replaced. */
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { errnoOf, OldhandError } from "../core/base/error.ts";
import { randomBytes, toHex } from "../core/base/hash.ts";

const MOST_BYTES = 8 * 1024 * 1024;

export function readSettings(file: string): string | undefined {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  if (!stats.isFile() || stats.size > MOST_BYTES)
    throw new OldhandError("unreadable", `${file} is no file of settings, so nothing was changed.`);
  const bytes = readFileSync(file);
  const text = bytes.toString("utf8");
  if (!Buffer.from(text, "utf8").equals(bytes))
    throw new OldhandError("unreadable", `${file} is not in UTF-8, so nothing was changed.`);
  return text;
}

export function writeSettings(file: string, text: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    const real = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ? realpathSync(file) : file;
    const mode = statSync(real, { throwIfNoEntry: false })?.mode ?? 0o600;
    const temporary = `${real}.${toHex(randomBytes(6))}.tmp`;
    const fd = openSync(temporary, "wx", 0o600);
    try {
      writeSync(fd, text);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    chmodSync(temporary, mode & 0o777);
    renameSync(temporary, real);
  } catch (error) {
    throw new OldhandError("io", `${file} cannot be written (${errnoOf(error) ?? error}).`, { cause: error });
  }
}

export function isHere(path: string): boolean {
  return existsSync(path);
}

/** Where a link leads; what is not there stays as it is written. */
export function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

/** Takes the folders along that are empty after it, up to the one that was there before oldhand. */
export function removeSettings(file: string, upTo: string): void {
  rmSync(file, { force: true });
  for (let folder = dirname(file); folder.startsWith(`${upTo}/`); folder = dirname(folder)) {
    try {
      rmdirSync(folder);
    } catch {
      return; // something else lies in it
    }
  }
}
