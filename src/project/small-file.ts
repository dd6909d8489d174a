/** Reads the beginning of a regular file in an untrusted tree; never a device or a pipe. */
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/** Undefined if there is no readable regular file. */
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
    // Missing and unreadable are treated alike.
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
