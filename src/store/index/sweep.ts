/** Compares files with the stamps in the index: of a large folder some at each look, going on where the last look stopped. */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { type Database, getMeta, setMeta } from "../databases/database.ts";
import { CATEGORY_FOLDERS, type CategoryFolder, type Folder, type Stamp } from "../files/record-folder.ts";

export type FileName = { readonly category: CategoryFolder; readonly name: string };

/** As many as cost a few milliseconds. A folder with fewer files is compared as a whole. */
const MOST_COMPARED = 2000;
/** No file name contains it, on any system. */
const SEPARATOR = "/";
/** Size, modification time, change time, inode: as in `stampOf`. */
const STAMP_NUMBERS = 4;

/** The files in these categories that changed in place or are gone, as far as they are compared now. */
export function sweptFiles(
  db: Database,
  folder: Folder,
  { categories, isAll }: { readonly categories: ReadonlySet<CategoryFolder>; readonly isAll: boolean },
): FileName[] {
  const changed: FileName[] = [];
  const begun = isAll ? START : watermarkOf(db, folder);
  let left = isAll ? Number.MAX_SAFE_INTEGER : MOST_COMPARED;
  const compare = (category: CategoryFolder, after: string, before: string): string | undefined => {
    if (!categories.has(category)) return undefined;
    const { names, stamps } = stampsAfter(db, { folder, category, after, before }, left);
    const isSame = stampComparer(join(folder.path, category), stamps);
    names.forEach((name, at) => {
      if (!isSame(name, at)) changed.push({ category, name });
    });
    left -= names.length;
    return left > 0 ? undefined : names.at(-1);
  };
  // All the way round: the part of the first category before the watermark comes last.
  const first = Math.max(0, CATEGORY_FOLDERS.indexOf(begun.category));
  const round = [...CATEGORY_FOLDERS.slice(first), ...CATEGORY_FOLDERS.slice(0, first + 1)];
  for (const [at, category] of round.entries()) {
    const isLast = at === round.length - 1;
    const stopped = compare(category, at === 0 ? begun.name : "", isLast ? begun.name : LAST_NAME);
    if (stopped === undefined) continue;
    setMeta(db, watermarkName(folder), JSON.stringify({ category, name: stopped }));
    return changed;
  }
  if (begun !== START) db.sql("DELETE FROM meta WHERE key = ?").run(watermarkName(folder));
  return changed;
}

/** After every name. */
const LAST_NAME = "\u{10ffff}";
const START: FileName = { category: CATEGORY_FOLDERS[0]!, name: "" };

function watermarkName({ key }: Folder): string {
  return `swept ${key}`;
}

function watermarkOf(db: Database, folder: Folder): FileName {
  const kept = getMeta(db, watermarkName(folder));
  return kept === undefined ? START : (JSON.parse(kept) as FileName);
}

/** Files whose stamp cannot be trusted: all that were gone when last looked for, and those written just before they were indexed. */
export function untrustedFiles(
  db: Database,
  folder: Folder,
  { categories, isAll }: { readonly categories: ReadonlySet<CategoryFolder>; readonly isAll: boolean },
): FileName[] {
  return db
    .sql(
      `SELECT shelf AS category, name FROM files WHERE folder = ? AND ${UNTRUSTED} AND gone_ms IS NOT NULL
       UNION ALL SELECT * FROM (SELECT shelf, name FROM files WHERE folder = ? AND ${UNTRUSTED} AND gone_ms IS NULL LIMIT ?)`,
    )
    .all(folder.key, folder.key, isAll ? -1 : MOST_COMPARED)
    .map(({ category, name }) => ({ category: category as CategoryFolder, name: String(name) }))
    .filter(({ category }) => categories.has(category));
}

const UNTRUSTED = "(still = 0 OR gone_ms IS NOT NULL)";

export const SWEEP_INDEX = `CREATE INDEX files_untrusted ON files (folder, shelf, name, gone_ms) WHERE ${UNTRUSTED};`;

/** The names of a category's files in the index; as one text, because thousands of rows take longer. */
export function namesIndexed(db: Database, folder: Folder, category: CategoryFolder): readonly string[] {
  const { names } = db
    .sql(`SELECT group_concat(name, '${SEPARATOR}') AS names FROM files WHERE folder = ? AND shelf = ?`)
    .get(folder.key, category)!;
  return typeof names === "string" ? names.split(SEPARATOR) : [];
}

type Slice = {
  readonly folder: Folder;
  readonly category: CategoryFolder;
  readonly after: string;
  /** The last name that belongs to it. */
  readonly before: string;
};

function stampsAfter(db: Database, { folder, category, after, before }: Slice, most: number) {
  const found = db
    .sql(
      `SELECT group_concat(name, '${SEPARATOR}') AS names, group_concat(hex(stamp), '') AS stamps FROM (
         SELECT name, stamp FROM files
         WHERE folder = ? AND shelf = ? AND name > ? AND name <= ? AND still = 1 AND gone_ms IS NULL
         ORDER BY name LIMIT ?)`,
    )
    .get(folder.key, category, after, before, most)!;
  if (typeof found.names !== "string") return { names: [], stamps: new Float64Array() };
  // Copied, because a Float64Array has to be aligned to eight bytes.
  const bytes = Uint8Array.from(Buffer.from(String(found.stamps), "hex"));
  return { names: found.names.split(SEPARATOR), stamps: new Float64Array(bytes.buffer) };
}

/** Called for many files at every command, so it makes one system call, compares numbers and builds no strings. */
function stampComparer(directory: string, stamps: Float64Array): (name: string, at: number) => boolean {
  const start = `${directory}/`;
  return (name, at) => {
    const stats = lstatSync(start + name, QUIETLY);
    const from = at * STAMP_NUMBERS;
    return (
      stats !== undefined &&
      stats.mtimeMs === stamps[from + 1] &&
      stats.ctimeMs === stamps[from + 2] &&
      stats.size === stamps[from] &&
      stats.ino === stamps[from + 3]
    );
  };
}

const QUIETLY = { throwIfNoEntry: false } as const;

export function stampBytes(stamp: Stamp): Uint8Array {
  // JavaScript prints and parses numbers without loss.
  const numbers = stamp.split(":").map(Number);
  const sound = numbers.length === STAMP_NUMBERS ? numbers : new Array<number>(STAMP_NUMBERS).fill(Number.NaN);
  return new Uint8Array(new Float64Array(sound).buffer);
}
