/** Lists everything that the files of a project can run from a directory, without starting anything. */
import { sep } from "node:path";
import type { Target } from "../../core/plan/material.ts";
import { realPath } from "../git-directory.ts";
import { treeAt } from "./project-tree.ts";
import { withAllThatRuns } from "./scripts/all-that-runs.ts";
import { packageTargets } from "./targets/package-scripts.ts";
import { pythonTargets } from "./targets/python.ts";
import { repoScripts } from "./targets/repo-scripts.ts";
import {
  ciSteps,
  composeTargets,
  justRecipes,
  listedScripts,
  makeRecipes,
  taskfileTargets,
} from "./targets/task-files.ts";
import { toolDefaults } from "./targets/tool-defaults.ts";

/** The most reliable first: files that define a target by name come before tools that merely have it. */
const READERS = [
  packageTargets,
  makeRecipes,
  justRecipes,
  taskfileTargets,
  listedScripts,
  pythonTargets,
  composeTargets,
  repoScripts,
  toolDefaults,
  ciSteps,
];
const MOST_TARGETS = 600;

export function runnableTargets(root: string, cwd: string): Target[] {
  const here = placeIn(root, cwd) ?? placeIn(realPath(root) ?? root, realPath(cwd) ?? cwd);
  if (here === undefined) return [];
  const tree = treeAt(root, here);
  const seen = new Set<string>();
  const found = READERS.flatMap((read) => read(tree)).filter(({ run }) => !seen.has(run) && seen.add(run));
  return withAllThatRuns(found.slice(0, MOST_TARGETS), root, cwd);
}

function placeIn(root: string, cwd: string): string | undefined {
  if (cwd === root) return "";
  const inside = cwd.startsWith(`${root}${sep}`) ? cwd.slice(root.length + 1) : undefined;
  return inside?.split(sep).join("/");
}
