/** Finds the files of a source in a person's home, and reads files that anybody may have written. */

import { isUtf8 } from "node:buffer";
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  statSync,
} from "node:fs";
import { errnoOf } from "../core/base/error.ts";
import type { Variables } from "../core/base/home-folder.ts";

type FoundFile<Source> = {
  readonly source: Source;
  readonly file: string;
  readonly bytes: number;
  readonly modifiedMs: number;
};

/** The files of these sources that are not empty, each file once. They are only read, never written. */
export function foundFiles<Source extends { readonly places: (env: Variables) => readonly string[] }>(
  sources: readonly Source[],
  env: Variables,
): FoundFile<Source>[] {
  const seen = new Set<string>();
  return sources.flatMap((source) =>
    source
      .places(env)
      .flatMap(filesAt)
      .flatMap((file) => {
        try {
          const stat = statSync(file);
          const real = realpathSync(file);
          if (!stat.isFile() || stat.size === 0 || seen.has(real)) return [];
          seen.add(real);
          return [{ source, file, bytes: stat.size, modifiedMs: Math.floor(stat.mtimeMs) }];
        } catch {
          // A dangling link, or deleted since it was listed.
          return [];
        }
      }),
  );
}

/** The files that match a path; a star matches any part of one name. */
export function filesAt(path: string): string[] {
  const parts = path.split("/");
  const first = parts.findIndex((part) => part.includes("*"));
  if (first < 0) return existsSync(path) ? [path] : [];
  const dir = parts.slice(0, first).join("/");
  const [before = "", after = ""] = parts[first]!.split("*");
  return namesIn(dir)
    .filter((name) => name.startsWith(before) && name.endsWith(after) && name.length >= before.length + after.length)
    .flatMap((name) => filesAt([dir, name, ...parts.slice(first + 1)].join("/")));
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir).sort();
  } catch {
    // Absent for anyone who does not use this program, or not readable.
    return [];
  }
}

type PlainFile =
  | { readonly outcome: "read"; readonly text: string }
  | { readonly outcome: "skipped"; readonly reason: string };

/** Only a regular file, not a link, UTF-8, and up to a size. */
export function readPlainFile(file: string, maxBytes: number): PlainFile {
  const found = bytesOf(file, maxBytes + 1);
  if (typeof found === "string") return { outcome: "skipped", reason: found };
  if (found.length > maxBytes) return { outcome: "skipped", reason: `a file over ${Math.floor(maxBytes / 1024)} KB` };
  return isUtf8(found)
    ? { outcome: "read", text: found.toString("utf8") }
    : { outcome: "skipped", reason: "a file that is not UTF-8 text" };
}

/** Undefined if it cannot be read. */
export function beginningOf(file: string, maxBytes: number): string | undefined {
  const found = bytesOf(file, maxBytes);
  return typeof found === "string" ? undefined : found.toString("utf8");
}

/** The bytes, or the reason why they cannot be read. */
function bytesOf(file: string, maxBytes: number): Buffer | string {
  let fd: number | undefined;
  try {
    // A link may lead to a file that must not be read; without O_NONBLOCK, opening a pipe blocks until a writer comes.
    fd = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(fd);
    if (!stat.isFile()) return "not a regular file";
    const buffer = Buffer.alloc(Math.min(stat.size, maxBytes));
    return buffer.subarray(0, readSync(fd, buffer, 0, buffer.length, 0));
  } catch (error) {
    const why = errnoOf(error);
    if (why === undefined) throw error;
    return why === "ELOOP" ? "a link" : `a file that cannot be read (${why})`;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
