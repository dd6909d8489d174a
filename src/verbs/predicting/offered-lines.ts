/** Which lines may be offered as the next command: none of high risk, and none that belonged to one occasion. */

import type { ProjectRef } from "../../core/project/project.ts";
import type { Counts } from "../../detect/next-command.ts";
import { assess } from "../../plan/risk/assess.ts";
import { projectScripts } from "../../system/project/runnable/scripts/script-bodies.ts";
import type { Env } from "../call/environment.ts";
import { isOfOneOccasion } from "../suggestion/sources/habits/agent-workflows.ts";

type Place = { readonly env: Pick<Env, "home">; readonly cwd: string; readonly root?: ProjectRef["root"] | undefined };

export function offeredIn({ lines }: Counts, { env, cwd, root }: Place): (line: string) => boolean {
  const scripts = projectScripts(root ?? cwd);
  const options = {
    cwd,
    scripts,
    ...(root !== undefined && { projectRoot: root }),
    ...(env.home !== undefined && { home: env.home }),
  };
  return (line) => {
    if (OWN.test(line)) return false;
    // A message or a hash that was typed once will hardly be wanted again.
    if ((lines.get(line)?.n ?? 0) < 2 && isOfOneOccasion(line)) return false;
    return assess(line, options).risk !== "high";
  };
}

/** To use this memory is not the work that it is about. */
const OWN = /^\s*oldhand(?:\s|$)/;
