/** Finds the git repository that a directory is in, with its git directory, branch and remotes, by reading files only. */
import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

type GitLocation = {
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

/**
 * Follows `gitdir: …` of linked worktrees and submodules. An untrusted tree may point at any repository to pass for it, so
 * the repository must not belong to another directory.
 */
function commonDirOf(dotGit: string): string | undefined {
  const target = pointedFrom(dotGit);
  const gitDir = target === undefined ? undefined : existingPath(target);
  if (gitDir === undefined) return undefined;
  const shared = readSmallFile(join(gitDir, "commondir"), POINTER_BYTES)?.trim();
  if (!shared) return isGitDirectory(gitDir) && basename(gitDir) !== ".git" ? gitDir : undefined;
  const commonDir = existingPath(resolve(gitDir, shared));
  return commonDir !== undefined && isGitDirectory(commonDir) && isWorktreeOf(gitDir, dotGit) ? commonDir : undefined;
}

/** The path after `gitdir:`, if `.git` is such a file. */
function pointedFrom(dotGit: string): string | undefined {
  const target = /^gitdir:\s*(.+?)\s*$/m.exec(readSmallFile(dotGit, POINTER_BYTES) ?? "")?.[1];
  return target === undefined ? undefined : resolve(dirname(dotGit), target);
}

/** `.git` may be a symlink to a git directory elsewhere, but not to the `.git` of another tree. */
function ownGitDirectory(dotGit: string): string | undefined {
  const real = existingPath(dotGit);
  return real === dotGit || (real !== undefined && basename(real) !== ".git") ? real : undefined;
}

/** The repository records the path of a linked worktree; for one that was moved by hand, that path is gone. */
function isWorktreeOf(gitDir: string, dotGit: string): boolean {
  const named = readSmallFile(join(gitDir, "gitdir"), POINTER_BYTES)?.trim();
  const back = named ? existingPath(resolve(gitDir, named)) : undefined;
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

/** The branch that is checked out in a directory; undefined without one. */
export function branchAt(dir: string): string | undefined {
  for (let at = dir; ; at = dirname(at)) {
    const dotGit = join(at, ".git");
    const gitDir = statOf(dotGit)?.isFile() ? pointedFrom(dotGit) : dotGit;
    const head = gitDir === undefined ? undefined : readSmallFile(join(gitDir, "HEAD"), POINTER_BYTES);
    if (head !== undefined) return /^ref: refs\/heads\/(.+)$/m.exec(head)?.[1];
    if (at === dirname(at)) return undefined;
  }
}

/** Undefined for a path that does not exist. */
export function existingPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined; // the caller handles it
  }
}

const REMOTES_READ = 32;

/** What is checked out in a worktree, and a mark that changes when another commit is checked out or made; reads files only. */
export function headOf(root: string, commonDir: string): { readonly name: string; readonly mark: string } {
  const branch = branchAt(root);
  if (branch === undefined) {
    const dotGit = join(root, ".git");
    const name = (readSmallFile(join(pointedFrom(dotGit) ?? dotGit, "HEAD"), POINTER_BYTES) ?? "").trim();
    return { name, mark: name };
  }
  const ref = readSmallFile(join(commonDir, "refs", "heads", branch), POINTER_BYTES);
  const mark = `${branch} ${ref ?? statOf(join(commonDir, "packed-refs"))?.mtimeMs ?? ""}`.trim();
  return { name: `refs/heads/${branch}`, mark };
}

/** The URLs as written, origin first. Ignores includes, rewrites and push URLs. */
export function remoteUrls(config: string): string[] {
  const urls = new Map<string, string>();
  let remote: string | undefined;
  for (const line of config.split(/\r?\n/)) {
    const header = /^\s*\[([^\]"]*)(?:"((?:[^"\\]|\\.)*)")?\s*\](.*)$/.exec(line);
    if (header) remote = remoteNamed(header[1]!, header[2]);
    const url = remote === undefined ? undefined : urlIn(header ? header[3]! : line);
    // Fetches use the first URL of a remote; the others are only pushed to.
    if (remote !== undefined && url && !urls.has(remote)) urls.set(remote, url);
    if (urls.size >= REMOTES_READ) break;
  }
  const names = [...urls.keys()].toSorted((a, b) => Number(b === "origin") - Number(a === "origin"));
  return names.map((name) => urls.get(name)!);
}

function remoteNamed(section: string, quoted: string | undefined): string | undefined {
  const plain = section.trim().toLowerCase();
  if (quoted !== undefined) return plain === "remote" ? quoted.replace(/\\(.)/g, "$1") : undefined;
  return plain.startsWith("remote.") ? plain.slice("remote.".length) : undefined;
}

function urlIn(text: string): string | undefined {
  const value = /^\s*url\s*=\s*(.*)$/i.exec(text)?.[1];
  if (value === undefined) return undefined;
  const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(value);
  if (quoted) return quoted[1]!.replace(/\\(.)/g, "$1");
  return value.split(/[#;]/, 1)[0]!.trim();
}

/** Where a path leads, with links in its existing part followed; the rest is as it is given. */
export function followedPath(path: string): string {
  for (let at = path; ; at = dirname(at)) {
    const real = existingPath(at);
    if (real !== undefined) return at === path ? real : join(real, path.slice(at === "/" ? 1 : at.length + 1));
    if (at === dirname(at)) return path;
  }
}

/** Undefined if there is no readable regular file. */
export function readSmallFile(path: string, maxBytes: number): string | undefined {
  let fd: number | undefined;
  try {
    // Without O_NONBLOCK, opening a pipe waits for a writer that may never come.
    fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(fd);
    if (!stat.isFile()) return undefined;
    const buffer = Buffer.alloc(Math.min(stat.size, maxBytes));
    return buffer.toString("utf8", 0, readSync(fd, buffer, 0, buffer.length, 0));
  } catch {
    // Missing and unreadable are treated alike.
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
