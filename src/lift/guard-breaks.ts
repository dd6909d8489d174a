/** Whether a command goes against a guard, or is what the guard asks for; by the command as it was typed. */
import type { ParsedCommand } from "../core/command/parsed-command.ts";
import { familyOf } from "../core/command/steps.ts";
import { type Scripts, whatRuns } from "../core/command/what-runs.ts";
import { type Guard, listOfPatterns } from "../core/guard/guard.ts";
import { matchGuards } from "../core/guard/match.ts";
import { fits, readPattern } from "../core/guard/pattern.ts";
import type { Act, SessionFacts } from "./session-facts.ts";

/** Scripts may have changed since, so they are not looked up. */
const NO_SCRIPTS: Scripts = { find: () => undefined };

export type Judgement = "against" | "as asked" | "nothing to do with it";

/** `earlier`: what the session did before it, for guards that want something done first. */
export function judgeAct(guard: Guard, act: Act, earlier: readonly Act[]): Judgement {
  const { line, file, cwd } = act;
  if (line === "") {
    const isAgainst = file !== undefined && matchGuards([guard], { kind: "edit", paths: [file] }, { cwd }).length > 0;
    return isAgainst ? "against" : "nothing to do with it";
  }
  const runs = whatRuns(line, { cwd, scripts: NO_SCRIPTS });
  const commands = runs.lines.flatMap((one) => one.commands.map(({ command }) => command));
  const succeeded = (pattern: Parameters<typeof fits>[0]) => (hasSucceeded(pattern, earlier) ? "yes" : "no");
  const [match] = matchGuards([guard], { kind: "command", runs }, { cwd, succeeded });
  if (match !== undefined) return "against";
  return isAsked(guard, line, commands) ? "as asked" : "nothing to do with it";
}

/** An agent's commands and edits against any of the guards. */
export function guardsBroken(guards: readonly Guard[], { acts }: Pick<SessionFacts, "acts">): number {
  return acts.filter(
    (act, at) => act.by === "agent" && guards.some((guard) => judgeAct(guard, act, acts.slice(0, at)) === "against"),
  ).length;
}

/** A run that worked after the last edit. */
function hasSucceeded(pattern: Parameters<typeof fits>[0], earlier: readonly Act[]): boolean {
  const since = earlier.slice(earlier.findLastIndex(({ file }) => file !== undefined) + 1);
  return since.some(({ line, worked, cwd }) => worked === true && runsPattern(pattern, commandsIn(line, cwd)));
}

function isAsked(guard: Guard, line: string, commands: readonly ParsedCommand[]): boolean {
  if ("instead" in guard) return Object.values(guard.instead).some((text) => runsText(text, commands));
  if ("require" in guard) return runsText(guard.require.command, commands);
  if ("first" in guard) return runsText(guard.first.command, commands);
  // The same command without what is denied: `git push` where `git push --force` is.
  if ("deny" in guard) return listOfPatterns(guard.deny).some((text) => familyOf(text) === familyOf(line));
  return false;
}

function runsText(text: string, commands: readonly ParsedCommand[]): boolean {
  const pattern = readPattern(text);
  return pattern !== undefined && runsPattern(pattern, commands);
}

function runsPattern(pattern: Parameters<typeof fits>[0], commands: readonly ParsedCommand[]): boolean {
  return commands.some((command) => fits(pattern, command) !== undefined);
}

function commandsIn(line: string, cwd: string): readonly ParsedCommand[] {
  return whatRuns(line, { cwd, scripts: NO_SCRIPTS }).lines.flatMap((one) =>
    one.commands.map(({ command }) => command),
  );
}
