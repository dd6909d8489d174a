/** Reads the beginning of a small file in a tree that nobody has vetted: never a device or a pipe, never more than asked. */
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/** Undefined where there is no readable plain file. */
export function readSmallFile(path: string, maxBytes: number): string | undefined {
  let fd: number | undefined;
  try {
    // Without O_NONBLOCK, opening a pipe waits for a writer that may never come.
    fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(fd);
    if (!stat.isFile()) return undefined;
    const buffer = Buffer.alloc(Math.min(stat.size, maxBytes));
    return buffer.toString("utf8", 0, readSync(fd, buffer, 0, buffer.length, 0));
  } catch {
    // Missing and unreadable are one here: the file says nothing.
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
