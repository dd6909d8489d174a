/** Settings files of other programs: written atomically with their mode kept; a symlink is followed, never replaced. */
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
import { errnoOf, OldhandError } from "../../core/base/error.ts";
import { randomBytes, toHex } from "../../core/base/hash.ts";

const MOST_BYTES = 8 * 1024 * 1024;

export function readSettingsFile(file: string): string | undefined {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  if (!stats.isFile() || stats.size > MOST_BYTES)
    throw new OldhandError("unreadable", `${file} is not a regular file under 8 MB, so nothing was changed.`);
  const bytes = readFileSync(file);
  const text = bytes.toString("utf8");
  if (!Buffer.from(text, "utf8").equals(bytes))
    throw new OldhandError("unreadable", `${file} is not UTF-8, so nothing was changed.`);
  return text;
}

export function writeSettingsFile(file: string, text: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    const real = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ? realpathSync(file) : file;
    const mode = statSync(real, { throwIfNoEntry: false })?.mode ?? 0o600;
    const temporary = `${real}.${toHex(randomBytes(6))}.tmp`;
    try {
      const fd = openSync(temporary, "wx", 0o600);
      try {
        writeSync(fd, text);
        fsyncSync(fd);
      } finally {
        closeSync(fd);
      }
      chmodSync(temporary, mode & 0o777);
      renameSync(temporary, real);
    } finally {
      // Only there if something failed.
      rmSync(temporary, { force: true });
    }
  } catch (error) {
    throw new OldhandError("io", `Cannot write ${file} (${errnoOf(error) ?? error}).`, { cause: error });
  }
}

export function isHere(path: string): boolean {
  return existsSync(path);
}

/** Resolves symlinks; a path that does not exist is returned unchanged. */
export function resolvedLinks(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

/** Also removes the folders that are empty then, up to one that was there before oldhand. */
export function removeSettings(file: string, upTo: string): void {
  rmSync(file, { force: true });
  for (let folder = dirname(file); folder.startsWith(`${upTo}/`); folder = dirname(folder)) {
    try {
      rmdirSync(folder);
    } catch {
      return; // not empty
    }
  }
}
