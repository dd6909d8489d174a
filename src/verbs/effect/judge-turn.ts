/** Whether what was done in a turn goes against a guard, or is what the guard asks for; a command is judged as it was typed. */
import type { ParsedCommand } from "../../core/command/parsed-command.ts";
import { familyOf } from "../../core/command/steps.ts";
import { type Scripts, whatRuns } from "../../core/command/what-runs.ts";
import { type Guard, listOfPatterns } from "../../core/guard/guard.ts";
import { matchGuards } from "../../core/guard/match.ts";
import { fits, readPattern } from "../../core/guard/pattern.ts";
import type { SessionTurn } from "../../learn/session/turn.ts";

/** Scripts may have changed since, so they are not looked up. */
const NO_SCRIPTS: Scripts = { find: () => undefined };

type Judgement = "against" | "as asked" | "nothing to do with it";
type Pattern = Parameters<typeof fits>[0];

/** `earlier`: what the session did before it, for guards that want something done first. */
export function judgeTurn(guard: Guard, { command, edit }: SessionTurn, earlier: readonly SessionTurn[]): Judgement {
  if (edit !== undefined && matchGuards([guard], { kind: "edit", paths: [edit.file] }, { cwd: "/" }).length > 0)
    return "against";
  if (command === undefined) return "nothing to do with it";
  const { line, cwd = "/" } = command;
  const runs = whatRuns(line, { cwd, scripts: NO_SCRIPTS });
  const succeeded = (pattern: Pattern) => (hasSucceeded(pattern, earlier) ? "yes" : "no");
  const [match] = matchGuards([guard], { kind: "command", runs }, { cwd, succeeded });
  if (match !== undefined && match.known !== "unread") return "against";
  return isAsked(guard, line) ? "as asked" : "nothing to do with it";
}

/** A run that worked after the last edit. */
function hasSucceeded(pattern: Pattern, earlier: readonly SessionTurn[]): boolean {
  const since = earlier.slice(earlier.findLastIndex(({ edit }) => edit !== undefined) + 1);
  return since.some(({ command }) => command?.status === "ok" && runsPattern(pattern, command.line));
}

function isAsked(guard: Guard, line: string): boolean {
  const runs = (text: string): boolean => {
    const pattern = readPattern(text);
    return pattern !== undefined && runsPattern(pattern, line);
  };
  if ("instead" in guard) return Object.values(guard.instead).some(runs);
  if ("require" in guard) return runs(guard.require.command);
  if ("first" in guard) return runs(guard.first.command);
  // The same command without what is denied: `git push` where `git push --force` is.
  if ("deny" in guard) return listOfPatterns(guard.deny).some((text) => familyOf(text) === familyOf(line));
  return false;
}

function runsPattern(pattern: Pattern, line: string): boolean {
  const commands: readonly ParsedCommand[] = whatRuns(line, { cwd: "/", scripts: NO_SCRIPTS }).lines.flatMap((one) =>
    one.commands.map(({ command }) => command),
  );
  return commands.some((command) => fits(pattern, command) !== undefined);
}
