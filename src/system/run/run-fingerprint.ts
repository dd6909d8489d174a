/** Fingerprints what a command depends on now: its directory, its environment, and everything that it would read as code. */

import { realpathSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { sha256 } from "../../core/base/hash.ts";
import type { Variables } from "../../core/base/home-folder.ts";
import type { RunFingerprint } from "../../core/plan/plan.ts";
import { isInside } from "../../core/project/project.ts";
import { cleanEnvironment, cleanShell, searchPath } from "./clean-start.ts";
import { codeOfLine, type LineCode, type LinePlace } from "./fingerprint/code-of-line.ts";
import { findProgram } from "./fingerprint/find-program.ts";
import { type Budget, type Hashed, hashFile, hashTree, programMark, treeBudget } from "./fingerprint/hash-files.ts";
import { isFile, isFolder, realPath, sortedNames, upFrom } from "./fingerprint/read-paths.ts";
import { CODE_VARIABLES, HOME_SETTINGS, isMachineWide, SETTINGS_ABOVE } from "./fingerprint/tables.ts";

type RunContext = {
  readonly cwd: string;
  readonly env: Variables;
  readonly home?: string | undefined;
  /** The project; absent: the directory itself. */
  readonly root?: string | undefined;
};

/** Variables that differ from call to call and affect nothing. */
const VOLATILE = new Set(["_", "SHLVL", "PWD", "OLDPWD", "COLUMNS", "LINES"]);

export function runFingerprint(lines: readonly string[], context: RunContext): RunFingerprint {
  const { cwd, env, root = cwd, home = env.HOME } = context;
  const place: LinePlace = { cwd, root, home, env };
  // One shell runs all lines, so that a `cd` affects the next one.
  const code = codeOfLine(lines.join("\n"), place);
  const gaps = new Set(code.gaps);
  const budget = treeBudget();
  const files = [...code.files, ...shellFiles(place), ...(code.needsHomeSettings ? homeFiles(place) : [])];
  const folders = [...code.folders];
  for (const path of variableTargets(place)) (isFile(path) ? files : folders).push(path);
  const project = code.needsProject ? projectTree(place, budget, gaps) : [];
  if (code.needsProject) files.push(...filesAbove(place, gaps));
  return {
    directory: directoryMark(cwd),
    environment: environmentMark(env),
    root,
    scripts: [
      ...hashed(files),
      ...[...new Set(folders)].flatMap((folder) => folderTree(folder, { place, budget, gaps })),
      ...(code.needsProject ? searchedPrograms(place) : []),
    ],
    project,
    ...namedIn(code, gaps),
  };
}

function namedIn({ loaders, missing }: LineCode, gaps: ReadonlySet<string>) {
  return { notCovered: [...gaps], loaders: [...loaders], missing: [...missing] };
}

function hashed(files: readonly string[]): Hashed[] {
  return [...new Set(files)].flatMap((path) => {
    const hash = hashFile(path);
    return hash === undefined ? [] : [{ path, hash }];
  });
}

function projectTree({ root, home }: LinePlace, budget: Budget, gaps: Set<string>): readonly Hashed[] {
  if (isTooWide(root, home)) {
    gaps.add(`the files in ${root}, which is not a project`);
    return [];
  }
  const { entries, left } = hashTree(root, budget);
  for (const part of left) gaps.add(part);
  return entries;
}

type FolderOptions = { readonly place: LinePlace; readonly budget: Budget; readonly gaps: Set<string> };

/** A folder outside the project, as one entry. */
function folderTree(folder: string, { place, budget, gaps }: FolderOptions): Hashed[] {
  const isAbove = isInside(place.root, folder);
  if (folder === place.root || isInside(folder, place.root) || isMachineWide(folder) || !isFolder(folder)) return [];
  if (isAbove || isTooWide(folder, place.home)) {
    gaps.add(`the files in ${folder}`);
    return [];
  }
  const { entries, left } = hashTree(folder, budget);
  for (const part of left) gaps.add(part);
  return [{ path: folder, hash: sha256(JSON.stringify([realPath(folder), entries])) }];
}

function isTooWide(folder: string, home: string | undefined): boolean {
  return (
    ["/", "/dev", "/proc", "/sys"].includes(folder) || folder === home || (home !== undefined && isInside(home, folder))
  );
}

/** The shell itself is a program too. */
function shellFiles({ env, root }: LinePlace): readonly string[] {
  const path = searchPath(cleanEnvironment(env));
  return findProgram(cleanShell(env).shell, path, { path, root })?.files ?? [];
}

function homeFiles({ home }: LinePlace): string[] {
  if (home === undefined) return [];
  const packages = join(home, ".local/lib");
  const startUp = sortedNames(packages)
    .map((version) => join(packages, version, "site-packages"))
    .flatMap((folder) =>
      sortedNames(folder)
        .filter((name) => /\.pth$|^(?:user|site)customize\.py$/.test(name))
        .map((name) => join(folder, name)),
    );
  return [...HOME_SETTINGS.map((name) => join(home, name)).flatMap(withFiles), ...startUp];
}

const withFiles = (path: string): string[] =>
  isFolder(path) ? sortedNames(path).map((name) => join(path, name)) : [path];

function filesAbove({ root }: LinePlace, gaps: Set<string>): string[] {
  const [, ...above] = upFrom(root);
  for (const folder of above)
    if (isFolder(join(folder, "node_modules"))) gaps.add(`packages in ${join(folder, "node_modules")}`);
  return above.flatMap((folder) => SETTINGS_ABOVE.map((name) => join(folder, name)));
}

/** A script may start any program on the PATH: one entry for each folder that is not the entire machine's. */
function searchedPrograms({ env, root }: LinePlace): Hashed[] {
  return searchPath(env)
    .filter((folder) => isFolder(folder) && !isMachineWide(folder) && !isInside(folder, root))
    .map((path) => {
      const marks = sortedNames(path).map((name) => `${name} ${programMark(join(path, name))}`);
      return { path, hash: sha256(marks.join("\n")) };
    });
}

/** The files and folders that variables such as NODE_OPTIONS and PYTHONPATH name. */
function variableTargets({ cwd, env }: LinePlace): string[] {
  const values = Object.entries(env).flatMap(([name, value]) => (CODE_VARIABLES.test(name) ? [value ?? ""] : []));
  const words = values.flatMap((value) => value.split(/[\s:;=,'"|]+/));
  const paths = words.filter((word) => word.includes("/")).map((word) => resolve(cwd, word));
  return paths.filter((path) => isFile(path) || (isFolder(path) && !isMachineWide(path)));
}

/** Differs if the directory was recreated under the same name or replaced by a link. */
function directoryMark(cwd: string): string {
  try {
    const { dev, ino, birthtimeNs } = statSync(cwd, { bigint: true });
    return sha256([realpathSync(cwd), dev, ino, birthtimeNs].join("\n"));
  } catch {
    return "none"; // deleted
  }
}

function environmentMark(env: Variables): string {
  const entries = Object.entries(env).filter(([name, value]) => value !== undefined && !VOLATILE.has(name));
  return sha256(JSON.stringify(entries.toSorted(([a], [b]) => (a < b ? -1 : 1))));
}
