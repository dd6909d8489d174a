/** Lists everything that the files of a project can run from a directory, without starting anything. */
import { sep } from "node:path";
import { whatRuns } from "../../../core/command/what-runs.ts";
import type { ProjectTarget } from "../../../core/plan/material.ts";
import { existingPath } from "../git-directory.ts";
import { UNFORESEEN } from "../recipe-files.ts";
import { treeAt } from "./project-tree.ts";
import { projectScripts } from "./scripts/script-bodies.ts";
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

export async function runnableTargets(root: string, cwd: string): Promise<ProjectTarget[]> {
  const here = placeIn(root, cwd) ?? placeIn(existingPath(root) ?? root, existingPath(cwd) ?? cwd);
  if (here === undefined) return [];
  const tree = treeAt(root, here);
  const seen = new Set<string>();
  const found = (await Promise.all(READERS.map((read) => read(tree))))
    .flat()
    .filter(({ run }) => !seen.has(run) && seen.add(run));
  return withAllThatRuns(found.slice(0, MOST_TARGETS), root, cwd);
}

function placeIn(root: string, cwd: string): string | undefined {
  if (cwd === root) return "";
  const inside = cwd.startsWith(`${root}${sep}`) ? cwd.slice(root.length + 1) : undefined;
  return inside?.split(sep).join("/");
}

const MOST_RUN = 200;
const MOST_RUN_CHARS = 1500;

/** For the targets that a file defines, one command a line. */
function withAllThatRuns(targets: readonly ProjectTarget[], root: string, cwd: string): ProjectTarget[] {
  const scripts = projectScripts(root);
  return targets.map((target, at) => {
    if (target.kind !== "defined" || target.runs !== undefined || at >= MOST_RUN) return target;
    const { lines } = whatRuns(target.run.replace(/ <[\w-]+>/g, ""), { cwd, scripts });
    const last = lines
      .slice(1)
      .flatMap(({ commands }) =>
        commands.filter(({ command, leadsTo }) => leadsTo.length === 0 && command.program !== UNFORESEEN),
      );
    const texts = last.map(({ command: { name, args } }) => [name, ...args].map(({ written }) => written).join(" "));
    const runs = [...new Set(texts)].join("\n").slice(0, MOST_RUN_CHARS);
    return runs === "" || runs === target.body ? target : { ...target, runs };
  });
}
