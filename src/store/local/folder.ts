/** A folder: one `records/` directory with its shelves; global, a project's, or the one that a repository carries. */
import { createHash } from "node:crypto";
import { lstatSync, type Stats } from "node:fs";
import { join } from "node:path";
import { derivedId } from "../../core/base/id.ts";
import type { Version } from "../../core/ports.ts";
import { type Parsed, parseRecord, type Standing, TEXT_LIMIT_BYTES } from "../../core/record/file.ts";
import type { Head } from "../../core/record/frontmatter.ts";
import { CATEGORIES, type Category, isOneOf, type ProjectId } from "../../core/record/record.ts";
import { screen } from "../../core/screen/clean.ts";
import { namesIn, readRegular } from "./files.ts";

export type Folder = {
  /** Names the folder in the index: "global", a project's id, or "repo:" and the worktree's root. */
  readonly key: string;
  readonly path: string;
  readonly scope: "global" | "project";
  readonly project?: ProjectId;
  readonly fromRepo: boolean;
  /** True for the one folder of its scope that new records go to. */
  readonly takesNew: boolean;
};

/** Where a repository carries the records that a team shares. */
export function repositoryRecords(root: string): string {
  return join(root, ".oldhand", "records");
}

/** The directories of a folder that hold records; the empty one is the folder itself. */
export const SHELVES: readonly (Category | "")[] = ["", ...CATEGORIES];

/** What of a file tells that it changed, without reading it. */
export type Stamp = string;

/** A stamp is believed once the file had been still for this long; within it a change may not show. */
const STILL_MS = 2000;
/** The statement and a head at their limits, and some air. */
const FILE_LIMIT_BYTES = TEXT_LIMIT_BYTES * 4;

export type Listed = {
  readonly shelf: Category | "";
  readonly name: string;
  readonly stamp: Stamp;
  readonly still: boolean;
  readonly stats: Stats;
};

export function recordNames(folder: Folder, shelf: Category | ""): string[] {
  return namesIn(join(folder.path, shelf)).filter(isRecordName);
}

/** Looks at one file without reading it; undefined where it is gone. */
export function look(folder: Folder, shelf: Category | "", name: string, nowMs: number): Listed | undefined {
  const stats = lstatSync(join(folder.path, shelf, name), { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  return { shelf, name, stats, stamp: stampOf(stats), still: isStill(stats, nowMs) };
}

export function directoryStamp(
  folder: Folder,
  shelf: Category | "",
  nowMs: number,
): { stamp: Stamp; still: boolean } | undefined {
  const stats = lstatSync(join(folder.path, shelf), { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return undefined;
  return { stamp: `${stats.mtimeMs}:${stats.ino}`, still: isStill(stats, nowMs) };
}

export type ReadFile = { readonly version: Version; readonly parsed: Parsed; readonly text: string };

/** Reads and parses one file afresh; what cannot be a record comes back as invalid with the reason. */
export function readRecordFile(
  folder: Folder,
  place: { readonly shelf: Category | ""; readonly name: string },
  readYaml?: (head: string) => Head,
): ReadFile | undefined {
  const file = readRegular(join(folder.path, place.shelf, place.name), FILE_LIMIT_BYTES);
  if (file === undefined) return undefined;
  if ("refused" in file) return { version: "", text: "", parsed: { outcome: "invalid", reason: file.refused } };
  const version = versionOf(file.bytes);
  const text = decode(file.bytes);
  if (text === undefined) return { version, text: "", parsed: { outcome: "invalid", reason: "it is not UTF-8 text" } };
  const standing: Standing = {
    scope: folder.scope,
    ...(folder.project !== undefined && { project: folder.project }),
    fromRepo: folder.fromRepo,
    directory: place.shelf,
    ownId: derivedId("rec", `${folder.key}/${place.name}`),
    modifiedMs: file.stats.mtimeMs,
  };
  return { version, text, parsed: screened(parseRecord(text, standing, readYaml)) };
}

/** A person may write a secret into a file by hand; it stays there, and goes nowhere from there. */
function screened(parsed: Parsed): Parsed {
  if (parsed.outcome !== "record") return parsed;
  const { text, key, value, steps, tags, aliases, keywords } = parsed.record;
  const result = screen([text, key, value ?? "", ...(steps ?? []), ...tags, ...aliases, ...keywords].join("\n"));
  if (result.outcome === "clean") return parsed;
  return { outcome: "invalid", reason: `it holds a secret (${result.found.join(", ")}); take it out of the file` };
}

export function versionOf(bytes: Uint8Array | string): Version {
  return createHash("sha256").update(bytes).digest("hex");
}

function isRecordName(name: string): boolean {
  return name.endsWith(".md") && !name.startsWith(".") && !/\.conflict-\d+\.md$/.test(name);
}

export function conflictNames(folder: Folder, shelf: Category | ""): string[] {
  return namesIn(join(folder.path, shelf)).filter((name) => /\.conflict-\d+\.md$/.test(name));
}

export function isShelf(text: string): text is Category | "" {
  return text === "" || isOneOf(CATEGORIES, text);
}

function stampOf(stats: Stats): Stamp {
  return `${stats.size}:${stats.mtimeMs}:${stats.ctimeMs}:${stats.ino}`;
}

function isStill(stats: Stats, nowMs: number): boolean {
  return nowMs - Math.max(stats.mtimeMs, stats.ctimeMs) >= STILL_MS;
}

const strict = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined; // not UTF-8: the caller says so
  }
}
