/** Compares the evidence of one directory with one registered project: the same, related, or nothing in common. */
import { posix } from "node:path";
import { type Evidence, isInside, type Project, shown } from "./project.ts";
import { localPath, localRemote } from "./remote.ts";

/** What decided, strongest first: a person's link, the git directory itself, then everything that can be copied. */
export const GROUNDS = ["link", "git directory", "evidence"] as const;
type Ground = (typeof GROUNDS)[number];

export type EvidenceComparison =
  | { readonly relation: "same"; readonly ground: Ground; readonly because: readonly string[]; readonly root: string }
  | { readonly relation: "kin"; readonly why: string }
  | { readonly relation: "none" };

export type Exists = (path: string) => boolean;

export function compare(evidence: Evidence, project: Project, exists: Exists): EvidenceComparison {
  const place = evidence.commonDir ?? evidence.path;
  const facts = factsOf(evidence, project);
  const same = (ground: Ground, because: string[]): EvidenceComparison => {
    return { relation: "same", ground, because: [...because, ...facts.agreeing], root: facts.tree ?? evidence.path };
  };

  if (project.linked?.places.includes(place)) return same("link", [`You linked ${shown(place)} to this project.`]);
  if (facts.gitDirectory) {
    const here = `Its git directory ${shown(place)} belongs to this project.`;
    if (facts.roots !== "differ") return same("git directory", [here]);
    // Other first commits at the same path mean a rewritten history only if something else still agrees.
    if (facts.remotes === "shared" || facts.id) {
      return same("git directory", [here, "Its history was rewritten: it now starts with another commit."]);
    }
    return kin(
      "was here before, but another repository is here now: run `oldhand project link` if they are the same project",
    );
  }
  if (facts.tree !== undefined) {
    const where = facts.tree === evidence.path ? "It is at" : "It is inside";
    return same("evidence", [`${where} ${shown(facts.tree)}, a known path of this project.`]);
  }
  if (facts.roots === "shared") {
    if (facts.remotes !== "differ") return same("evidence", []);
    const idNote = facts.id ? " with the same id" : "";
    return kin(
      `starts with the same commit but has another remote (${names(project.remotes)}): this is a fork${idNote}`,
    );
  }
  if (facts.remotes === "shared") {
    if (facts.roots === "unknown" || facts.id) return same("evidence", []);
    return kin("has the same remote but starts with another commit");
  }
  if (facts.id) {
    return kin(
      "has the id in this tree's .oldhand/project, but nothing else matches: run `oldhand project link` if they are the same project",
    );
  }
  return movedAway(evidence, project, exists)
    ? kin(`was at ${shown(project.paths[0]!)}, which is gone: run \`oldhand project link\` if it moved here`)
    : { relation: "none" };
}

/** True if both have the same remote, or one was cloned from the other. */
export function sharesRemote(evidence: Evidence, project: Project): boolean {
  return factsOf(evidence, project).remotes === "shared";
}

type Agreement = "shared" | "differ" | "unknown";

type Facts = {
  readonly gitDirectory: boolean;
  readonly roots: Agreement;
  readonly remotes: Agreement;
  readonly id: boolean;
  /** For a project without git: its path that this directory is at or inside. */
  readonly tree: string | undefined;
  readonly agreeing: readonly string[];
};

function factsOf(evidence: Evidence, project: Project): Facts {
  const sharedRoots = evidence.rootCommits.filter((commit) => project.rootCommits.includes(commit));
  const sharedRemotes = evidence.remotes.filter((remote) => project.remotes.includes(remote));
  const cloned = sharedRemotes.length > 0 ? undefined : localClone(evidence, project);
  const id = carriesIdOf(evidence, project);
  const agreeing: string[] = [];
  if (sharedRoots[0]) agreeing.push(`It starts with the same commit, ${sharedRoots[0].slice(0, 12)}.`);
  if (sharedRemotes[0]) agreeing.push(`It has the same remote, ${sharedRemotes[0]}.`);
  // Forks list each other as second remotes: only the first one tells which one was cloned.
  const isMain = sharedRemotes.length > 0 && evidence.remotes[0] === project.remotes[0];
  if (isMain) agreeing.push("It is the main remote of both.");
  if (cloned) agreeing.push(cloned);
  if (id) agreeing.push("It has this project's id in .oldhand/project.");
  return {
    gitDirectory: evidence.commonDir !== undefined && project.commonDirs.includes(evidence.commonDir),
    roots: agreement(sharedRoots.length > 0, evidence.rootCommits, project.rootCommits),
    remotes: agreement(sharedRemotes.length > 0 || cloned !== undefined, evidence.remotes, project.remotes),
    id,
    tree: treeOf(evidence, project),
    agreeing,
  };
}

function agreement(shared: boolean, here: readonly string[], there: readonly string[]): Agreement {
  if (shared) return "shared";
  return here.length > 0 && there.length > 0 ? "differ" : "unknown";
}

/** A clone of a local directory names that directory as its remote. */
function localClone(evidence: Evidence, project: Project): string | undefined {
  const source = namedBy(evidence.remotes, [...project.commonDirs, ...project.paths]);
  if (source !== undefined) return `It was cloned from ${shown(source)}, which is this project.`;
  if (evidence.commonDir === undefined) return undefined;
  const isSource = namedBy(project.remotes, [evidence.commonDir, evidence.path]) !== undefined;
  return isSource ? "This project was cloned from here." : undefined;
}

function namedBy(remotes: readonly string[], dirs: readonly string[]): string | undefined {
  const local = remotes.filter((remote) => localPath(remote) !== undefined);
  return local.length === 0 ? undefined : dirs.find((dir) => local.includes(localRemote(dir) ?? ""));
}

function carriesIdOf(evidence: Evidence, project: Project): boolean {
  const id = evidence.committedId;
  if (id === undefined) return false;
  return id === project.id || id === project.committedId || (project.linked?.ids.includes(id) ?? false);
}

/**
 * A project without git is its path and everything below. It keeps its path if it becomes a repository later, and so does
 * a repository that loses its git directory; a repository inside such a tree is a project of its own.
 */
function treeOf(evidence: Evidence, project: Project): string | undefined {
  const isPlain = project.commonDirs.length + project.rootCommits.length + project.remotes.length === 0;
  if (evidence.commonDir !== undefined && !isPlain) return undefined;
  if (project.paths.includes(evidence.path)) return evidence.path;
  if (evidence.commonDir !== undefined || !isPlain) return undefined;
  return project.paths.filter((path) => isInside(evidence.path, path)).toSorted((a, b) => b.length - a.length)[0];
}

/** Without commits and remotes only the name can hint at a move, and a hint is not enough to match. */
function movedAway(evidence: Evidence, project: Project, exists: Exists): boolean {
  if (evidence.rootCommits.length + evidence.remotes.length > 0) return false;
  if (project.rootCommits.length + project.remotes.length > 0) return false;
  const name = posix.basename(evidence.path);
  if (!project.paths.some((path) => posix.basename(path) === name)) return false;
  return !project.paths.some(exists);
}

function kin(why: string): EvidenceComparison {
  return { relation: "kin", why };
}

function names(remotes: readonly string[]): string {
  return remotes.slice(0, 3).join(", ");
}
