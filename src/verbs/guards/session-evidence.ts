/** Whether a command has succeeded in a session since the last change: what a guard of kind `first` asks. */

import { hasVerb, runsOneOf } from "../../core/command/parsed-command.ts";
import { type Scripts, whatRuns } from "../../core/command/what-runs.ts";
import { fits, type Pattern } from "../../core/guard/pattern.ts";
import { writtenPaths } from "../../core/guard/written-paths.ts";
import type { SessionAct } from "../../store/rows/guard-log.ts";
import type { CallContext } from "../call/call-context.ts";

type Asked = { readonly session: string; readonly cwd: string; readonly scripts: Scripts };

export function evidenceIn(
  { store, project, env }: CallContext,
  { session, cwd, scripts }: Asked,
): (pattern: Pattern) => "yes" | "no" | "unknown" {
  const runsOf = ({ command, cwd: place }: SessionAct) =>
    whatRuns(command, { cwd: place, scripts, ...(env.home !== undefined && { home: env.home }) });
  return (pattern) => {
    let found: "yes" | "no" | "unknown" = "no";
    for (const act of store.sessionActs.of(session)) {
      const runs = act.kind === "command" ? runsOf(act) : undefined;
      const [typed] = runs?.lines ?? [];
      const isChange =
        typed === undefined || writtenPaths(typed.line.commands, env.home).length > 0 || changesFiles(typed);
      if (isChange) found = "no";
      const isRun =
        runs?.lines.some(({ commands }) => commands.some(({ command }) => fits(pattern, command) !== undefined)) ===
        true;
      // A run in another package says nothing about this one; one at the top covers all.
      const isHere = act.cwd === cwd || act.cwd === project?.root;
      if (!isRun || !isHere) continue;
      if (act.outcome === "ok") found = "yes";
      else if (act.outcome === "failed") found = "no";
      else if (found === "no") found = "unknown";
    }
    return found;
  };
}

type Typed = ReturnType<typeof whatRuns>["lines"][number];

/** Commands that change the working tree without naming the files. */
function changesFiles({ commands }: Typed): boolean {
  return commands.some(
    ({ command }) =>
      runsOneOf(command, "patch unzip tar") ||
      (runsOneOf(command, "git") &&
        hasVerb(command, "checkout,switch,pull,merge,rebase,reset,stash pop,stash apply,apply,am,cherry-pick,revert")),
  );
}
