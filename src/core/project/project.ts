/** A project: a tree recognised by evidence, its row in the registry, and the answer for one directory. */
import { isAbsolute, posix, relative, resolve, sep } from "node:path";
import { type IfTooSlow, matchesAnyPathGlob } from "../base/glob.ts";
import { lazyPattern } from "../base/lazy-pattern.ts";
import type { ProjectId } from "../record/record.ts";

/** What a directory shows about its project. */
export type Evidence = {
  /** Empty means not known (no commits, a shallow clone, git not asked), never "it has none". */
  readonly rootCommits: readonly string[];
  /** Normalised, origin first. */
  readonly remotes: readonly string[];
  /** Real path of the git directory that all worktrees of one repository share. */
  readonly commonDir?: string;
  /** The id that the tree carries in `.oldhand/project`. */
  readonly committedId?: string;
  /** Real path of the tree's top directory. */
  readonly path: string;
  readonly shallow?: boolean;
};

/** What a person linked: ids that were merged into this one, and paths that belong to it whatever the evidence says. */
export type Linked = { readonly ids: readonly ProjectId[]; readonly places: readonly string[] };

/** A registered project. */
export type Project = {
  readonly id: ProjectId;
  readonly name: string;
  readonly rootCommits: readonly string[];
  readonly remotes: readonly string[];
  readonly commonDirs: readonly string[];
  readonly paths: readonly string[];
  readonly committedId?: string;
  readonly linked?: Linked;
  /** Projects that a person split this one from: evidence never merges them again. */
  readonly apart?: readonly ProjectId[];
  readonly shared?: boolean;
  readonly createdAt: string;
  /** Fields of the registry file that are not ours, kept as they were. */
  readonly extra?: Readonly<Record<string, unknown>>;
};

/** A related project that is not this one. */
export type Kin = { readonly id: ProjectId; readonly name: string; readonly why: string };

/** The project of one directory, with the reasons. */
export type ProjectRef = {
  readonly id: ProjectId;
  readonly name: string;
  /** Top directory of this worktree, or of the tree without git that the directory is in. */
  readonly root: string;
  /** False until it is in the registry. */
  readonly known: boolean;
  readonly because: readonly string[];
  readonly kin: readonly Kin[];
  readonly evidence: Evidence;
};

const NAME_CHARS = 80;

/** Named after its remote, else after its main directory (not after a linked worktree). */
export function projectName(evidence: Evidence): string {
  const named = evidence.remotes[0] ?? mainDirectory(evidence.commonDir) ?? evidence.path;
  const name = shown(posix.basename(named.replaceAll("\\", "/"))).trim();
  return name.slice(0, NAME_CHARS) || "project";
}

const unseen = lazyPattern("\\p{C}", "gu");

/** Without invisible characters: names and paths come from untrusted trees. */
export function shown(text: string): string {
  return text.replace(unseen(), "");
}

/** Programs write these all the time, and none runs them as code unless a command names them. */
export function isDataFile(path: string): boolean {
  return /\.(?:log|pid|sqlite3?|db)(?:-(?:wal|shm|journal))?$/i.test(path);
}

export function isInside(path: string, tree: string): boolean {
  return path.startsWith(tree) && /^[\\/]/.test(path.slice(tree.length));
}

function mainDirectory(commonDir: string | undefined): string | undefined {
  if (commonDir === undefined) return undefined;
  const dir = commonDir.replaceAll("\\", "/");
  const base = posix.basename(dir);
  return base.startsWith(".") ? posix.dirname(dir) : dir.replace(/\.git$/, "");
}

/** With forward slashes; undefined if the file is outside the project. */
export function pathInProject(
  file: string,
  { root, cwd }: { root: string; cwd: string | undefined },
): string | undefined {
  const path = relative(root, resolve(cwd ?? root, file));
  if (path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path)) return undefined;
  return path.split(sep).join("/");
}

/** Where file names ignore case, globs do. */
const folded =
  process.platform === "darwin" || process.platform === "win32"
    ? (text: string) => text.toLowerCase()
    : (text: string) => text;

export function matchesAnyGlob(path: string, globs: readonly string[], how: IfTooSlow = {}): boolean {
  return matchesAnyPathGlob(folded(path), globs.map(folded), how);
}

/** The files that define tasks, in the order in which each tool looks for them. */
export const MAKEFILES: readonly string[] = ["GNUmakefile", "makefile", "Makefile"];
export const JUSTFILES: readonly string[] = ["justfile", "Justfile", ".justfile"];
export const TASKFILES: readonly string[] = ["Taskfile.yml", "Taskfile.yaml", "taskfile.yml", "taskfile.yaml"];
export const COMPOSE_FILES: readonly string[] = [
  "compose.yaml",
  "compose.yml",
  "docker-compose.yaml",
  "docker-compose.yml",
];
