/** A folder: one `records/` directory with its category folders; global, a project's, or the one that a repository carries. */
import { lstatSync, type Stats, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { nameMark, sha256 } from "../../../core/base/hash.ts";
import { derivedId } from "../../../core/base/id.ts";
import type { Version } from "../../../core/ports.ts";
import { isInside } from "../../../core/project/project.ts";
import { type Parsed, parseRecord, type Standing, TEXT_LIMIT_BYTES } from "../../../core/record/file.ts";
import type { Head } from "../../../core/record/frontmatter.ts";
import { keyFor } from "../../../core/record/key.ts";
import { CATEGORIES, type Category, type MemoryRecord, type ProjectId } from "../../../core/record/record.ts";
import { screen } from "../../../core/screen/clean.ts";
import { cleanInvisible } from "../../../core/screen/invisible.ts";
import type { Entry } from "../index/record-entries.ts";
import { isLink, namesIn, readRegular } from "./durable-files.ts";
import { type Stamp, stampOf } from "./file-stamp.ts";

export type Folder = {
  /** Names the folder in the index: "global", a project's id, or "repo:" and the worktree's root. */
  readonly key: string;
  readonly path: string;
  readonly scope: "global" | "project";
  readonly project?: ProjectId;
  readonly fromRepo: boolean;
  /** True for the one folder of its scope that new records go to. */
  readonly takesNew: boolean;
  /** Set where others made the tree: from this real path down no link is followed, since it could lead anywhere. */
  readonly within?: string;
};

/** Where a repository carries the records that a team shares. */
export function repositoryRecords(root: string): string {
  return join(root, ".oldhand", "records");
}

/** The directories of a folder that hold records; the empty one is the folder itself. */
export const CATEGORY_FOLDERS: readonly (Category | "")[] = ["", ...CATEGORIES];

/** A stamp is believed once the file had been still for this long; within it a change may not show. */
const STILL_MS = 2000;
/** The statement and a head at their limits, and some air. */
const FILE_LIMIT_BYTES = TEXT_LIMIT_BYTES * 4;
const REASON_CHARS = 300;

export type Listed = {
  readonly category: Category | "";
  readonly name: string;
  readonly stamp: Stamp;
  readonly still: boolean;
  readonly stats: Stats;
};

export function recordNames(folder: Folder, category: Category | ""): string[] {
  return linkAt(folder, category) === undefined ? namesIn(join(folder.path, category)).filter(isRecordName) : [];
}

/** The link that stands between a folder and the files of a category, if there is one. A person may link a folder of their own. */
export function linkAt(folder: Folder, category: Category | ""): string | undefined {
  const links: string[] = [];
  for (let path = folder.path; folder.within !== undefined && isInside(path, folder.within); path = dirname(path)) {
    if (isLink(path)) links.push(path);
  }
  if (category !== "" && isLink(join(folder.path, category))) links.push(join(folder.path, category));
  return links[0];
}

/** Looks at one file without reading it; undefined where it is gone. */
export function look(folder: Folder, category: Category | "", name: string, nowMs: number): Listed | undefined {
  const stats = lstatSync(join(folder.path, category, name), { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  return { category, name, stats, stamp: stampOf(stats), still: isStill(stats, nowMs) };
}

export function directoryStamp(
  folder: Folder,
  category: Category | "",
  nowMs: number,
): { stamp: Stamp; still: boolean; identity: string } | undefined {
  if (linkAt(folder, category) !== undefined) return undefined;
  const stats = statSync(join(folder.path, category), { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return undefined;
  return {
    stamp: `${stats.mtimeMs}:${stats.ino}`,
    still: isStill(stats, nowMs),
    identity: `${stats.dev}:${stats.ino}`,
  };
}

export type ReadFile = {
  readonly version: Version;
  readonly parsed: Parsed;
  readonly text: string;
  /** True where parsing alone makes the record: the same text needs no second screening and no YAML reader. */
  readonly isPlain: boolean;
};

type Place = { readonly category: Category | ""; readonly name: string };

/** Reads and parses one file afresh; what cannot be a record comes back as invalid with the reason. */
export function readRecordFile(folder: Folder, place: Place, readYaml?: (head: string) => Head): ReadFile | undefined {
  const file = bytesIn(folder, place);
  if (file === undefined) return undefined;
  return "parsed" in file ? file : readRecordBytes(folder, { ...place, ...file }, readYaml);
}

/** Reads a file that was indexed: while it holds what it held then, it was screened and its version is known. */
export function rereadFile(folder: Folder, known: Known, readYaml?: (head: string) => Head): ReadFile | undefined {
  const file = bytesIn(folder, known);
  if (file === undefined || "parsed" in file) return file;
  const text = known.source === "" ? undefined : decoded(file.bytes);
  const found = { ...known, ...file };
  if (text === undefined || text !== known.source) return readRecordBytes(folder, found, readYaml);
  const isIntact = known.body !== "" && nameMark(known.body) === known.bodyMark;
  const parsed: Parsed = isIntact
    ? { outcome: "record", record: JSON.parse(known.body) as MemoryRecord }
    : parseRecord(text, standingOf(folder, found));
  return { version: known.version, text, parsed, isPlain: true };
}

type Bytes = { readonly bytes: Uint8Array; readonly modifiedMs: number };

/** What stands in the place, or why it is not read. */
function bytesIn(folder: Folder, { category, name }: Place): Bytes | ReadFile | undefined {
  if (linkAt(folder, category) !== undefined) return refused("a directory above it is a symbolic link");
  const file = readRegular(join(folder.path, category, name), FILE_LIMIT_BYTES, folder);
  if (file === undefined) return undefined;
  return "refused" in file ? refused(file.refused) : { bytes: file.bytes, modifiedMs: file.stats.mtimeMs };
}

type Known = Place & Pick<Entry, "source" | "version" | "body" | "bodyMark">;

function standingOf(folder: Folder, { category, name, modifiedMs }: Place & { readonly modifiedMs: number }): Standing {
  return {
    scope: folder.scope,
    ...(folder.project !== undefined && { project: folder.project }),
    fromRepo: folder.fromRepo,
    directory: category,
    ownId: () => derivedId("rec", `${folder.key}/${name}`),
    modifiedMs,
  };
}

/** What a file with these bytes would be in that place. */
export function readRecordBytes(
  folder: Folder,
  { category, name, bytes, modifiedMs }: Place & Bytes,
  readYaml?: (head: string) => Head,
): ReadFile {
  const version = versionOf(bytes);
  const text = decoded(bytes);
  const invalid = (reason: string): ReadFile => ({
    version,
    text: "",
    parsed: { outcome: "invalid", reason },
    isPlain: false,
  });
  if (text === undefined) return invalid("it is not UTF-8 text");
  if (cleanInvisible(name) !== name) return invalid("its name holds characters that cannot be seen");
  if (bytes.length > FILE_LIMIT_BYTES) return invalid(`it is over ${FILE_LIMIT_BYTES / 1024} KB`);
  const standing = standingOf(folder, { category, name, modifiedMs });
  const quick = parseRecord(text, standing);
  const parsed = screened(quick.outcome === "needs-yaml" ? parseRecord(text, standing, readYaml) : quick);
  return { version, text, parsed, isPlain: parsed === quick && quick.outcome === "record" };
}

function refused(reason: string): ReadFile {
  return { version: "", text: "", parsed: { outcome: "invalid", reason }, isPlain: false };
}

/**
 * A person may write a secret into a file by hand; it stays there, and goes nowhere from there. What cannot be seen,
 * and what is marked as private, stays there too: the record that is handed on is without it.
 */
function screened(parsed: Parsed): Parsed {
  // A reason may quote the file.
  if (parsed.outcome === "invalid") return { ...parsed, reason: screen(parsed.reason).text.slice(0, REASON_CHARS) };
  if (parsed.outcome !== "record") return parsed;
  const all = Object.values(parsed.record).flat().join("\n");
  const result = screen(all);
  if (result.outcome === "secret")
    return { outcome: "invalid", reason: `it holds a secret (${result.found.join(", ")}); take it out of the file` };
  if (result.text === all) return parsed;
  const cleaned = cleanRecord(parsed.record);
  const text = cleaned.text.trim();
  // A key that was made from the words would tell them.
  const isMade = parsed.record.key === keyFor(parsed.record.text).key;
  const record = { ...cleaned, text, key: isMade ? keyFor(text).key : cleaned.key };
  return record.text === "" ? { outcome: "invalid", reason: "it holds no statement" } : { outcome: "record", record };
}

function cleanRecord(record: MemoryRecord): MemoryRecord {
  const clean = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(clean);
    return typeof value === "string" ? screen(value).text : value;
  };
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, clean(value)])) as MemoryRecord;
}

export function versionOf(bytes: Uint8Array | string): Version {
  return sha256(bytes);
}

export function isRecordName(name: string): boolean {
  return name.endsWith(".md") && !name.startsWith(".") && !/\.conflict-\d+\.md$/.test(name);
}

export function conflictNames(folder: Folder, category: Category | ""): string[] {
  if (linkAt(folder, category) !== undefined) return [];
  return namesIn(join(folder.path, category)).filter((name) => /\.conflict-\d+\.md$/.test(name));
}

function isStill(stats: Stats, nowMs: number): boolean {
  return nowMs - Math.max(stats.mtimeMs, stats.ctimeMs) >= STILL_MS;
}

const strict = new TextDecoder("utf-8", { fatal: true });

/** The text of these bytes; undefined where they are none. */
export function decoded(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined; // not UTF-8: the caller says so
  }
}
