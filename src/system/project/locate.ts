/** Finds the tree that a directory belongs to and its evidence, by reading a few files and starting no program. */
import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { errnoOf } from "../../core/base/error.ts";
import { isId } from "../../core/base/id.ts";
import { type Evidence, isInside } from "../../core/project/project.ts";
import { localPath, localRemote, normaliseRemote } from "../../core/project/remote.ts";
import { screen } from "../../core/screen/clean.ts";
import { existingPath, findGit, readSmallFile, remoteUrls } from "./git-directory.ts";

/** `plain` has no marker: it is a project only if a person registered it, or inside a registered path. */
type Kind = "git" | "marker" | "plain";

type Located =
  | { readonly outcome: "project"; readonly kind: Kind; readonly root: string; readonly evidence: Evidence }
  | { readonly outcome: "none"; readonly why: string };

const CONFIG_BYTES = 262_144;
const ID_BYTES = 256;

/** Leaves the first commits empty: only git can read them. GIT_DIR and similar variables are ignored. */
export function locate(dir: string, { home }: { home: string | undefined }): Located {
  const start = realDirectory(dir);
  if (start.outcome === "none") return start;
  const homeDir = home === undefined ? undefined : (existingPath(home) ?? home);
  const dirs = withAncestors(start.path).filter((path) => !isTooHigh(path, homeDir));
  if (dirs[0] !== start.path) {
    return { outcome: "none", why: `${dir} is your home directory or a parent of it, which is never a project.` };
  }
  const git = findGit(dirs);
  if (hasSecret(start.path) || hasSecret(git?.commonDir ?? "")) return { outcome: "none", why: SECRET_IN_PATH };
  if (git) return { outcome: "project", kind: "git", root: git.root, evidence: gitEvidence(git.root, git.commonDir) };
  const marked = nearestMarked(dirs);
  const root = marked ?? start.path;
  const evidence: Evidence = { rootCommits: [], remotes: [], path: root, ...committedId(root) };
  return { outcome: "project", kind: marked === undefined ? "plain" : "marker", root, evidence };
}

/** The registry would keep the path. */
const SECRET_IN_PATH = "The path of this directory contains a secret. Rename the directory to use it as a project.";
const hasSecret = (text: string): boolean => screen(text).outcome === "secret";

function realDirectory(dir: string): { outcome: "found"; path: string } | { outcome: "none"; why: string } {
  try {
    const path = realpathSync.native(dir);
    if (statSync(path).isDirectory()) return { outcome: "found", path };
    return { outcome: "none", why: `${dir} is not a directory.` };
  } catch (error) {
    const gone = errnoOf(error) === "ENOENT";
    return { outcome: "none", why: gone ? `${dir} does not exist.` : `Cannot read ${dir}.` };
  }
}

export function withAncestors(path: string): string[] {
  const dirs = [path];
  for (let dir = path; dirname(dir) !== dir; ) {
    dir = dirname(dir);
    dirs.push(dir);
  }
  return dirs;
}

/** A dotfiles repository or a stray manifest in the home directory must not make everything below one project. */
function isTooHigh(path: string, home: string | undefined): boolean {
  return dirname(path) === path || path === home || (home !== undefined && isInside(home, path));
}

function gitEvidence(root: string, commonDir: string | undefined): Evidence {
  const id = committedId(root);
  if (commonDir === undefined) return { rootCommits: [], remotes: [], path: root, ...id };
  const config = readSmallFile(join(commonDir, "config"), CONFIG_BYTES) ?? "";
  const remotes = remoteUrls(config)
    .flatMap((url) => realRemote(normaliseRemote(url, root)) ?? [])
    .filter((remote) => !hasSecret(remote));
  const shallow = existsSync(join(commonDir, "shallow")) ? { shallow: true } : {};
  return { rootCommits: [], remotes: [...new Set(remotes)], commonDir, path: root, ...id, ...shallow };
}

/** Resolves symlinks in a local remote, because all other paths are resolved too. */
function realRemote(remote: string | undefined): string | undefined {
  const path = remote === undefined ? undefined : localPath(remote);
  const real = path === undefined ? undefined : (existingPath(path) ?? existingPath(`${path}.git`));
  return real === undefined ? remote : localRemote(real);
}

function committedId(root: string): { committedId?: string } {
  const id = readSmallFile(join(root, OWN_MARK, "project"), ID_BYTES)?.trim();
  return id !== undefined && isId(id, "prj") ? { committedId: id } : {};
}

/** The nearest, not the outermost: a manifest far up has little to do with directories deep below it. */
function nearestMarked(dirs: readonly string[]): string | undefined {
  // Concatenated by hand: these are a hundred paths, and `join` takes longer than the check itself.
  const holds = (names: readonly string[]) => dirs.find((dir) => names.some((name) => existsSync(`${dir}/${name}`)));
  return holds([OWN_MARK]) ?? holds(MANIFESTS);
}

/** Overrides any manifest: it makes one project of a tree with several packages. */
const OWN_MARK = ".oldhand";

export const MANIFESTS: readonly string[] = [
  "package.json",
  "deno.json",
  "deno.jsonc",
  "jsr.json",
  "pyproject.toml",
  "setup.py",
  "requirements.txt",
  "Pipfile",
  "Cargo.toml",
  "go.mod",
  "go.work",
  "pom.xml",
  "build.gradle",
  "build.gradle.kts",
  "settings.gradle",
  "settings.gradle.kts",
  "build.sbt",
  "project.clj",
  "deps.edn",
  "Gemfile",
  "composer.json",
  "mix.exs",
  "rebar.config",
  "gleam.toml",
  "pubspec.yaml",
  "Package.swift",
  "stack.yaml",
  "cabal.project",
  "dune-project",
  "Project.toml",
  "build.zig",
  "shard.yml",
  "Makefile",
  "GNUmakefile",
  "justfile",
  "Justfile",
  "Taskfile.yml",
  "CMakeLists.txt",
  "meson.build",
  "MODULE.bazel",
  "WORKSPACE",
  "flake.nix",
  "default.nix",
  "Dockerfile",
  "docker-compose.yml",
  "compose.yaml",
];
