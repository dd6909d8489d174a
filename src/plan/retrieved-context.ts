/** What a planner was told, in short lines for the person who reviews its plan. */
import type { PlannerContext } from "./context.ts";

/** "cwd: ~/projects", "projectRoot: ~/projects", "workflow:deploy" */
export function retrievedContext({ cwd, projectRoot, projectFacts }: PlannerContext, home?: string): string[] {
  return [
    `cwd: ${fromHome(cwd, home)}`,
    `projectRoot: ${fromHome(projectRoot, home)}`,
    ...projectFacts.map(({ kind, label }) => `${kind}:${label}`),
  ];
}

function fromHome(path: string, home: string | undefined): string {
  if (home === undefined || home === "/" || home === "") return path;
  return path === home ? "~" : path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
