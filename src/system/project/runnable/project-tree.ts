/** The files of a project as the readers of targets see them: by paths from the root, with size limits, nothing outside. */
import type { ProjectTarget } from "../../../core/plan/material.ts";
import { innerPath } from "../../../core/verify/predicate.ts";
import { repoFiles } from "../repo-files.ts";

export type ProjectTree = {
  /** The directory that the command would run in; empty at the root. */
  readonly here: string;
  exists(path: string): boolean;
  read(path: string): string | undefined;
  json(path: string): unknown;
  names(directory: string): readonly string[];
  isExecutable(path: string): boolean;
};

const MOST_BYTES = 256 * 1024;
const MOST_NAMES = 200;

export function treeAt(root: string, here: string): ProjectTree {
  const files = repoFiles(root);
  const isThere = (path: string, kind: "file" | "directory"): boolean => {
    const inner = innerPath(path);
    return inner !== undefined && files.place(inner)?.kind === kind;
  };
  const read = (path: string): string | undefined =>
    isThere(path, "file") ? files.read(innerPath(path)!, MOST_BYTES)?.replace(/^\uFEFF/, "") : undefined;
  return {
    here,
    exists: (path) => isThere(path, "file"),
    read,
    json(path) {
      try {
        return JSON.parse(read(path) ?? "null");
      } catch {
        return undefined; // incomplete, or with comments
      }
    },
    // The root has no inner path: only its folders are listed.
    names: (directory) =>
      isThere(directory, "directory") ? files.names(innerPath(directory)!).slice(0, MOST_NAMES) : [],
    isExecutable: (path) => isThere(path, "file") && files.place(innerPath(path)!)?.isExecutable === true,
  };
}

/** From the directory of the command up to the root, nearest first. */
export function upward(here: string): string[] {
  const parts = here === "" ? [] : here.split("/");
  return Array.from({ length: parts.length + 1 }, (_, up) => parts.slice(0, parts.length - up).join("/"));
}

export function below(directory: string, name: string): string {
  return directory === "" ? name : `${directory}/${name}`;
}

/** The first of these files, in the directory of the command or in the nearest directory above it. */
export function nearestFile(
  tree: ProjectTree,
  names: readonly string[],
  directories = upward(tree.here),
): string | undefined {
  return directories.flatMap((directory) => names.map((name) => below(directory, name))).find(tree.exists);
}

export function parentFolder(file: string): string {
  return file.slice(0, Math.max(0, file.lastIndexOf("/")));
}

/** The path from the directory of the command up to one that contains it: `../../..`. */
export function wayUp(here: string, directory: string): string {
  const steps = here.split("/").length - (directory === "" ? 0 : directory.split("/").length);
  return Array.from({ length: steps }, () => "..").join("/");
}

/** Whether a name is one plain word for every shell, and not an option. */
export function isPlainName(name: string): boolean {
  return name.length <= 80 && /^[\w@.][\w@.:/+-]*$/.test(name);
}

type Shown = { readonly body?: string | undefined; readonly description?: string | undefined };

/** A target that a file defines; its command and its description are cut to one line. */
export function targetFrom(target: Pick<ProjectTarget, "name" | "run" | "file">, shown: Shown): ProjectTarget {
  const line = (text: string | undefined) => (text ?? "").trim().split("\n", 1)[0]!.trim().slice(0, LONGEST_LINE);
  const [body, description] = [line(shown.body), line(shown.description)];
  return { ...target, kind: "defined", ...(body !== "" && { body }), ...(description !== "" && { description }) };
}

const LONGEST_LINE = 200;
