/** The stamps of all files of one category folder in one row: every command reads it, instead of thousands of rows. */
import { lstatSync } from "node:fs";
import type { Database } from "../databases/database.ts";
import type { Stamp } from "../files/record-folder.ts";

export type StampCache = {
  readonly names: readonly string[];
  /** The numbers of each name's stamp, one after the other; NaN, which equals nothing, for a stamp that is not trusted. */
  readonly stamps: Float64Array;
};

/** Size, modification time, change time, inode: as in `stampOf`. */
const STAMP_NUMBERS = 4;
/** No file name contains it, on any system. */
const SEPARATOR = "/";

export function stampCacheOf(
  files: readonly { readonly name: string; readonly stamp: Uint8Array | undefined }[],
): StampCache {
  const stamps = new Float64Array(files.length * STAMP_NUMBERS).fill(Number.NaN);
  for (const [at, { stamp }] of files.entries()) {
    // Copied, because a Float64Array has to be aligned to eight bytes.
    if (stamp?.length === STAMP_NUMBERS * Float64Array.BYTES_PER_ELEMENT)
      stamps.set(new Float64Array(new Uint8Array(stamp).buffer), at * STAMP_NUMBERS);
  }
  return { names: files.map(({ name }) => name), stamps };
}

export function stampBytes(stamp: Stamp): Uint8Array {
  return new Uint8Array(new Float64Array(numbersOf(stamp)).buffer);
}

export function saveStampCache(
  db: Database,
  { folder, category, cache }: { readonly folder: string; readonly category: string; readonly cache: StampCache },
): void {
  // Node 22 binds an empty buffer as NULL.
  db.sql("INSERT OR REPLACE INTO sheets (folder, shelf, stamps) VALUES (?, ?, coalesce(?, x''))").run(
    folder,
    category,
    new Uint8Array(cache.stamps.buffer),
  );
}

/** In one statement, so that the names are those of the stamps; an index has the names in order. */
export const STAMP_CACHE = `
  SELECT stamps, (
    SELECT group_concat(name, '${SEPARATOR}') FROM (
      SELECT name FROM files WHERE files.folder = sheets.folder AND files.shelf = sheets.shelf ORDER BY name)
  ) AS names FROM sheets WHERE folder = ? AND shelf = ?`;

/** Undefined if the row is inconsistent. */
export function readStampCache({
  names: joined,
  stamps: bytes,
}: Readonly<Record<string, unknown>>): StampCache | undefined {
  if (!(bytes instanceof Uint8Array)) return undefined;
  const names = typeof joined === "string" ? joined.split(SEPARATOR) : [];
  if (bytes.length !== names.length * STAMP_NUMBERS * Float64Array.BYTES_PER_ELEMENT) return undefined;
  return { names, stamps: new Float64Array(new Uint8Array(bytes).buffer) };
}

/**
 * Compares the file `name` of a directory with the cached stamp at that position. Called for every file at every
 * command, so it makes one system call, compares numbers and builds no strings.
 */
export function stampComparer(directory: string, stamps: Float64Array): (name: string, at: number) => Compared {
  const start = `${directory}/`;
  return (name, at) => {
    const stats = lstatSync(start + name, QUIETLY);
    if (stats === undefined) return "gone";
    const from = at * STAMP_NUMBERS;
    const isSame =
      stats.mtimeMs === stamps[from + 1] &&
      stats.ctimeMs === stamps[from + 2] &&
      stats.size === stamps[from] &&
      stats.ino === stamps[from + 3];
    return isSame ? "same" : "changed";
  };
}

type Compared = "same" | "changed" | "gone";

const QUIETLY = { throwIfNoEntry: false } as const;

/** JavaScript prints and parses numbers without loss. */
function numbersOf(stamp: Stamp): number[] {
  const numbers = stamp.split(":").map(Number);
  return numbers.length === STAMP_NUMBERS ? numbers : new Array<number>(STAMP_NUMBERS).fill(Number.NaN);
}
