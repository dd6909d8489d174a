/** A sheet: the stamps of a whole category in one row. It is read at every command, and thousands of rows are not. */
import type { Database } from "../databases/database.ts";
import { numbersOf, STAMP_NUMBERS } from "../files/file-stamp.ts";

export type StampCache = {
  readonly names: readonly string[];
  /** The numbers of each name's stamp, one after the other; NaN, which equals nothing, where no stamp is believed. */
  readonly stamps: Float64Array;
};

/** No file name has it, on any system. */
const BETWEEN = "/";

export function stampCacheOf(
  files: readonly { readonly name: string; readonly stamp: string | undefined }[],
): StampCache {
  const stamps = new Float64Array(files.length * STAMP_NUMBERS).fill(Number.NaN);
  for (const [at, { stamp }] of files.entries()) {
    if (stamp !== undefined) stamps.set(numbersOf(stamp), at * STAMP_NUMBERS);
  }
  return { names: files.map(({ name }) => name), stamps };
}

export function saveStampCache(
  db: Database,
  { folder, category, cache }: { readonly folder: string; readonly category: string; readonly cache: StampCache },
): void {
  db.sql("INSERT OR REPLACE INTO sheets (folder, shelf, names, stamps) VALUES (?, ?, ?, ?)").run(
    folder,
    category,
    cache.names.join(BETWEEN),
    new Uint8Array(cache.stamps.buffer),
  );
}

/** Undefined where the row contradicts itself. */
export function readStampCache({
  names: joined,
  stamps: bytes,
}: Readonly<Record<string, unknown>>): StampCache | undefined {
  if (typeof joined !== "string" || !(bytes instanceof Uint8Array)) return undefined;
  const names = joined === "" ? [] : joined.split(BETWEEN);
  if (bytes.length !== names.length * STAMP_NUMBERS * Float64Array.BYTES_PER_ELEMENT) return undefined;
  // Copied, because numbers have to begin at a multiple of eight.
  return { names, stamps: new Float64Array(new Uint8Array(bytes).buffer) };
}
