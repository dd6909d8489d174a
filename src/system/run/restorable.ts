/** Whether git could bring back what a command deletes: every file below a path is in the last commit, as it is on disk. */
import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join, relative } from "node:path";
import { errnoOf } from "../../core/base/error.ts";
import type { GitState } from "../../core/plan/plan.ts";
import { committedFiles } from "./git.ts";

const MOST_FILES = 2000;
const MOST_BYTES = 64 * 1024 * 1024;

type Tree = {
  readonly root: string;
  /** Of the repository; absent: there is none. */
  readonly commonDir?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** Compares content by hash: git's own status could run programs that the repository's settings name. */
export function gitStateOf(path: string, { root, commonDir, env }: Tree): GitState {
  try {
    const files = filesBelow(path);
    if (files === undefined) return "absent";
    if (commonDir === undefined) return "untracked";
    const committed = committedFiles(commonDir, relative(root, path), { env });
    if (committed.size === 0) return "untracked";
    let left = MOST_BYTES;
    const isSame = files.every((file) => {
      const hash = committed.get(relative(root, file));
      const { size } = lstatSync(file);
      left -= size;
      return hash !== undefined && left >= 0 && blobHash(file, hash.length) === hash;
    });
    return isSame ? "clean" : "changed";
  } catch (error) {
    return errnoOf(error) === "ENOENT" ? "absent" : "changed";
  }
}

/** Undefined if there is nothing. */
function filesBelow(path: string): string[] | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  if (!stats.isDirectory()) return [path];
  const found = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory());
  if (found.length > MOST_FILES) throw new RangeError(`More than ${MOST_FILES} files in ${path}.`);
  return found.map((entry) => join(entry.parentPath, entry.name));
}

function blobHash(file: string, length: number): string {
  const content = lstatSync(file).isSymbolicLink() ? Buffer.from(readlinkSync(file)) : readFileSync(file);
  return createHash(length === 64 ? "sha256" : "sha1")
    .update(`blob ${content.length}\0`)
    .update(content)
    .digest("hex");
}
