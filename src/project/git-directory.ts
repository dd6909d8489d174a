/** Finds the git repository that a directory is in, its shared git directory and its branch, by reading files only. */
import { realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { readSmallFile } from "./small-file.ts";

export type GitLocation = {
  /** Top directory of the worktree; of a bare repository, the repository itself. */
  readonly root: string;
  /** Undefined if a `.git` file points nowhere, or to the repository of another tree. */
  readonly commonDir: string | undefined;
};

const POINTER_BYTES = 8192;

/** The first of these directories, innermost first, that is the top of a repository. */
export function findGit(dirs: readonly string[]): GitLocation | undefined {
  for (const dir of dirs) {
    const dotGit = join(dir, ".git");
    const stat = statOf(dotGit);
    if (stat?.isFile()) return { root: dir, commonDir: commonDirOf(dotGit) };
    if (stat?.isDirectory() && statOf(join(dotGit, "HEAD"))) return { root: dir, commonDir: ownGitDirectory(dotGit) };
    if (isGitDirectory(dir)) return { root: basename(dir) === ".git" ? dirname(dir) : dir, commonDir: dir };
  }
  return undefined;
}

/** The branch that is checked out, read from files; undefined outside a repository and with a detached HEAD. */
export function branchAt(root: string): string | undefined {
  const dotGit = join(root, ".git");
  const pointer = /^gitdir:\s*(.+?)\s*$/m.exec(readSmallFile(dotGit, POINTER_BYTES) ?? "")?.[1];
  const head = readSmallFile(join(pointer === undefined ? dotGit : resolve(root, pointer), "HEAD"), POINTER_BYTES);
  return /^ref: refs\/heads\/(\S+)\s*$/.exec(head ?? "")?.[1];
}

/**
 * Follows `gitdir: …` of linked worktrees and submodules. An untrusted tree may point at any repository to pass for it, so
 * the repository must not belong to another directory.
 */
function commonDirOf(dotGit: string): string | undefined {
  const target = /^gitdir:\s*(.+?)\s*$/m.exec(readSmallFile(dotGit, POINTER_BYTES) ?? "")?.[1];
  const gitDir = target === undefined ? undefined : realPath(resolve(dirname(dotGit), target));
  if (gitDir === undefined) return undefined;
  const shared = readSmallFile(join(gitDir, "commondir"), POINTER_BYTES)?.trim();
  if (!shared) return isGitDirectory(gitDir) && basename(gitDir) !== ".git" ? gitDir : undefined;
  const commonDir = realPath(resolve(gitDir, shared));
  return commonDir !== undefined && isGitDirectory(commonDir) && isWorktreeOf(gitDir, dotGit) ? commonDir : undefined;
}

/** `.git` may be a symlink to a git directory elsewhere, but not to the `.git` of another tree. */
function ownGitDirectory(dotGit: string): string | undefined {
  const real = realPath(dotGit);
  return real === dotGit || (real !== undefined && basename(real) !== ".git") ? real : undefined;
}

/** The repository records the path of a linked worktree; for one that was moved by hand, that path is gone. */
function isWorktreeOf(gitDir: string, dotGit: string): boolean {
  const named = readSmallFile(join(gitDir, "gitdir"), POINTER_BYTES)?.trim();
  const back = named ? realPath(resolve(gitDir, named)) : undefined;
  return back === undefined || back === dotGit;
}

function isGitDirectory(dir: string): boolean {
  if (!statOf(join(dir, "HEAD"))) return false;
  return statOf(join(dir, "objects"))?.isDirectory() === true && statOf(join(dir, "refs"))?.isDirectory() === true;
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // Unreadable paths are skipped, as git does.
    return undefined;
  }
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    // A dangling path, which the caller handles.
    return undefined;
  }
}
