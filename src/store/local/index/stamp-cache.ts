/** A sheet: the stamps of a whole shelf in one row. It is read at every command, and thousands of rows are not. */
import type { Database } from "../databases/database.ts";
import { numbersOf, STAMP_NUMBERS } from "../files/file-stamp.ts";

export type Sheet = {
  readonly names: readonly string[];
  /** The numbers of each name's stamp, one after the other; NaN, which equals nothing, where no stamp is believed. */
  readonly stamps: Float64Array;
};

/** No file name has it, on any system. */
const BETWEEN = "/";

export function sheetOf(files: readonly { readonly name: string; readonly stamp: string | undefined }[]): Sheet {
  const stamps = new Float64Array(files.length * STAMP_NUMBERS).fill(Number.NaN);
  for (const [at, { stamp }] of files.entries()) {
    if (stamp !== undefined) stamps.set(numbersOf(stamp), at * STAMP_NUMBERS);
  }
  return { names: files.map(({ name }) => name), stamps };
}

export function keepSheet(
  db: Database,
  { folder, shelf, sheet }: { readonly folder: string; readonly shelf: string; readonly sheet: Sheet },
): void {
  // Node 22 binds an empty buffer as NULL.
  db.sql("INSERT OR REPLACE INTO sheets (folder, shelf, names, stamps) VALUES (?, ?, ?, coalesce(?, x''))").run(
    folder,
    shelf,
    sheet.names.join(BETWEEN),
    new Uint8Array(sheet.stamps.buffer),
  );
}

/** Undefined where the row contradicts itself. */
export function openSheet({ names: joined, stamps: bytes }: Readonly<Record<string, unknown>>): Sheet | undefined {
  if (typeof joined !== "string" || !(bytes instanceof Uint8Array)) return undefined;
  const names = joined === "" ? [] : joined.split(BETWEEN);
  if (bytes.length !== names.length * STAMP_NUMBERS * Float64Array.BYTES_PER_ELEMENT) return undefined;
  // Copied, because numbers have to begin at a multiple of eight.
  return { names, stamps: new Float64Array(new Uint8Array(bytes).buffer) };
}
