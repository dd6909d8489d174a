/** Everything that a target runs, with what it calls: it is found by what it does, not only by its name. */
import { whatRuns } from "../../../core/command/what-runs.ts";
import type { Target } from "../../../core/plan/material.ts";
import { UNFORESEEN } from "../project-tree.ts";
import { projectScripts } from "./script-bodies.ts";

const MOST_TARGETS = 200;
const MOST_CHARS = 1500;

/** For the targets that a file defines, one command a line. */
export function withAllThatRuns(targets: readonly Target[], root: string, cwd: string): Target[] {
  const scripts = projectScripts(root);
  return targets.map((target, at) => {
    if (target.kind !== "defined" || target.runs !== undefined || at >= MOST_TARGETS) return target;
    const { lines } = whatRuns(target.run.replace(/ <[\w-]+>/g, ""), { cwd, scripts });
    const last = lines
      .slice(1)
      .flatMap(({ commands }) =>
        commands.filter(({ command, leadsTo }) => leadsTo.length === 0 && command.program !== UNFORESEEN),
      );
    const texts = last.map(({ command: { name, args } }) => [name, ...args].map(({ written }) => written).join(" "));
    const runs = [...new Set(texts)].join("\n").slice(0, MOST_CHARS);
    return runs === "" || runs === target.body ? target : { ...target, runs };
  });
}
