/** Reads a file that anybody may have written: only a regular file, not a link, UTF-8, and up to a size. */
import { isUtf8 } from "node:buffer";
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { errnoOf } from "../../core/base/error.ts";

type PlainFile =
  | { readonly outcome: "read"; readonly text: string }
  | { readonly outcome: "skipped"; readonly reason: string };

export function readPlainFile(file: string, maxBytes: number): PlainFile {
  const found = bytesOf(file, maxBytes + 1);
  if ("reason" in found) return { outcome: "skipped", reason: found.reason };
  if (found.bytes.length > maxBytes) return skipped(`a file over ${Math.floor(maxBytes / 1024)} KB`);
  return isUtf8(found.bytes)
    ? { outcome: "read", text: found.bytes.toString("utf8") }
    : skipped("a file that is not UTF-8 text");
}

/** Undefined if it cannot be read. */
export function beginningOf(file: string, maxBytes: number): string | undefined {
  const found = bytesOf(file, maxBytes);
  return "reason" in found ? undefined : found.bytes.toString("utf8");
}

function skipped(reason: string): PlainFile {
  return { outcome: "skipped", reason };
}

function bytesOf(file: string, maxBytes: number): { readonly bytes: Buffer } | { readonly reason: string } {
  let fd: number | undefined;
  try {
    // A link may lead to a file that must not be read; without O_NONBLOCK, opening a pipe blocks until a writer comes.
    fd = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(fd);
    if (!stat.isFile()) return { reason: "not a regular file" };
    const buffer = Buffer.alloc(Math.min(stat.size, maxBytes));
    return { bytes: buffer.subarray(0, readSync(fd, buffer, 0, buffer.length, 0)) };
  } catch (error) {
    const why = errnoOf(error);
    if (why === undefined) throw error;
    return { reason: why === "ELOOP" ? "a link" : `a file that cannot be read (${why})` };
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
