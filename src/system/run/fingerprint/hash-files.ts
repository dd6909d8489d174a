/** Hashes files and folders by content; installed packages by what only the kernel sets. Other times and sizes prove nothing. */
import { createHash } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { sha256 } from "../../../core/base/hash.ts";
import { isDataFile, isInside } from "../../../core/project/project.ts";
import { gitCodeIn } from "./git-files.ts";
import { isFile, realPath, sortedNames, statsAt } from "./read-paths.ts";

export type Hashed = { readonly path: string; readonly hash: string };

/** Used again for every file. */
const CHUNK = Buffer.allocUnsafeSlow(256 * 1024);

/** Where the path leads, whether it can be executed, and its content; undefined if it is not a file. */
export function hashFile(path: string): string | undefined {
  if (!isFile(path)) return undefined;
  let file: number | undefined;
  try {
    // Not blocking: the path may have become a pipe meanwhile.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const hash = createHash("sha256").update(`${realpathSync(path)}\n${fstatSync(file).mode & 0o111}\n`);
    for (let bytes = readSync(file, CHUNK); bytes > 0; bytes = readSync(file, CHUNK))
      hash.update(CHUNK.subarray(0, bytes));
    return hash.digest("hex");
  } catch {
    return kernelMark(path);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

const MOST_SCRIPT_BYTES = 4 * 1024 * 1024;

/** Scripts by content, large binaries by the time of their last change: there may be gigabytes of them. */
export function programMark(path: string): string | undefined {
  return (statsAt(path)?.size ?? 0) > MOST_SCRIPT_BYTES ? kernelMark(path) : hashFile(path);
}

/** Only the kernel sets the time of the last change; a program may be executable and not readable. */
function kernelMark(path: string): string {
  const stats = statsAt(path);
  return stats === undefined ? "gone" : `${stats.dev} ${stats.ino} ${stats.size} ${stats.mode} ${stats.ctimeMs}`;
}

export type Budget = { files: number; bytes: number };

export const treeBudget = (): Budget => ({ files: 25_000, bytes: 400 * 1024 * 1024 });

export type HashedTree = {
  /** One for each file and folder at the top. */
  readonly entries: readonly Hashed[];
  /** Parts that could not be hashed. */
  readonly left: readonly string[];
};

/** Everything in a folder; in git directories only what git runs. The largest folders in it are left out if it is too large. */
export function hashTree(root: string, budget: Budget): HashedTree {
  const left = new Set<string>();
  const entries: Hashed[] = [];
  const parts = listed(root, left).map((name) => ({ path: join(root, name), ...sizeOf(join(root, name), budget) }));
  for (const { path, files, bytes } of parts.toSorted((a, b) => a.files - b.files || a.bytes - b.bytes)) {
    if (files > budget.files || bytes > budget.bytes) {
      left.add(`${path}, which has too many files to check`);
      continue;
    }
    budget.files -= files;
    budget.bytes -= bytes;
    const lines: string[] = [];
    hashInto(path, { root, left, lines });
    if (lines.length > 0) entries.push({ path, hash: sha256(lines.join("\n")) });
  }
  return { entries: entries.toSorted((a, b) => (a.path < b.path ? -1 : 1)), left: [...left] };
}

/** Counts until it is too much. */
function sizeOf(path: string, most: Budget): Budget {
  const size: Budget = { files: 0, bytes: 0 };
  const pending = [path];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const stats = lstatSync(at, { throwIfNoEntry: false });
    size.files += 1;
    if (stats?.isFile() === true && !isDataFile(at) && !INSTALLED.test(at)) size.bytes += stats.size;
    if (stats?.isDirectory() === true && basename(at) !== ".git")
      for (const name of sortedNames(at)) pending.push(join(at, name));
    if (size.files > most.files || size.bytes > most.bytes) break;
  }
  return size;
}

type Walk = {
  readonly root: string;
  readonly left: Set<string>;
  readonly lines: string[];
};

function hashInto(path: string, walk: Walk): void {
  const name = basename(path);
  if (name === ".oldhand" || isDataFile(name)) return;
  const link = linkAt(path);
  const stats = statsAt(path);
  if (link !== undefined) walk.lines.push(`${path} -> ${link}`);
  if (stats === undefined) return;
  if (name === ".git") {
    for (const file of stats.isDirectory() ? gitCodeIn(path) : [path]) hashOne(file, walk);
  } else if (stats.isFile()) hashOne(path, walk);
  else if (stats.isDirectory()) hashFolder(path, link, walk);
}

/** A link inside the folder leads to something that is hashed there. */
function hashFolder(path: string, link: string | undefined, walk: Walk): void {
  if (link === undefined) {
    walk.lines.push(path);
    for (const name of listed(path, walk.left)) hashInto(join(path, name), walk);
    return;
  }
  const target = realPath(resolve(dirname(path), link));
  const root = realPath(walk.root);
  if (target !== root && !isInside(target, root)) walk.left.add(`${target}, to which ${path} links`);
}

function hashOne(path: string, { lines }: Walk): void {
  lines.push(`${path} ${INSTALLED.test(path) ? kernelMark(path) : hashFile(path)}`);
}

/** Installed packages may be hundreds of megabytes, and nobody edits them between a question and its answer. */
const INSTALLED = /\/(?:node_modules|site-packages)\//;

function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined; // not a link
  }
}

function listed(path: string, left: Set<string>): string[] {
  try {
    return readdirSync(path).toSorted();
  } catch {
    left.add(`${path}, which cannot be read`);
    return [];
  }
}
