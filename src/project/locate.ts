/** Finds the tree that a directory belongs to and its evidence, by reading a handful of files and starting no program. */
import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { errnoOf } from "../core/base/error.ts";
import { isId } from "../core/base/id.ts";
import { type Evidence, isInside } from "../core/project/project.ts";
import { localPath, localRemote, normaliseRemote } from "../core/project/remote.ts";
import { remoteUrls } from "./git-config.ts";
import { gitPlace } from "./git-directory.ts";
import { MANIFESTS, OWN_MARK } from "./markers.ts";
import { readSmallFile } from "./small-file.ts";

/** `plain` has nothing that marks it: it is a project only for a person who says so, or inside a registered path. */
export type Kind = "git" | "marker" | "plain";

export type Located =
  | { readonly outcome: "project"; readonly kind: Kind; readonly root: string; readonly evidence: Evidence }
  | { readonly outcome: "none"; readonly why: string };

const CONFIG_BYTES = 262_144;
const ID_BYTES = 256;

/** The first commits stay unread here: only git can tell them. GIT_DIR and its like are not consulted. */
export function locate(dir: string, { home }: { home: string | undefined }): Located {
  const start = realDirectory(dir);
  if (start.outcome === "none") return start;
  const homeDir = home === undefined ? undefined : (realPath(home) ?? home);
  const dirs = withAncestors(start.path).filter((path) => !isTooHigh(path, homeDir));
  if (dirs[0] !== start.path) {
    return { outcome: "none", why: `${dir} is your home directory or above it, which is never a project.` };
  }
  const git = gitPlace(dirs);
  if (git) return { outcome: "project", kind: "git", root: git.root, evidence: gitEvidence(git.root, git.commonDir) };
  const marked = nearestMarked(dirs);
  const root = marked ?? start.path;
  const evidence: Evidence = { rootCommits: [], remotes: [], path: root, ...committedId(root) };
  return { outcome: "project", kind: marked === undefined ? "plain" : "marker", root, evidence };
}

function realDirectory(dir: string): { outcome: "found"; path: string } | { outcome: "none"; why: string } {
  try {
    const path = realpathSync.native(dir);
    if (statSync(path).isDirectory()) return { outcome: "found", path };
    return { outcome: "none", why: `${dir} is not a directory.` };
  } catch (error) {
    const gone = errnoOf(error) === "ENOENT";
    return { outcome: "none", why: gone ? `${dir} does not exist, or no longer.` : `${dir} cannot be read.` };
  }
}

function withAncestors(path: string): string[] {
  const dirs = [path];
  for (let dir = path; dirname(dir) !== dir; ) {
    dir = dirname(dir);
    dirs.push(dir);
  }
  return dirs;
}

/** Dotfiles are kept in git and a stray manifest is soon left behind: neither makes one project of all that lies below. */
function isTooHigh(path: string, home: string | undefined): boolean {
  return dirname(path) === path || path === home || (home !== undefined && isInside(home, path));
}

function gitEvidence(root: string, commonDir: string | undefined): Evidence {
  const id = committedId(root);
  if (commonDir === undefined) return { rootCommits: [], remotes: [], path: root, ...id };
  const config = readSmallFile(join(commonDir, "config"), CONFIG_BYTES) ?? "";
  const remotes = remoteUrls(config).map((url) => realRemote(normaliseRemote(url, root)));
  const shallow = existsSync(join(commonDir, "shallow")) ? { shallow: true } : {};
  return { rootCommits: [], remotes: distinct(remotes), commonDir, path: root, ...id, ...shallow };
}

/** A local remote may be written through a symlink, while paths are kept as they really are. */
function realRemote(remote: string | undefined): string | undefined {
  const path = remote === undefined ? undefined : localPath(remote);
  const real = path === undefined ? undefined : (realPath(path) ?? realPath(`${path}.git`));
  return real === undefined ? remote : localRemote(real);
}

function committedId(root: string): { committedId?: string } {
  const id = readSmallFile(join(root, OWN_MARK, "project"), ID_BYTES)?.trim();
  return id !== undefined && isId(id, "prj") ? { committedId: id } : {};
}

/** Nearest, not outermost: a manifest far up says little about what lies deep below it. */
function nearestMarked(dirs: readonly string[]): string | undefined {
  // Put together by hand: up to the top this is a hundred names, and `join` takes longer than the look itself.
  const holds = (names: readonly string[]) => dirs.find((dir) => names.some((name) => existsSync(`${dir}/${name}`)));
  return holds([OWN_MARK]) ?? holds(MANIFESTS);
}

function distinct(remotes: readonly (string | undefined)[]): string[] {
  return [...new Set(remotes.filter((remote) => remote !== undefined))];
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    // What does not exist is compared as it was written.
    return undefined;
  }
}
