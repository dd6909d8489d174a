/** Hashes files and folders by content. Times and sizes prove nothing: any program can set them. */
import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readdirSync, readlinkSync, readSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { sha256 } from "../../core/base/hash.ts";
import { isDataFile, isInside } from "../../core/project/project.ts";
import { gitCodeIn } from "./git-files.ts";
import { isFile, look, realPath } from "./read-paths.ts";

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
    return unreadableMark(path);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

const MOST_SCRIPT_BYTES = 4 * 1024 * 1024;

/** Scripts by content, large binaries by the time of their last change: there may be gigabytes of them. */
export function programMark(path: string): string | undefined {
  return (look(path)?.size ?? 0) > MOST_SCRIPT_BYTES ? unreadableMark(path) : hashFile(path);
}

/** Only the kernel sets the time of the last change; a program may be executable and not readable. */
function unreadableMark(path: string): string {
  const stats = look(path);
  return stats === undefined ? "gone" : `${stats.dev} ${stats.ino} ${stats.size} ${stats.mode} ${stats.ctimeMs}`;
}

export type Budget = { files: number; bytes: number };

export const treeBudget = (): Budget => ({ files: 25_000, bytes: 400 * 1024 * 1024 });

export type Tree = {
  /** One for each file and folder at the top. */
  readonly entries: readonly Hashed[];
  /** Parts that could not be hashed. */
  readonly left: readonly string[];
};

/** Everything in a folder; in git directories only what git runs. */
export function hashTree(root: string, budget: Budget): Tree {
  const left = new Set<string>();
  const entries = listed(root, left).flatMap((name): Hashed[] => {
    const lines: string[] = [];
    hashInto(join(root, name), { root, budget, left, lines });
    return lines.length === 0 ? [] : [{ path: join(root, name), hash: sha256(lines.join("\n")) }];
  });
  return { entries, left: [...left] };
}

type Walk = {
  readonly root: string;
  readonly budget: Budget;
  readonly left: Set<string>;
  readonly lines: string[];
};

function hashInto(path: string, walk: Walk): void {
  const name = basename(path);
  if (name === ".oldhand" || isDataFile(name) || walk.budget.files <= 0) return;
  const link = linkAt(path);
  const stats = look(path);
  if (link !== undefined) walk.lines.push(`${path} -> ${link}`);
  if (stats === undefined) return;
  if (name === ".git") {
    for (const file of stats.isDirectory() ? gitCodeIn(path) : [path]) hashOne(file, walk);
  } else if (stats.isFile()) hashOne(path, walk, stats.size);
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

function hashOne(path: string, { root, budget, left, lines }: Walk, size = 0): void {
  budget.files -= 1;
  budget.bytes -= size;
  if (budget.files <= 0 || budget.bytes <= 0) {
    budget.files = 0;
    left.add(`${root}, which has too many files to check`);
    return;
  }
  lines.push(`${path} ${hashFile(path)}`);
}

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
