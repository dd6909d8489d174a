/** Checks an action against guards: which ones speak, about which command, and what would be right instead. */
import type { ParsedCommand } from "../command/parsed-command.ts";
import { plainText } from "../command/syntax/plain-text.ts";
import { isManager, sameAct } from "../command/tables/install-verbs.ts";
import type { Runs, ScriptName } from "../command/what-runs.ts";
import { lineWith, textGiven } from "./added-text.ts";
import { type Around, isAt } from "./at-place.ts";
import { type Guard, isCommandText, listOfPatterns } from "./guard.ts";
import { matchAddedText, matchFiles } from "./match-files.ts";
import { namedWords, occursIn, saysAll } from "./named-words.ts";
import { fits, hasFlag, type Pattern, readPattern } from "./pattern.ts";
import type { AddedText } from "./tool-act.ts";

export type GuardAction =
  | { readonly kind: "command"; readonly runs: Runs }
  /** Files that a tool is about to write; absolute paths. */
  | { readonly kind: "edit"; readonly paths: readonly string[]; readonly adds?: readonly AddedText[] };

export type GuardPlace = Pick<Around, "branch" | "day"> & {
  readonly cwd: string;
  readonly root?: string;
  readonly home?: string;
  /** Where a path leads through links. */
  readonly real?: (path: string) => string;
  /** Whether a command has succeeded in this session since the last change. */
  readonly succeeded?: (pattern: Pattern) => "yes" | "no" | "unknown";
};

type GuardMatch = {
  readonly guard: Guard;
  readonly reason: string;
  readonly remedy?: string;
  readonly known: GuardCertainty;
};

/**
 * `yes`: the action is what the guard is about. `evidence` is missing whether something was done before: it only warns.
 * `unread`: the line names what the guard is about and was not read to its end, so the person is asked.
 */
export type GuardCertainty = "yes" | "evidence" | "unread";

/** At most one match for each guard. */
export function matchGuards(guards: readonly Guard[], action: GuardAction, place: GuardPlace): GuardMatch[] {
  return guards.flatMap((guard) => {
    const match = matchGuard(guard, action, place) ?? matchUnread(guard, action);
    return match === undefined ? [] : [{ guard, ...match }];
  });
}

export type MatchReason = Omit<GuardMatch, "guard">;

function matchGuard(guard: Guard, action: GuardAction, place: GuardPlace): MatchReason | undefined {
  if ("protect" in guard) return matchFiles(guard, action, place);
  if ("text" in guard && !isCommandText(guard.text)) return matchAddedText(guard, action, place);
  return matchCommand(guard, action, place);
}

/** What may be in the rest of a line is not known: a word that the guard names is enough to ask. */
function matchUnread(guard: Guard, action: GuardAction): MatchReason | undefined {
  if (action.kind !== "command") return undefined;
  const words = action.runs.unread.length === 0 ? [] : namedWords(guard);
  for (const { text, why, leads, isCode } of action.runs.unread) {
    if (isCode) {
      if (STARTS_PROGRAMS.test(text) && saysAll(guard, text))
        return { reason: `${why} that names it`, known: "unread" };
      continue;
    }
    const said = words.length === 0 ? "" : plainText(text);
    const word = words.find((one) => occursIn(said, one)) ?? leads;
    const reason = `the line was not read to its end: ${why}`;
    if (word !== undefined) return { reason: `${reason}; it names \`${word}\``, known: "unread" };
    // A guard that is about any program.
    if (words.length === 0) return { reason, known: "unread" };
  }
  return undefined;
}

/** Code without one of these starts no program and writes no file. */
const STARTS_PROGRAMS =
  /system|exec|spawn|popen|subprocess|Command|shell|`|!|%x|open\(|write|unlink|remove|>|:;|\t|^\d*e /i;

/** A command with everything that leads to it: wrappers, the commands that call its script. */
type Reached = {
  readonly command: ParsedCommand;
  readonly around: readonly ParsedCommand[];
  readonly path: readonly ScriptName[];
};

/** In the order in which they run; the same for every guard, so it is computed once for a line. */
function reachedCommands(runs: Runs): readonly Reached[] {
  const known = REACHED.get(runs);
  if (known !== undefined) return known;
  const reached: Reached[] = [];
  const walk = (place: number, above: readonly ParsedCommand[]): void => {
    const { commands, path } = runs.lines[place]!;
    const wrappers = commands.map(({ command }) => command).filter(({ isWrapper }) => isWrapper);
    for (const { command, leadsTo } of commands) {
      const wrapping = wrappers.filter((other) => command.wrappers.includes(other.program));
      const around = [...above, ...wrapping];
      reached.push({ command, around, path });
      for (const next of leadsTo) walk(next, [...around, command]);
    }
  };
  if (runs.lines.length > 0) walk(0, []);
  REACHED.set(runs, reached);
  return reached;
}

const REACHED = new WeakMap<Runs, readonly Reached[]>();

function matchCommand(guard: Guard, action: GuardAction, place: GuardPlace): MatchReason | undefined {
  if (action.kind !== "command") return undefined;
  for (const reached of reachedCommands(action.runs)) {
    // Defining an alias runs nothing.
    if (reached.command.wrappers.includes("alias") || isExcepted(guard, reached)) continue;
    const match = matchOne(guard, reached, { runs: action.runs, place });
    if (match !== undefined) return match;
  }
  return undefined;
}

function isExcepted({ except }: Guard, { command, around }: Reached): boolean {
  return listOfPatterns(except).some((text) => {
    const pattern = readPattern(text);
    return pattern !== undefined && [command, ...around].some((one) => fits(pattern, one, "full") !== undefined);
  });
}

type Whole = { readonly runs: Runs; readonly place: GuardPlace };

function matchOne(guard: Guard, reached: Reached, whole: Whole): MatchReason | undefined {
  const { command } = reached;
  if ("deny" in guard) {
    const denied = listOfPatterns(guard.deny).find((text) => isFit(text, command));
    return denied === undefined ? undefined : certain(`${callerOf(reached)}\`${shown(reached)}\` is denied`);
  }
  if ("require" in guard) {
    const { command: about, flag } = guard.require;
    if (!isFit(about, command) || [command, ...reached.around].some((one) => hasFlag(flag, one))) return undefined;
    return {
      ...certain(`${callerOf(reached)}\`${shown(reached)}\` needs \`${flag}\``),
      ...(!flag.includes("*") && { remedy: `${writtenLine(command)} ${flag}` }),
    };
  }
  if ("never" in guard) return matchNever(guard.never, reached, whole.place);
  if ("text" in guard) {
    const { in: about, adds } = guard.text;
    if (!isFit(about, command) || lineWith(adds, textGiven(command)) === undefined) return undefined;
    return certain(`the text of \`${about}\` matches \`${adds}\``);
  }
  // On another machine other tools may be right.
  if (command.wrappers.includes("ssh")) return undefined;
  if ("instead" in guard) return matchInstead(guard.instead, reached);
  return "first" in guard ? matchFirst(guard.first, reached, whole) : undefined;
}

const certain = (reason: string): MatchReason => ({ reason, known: "yes" });

function isFit(text: string, command: ParsedCommand): boolean {
  const pattern = readPattern(text);
  return pattern !== undefined && fits(pattern, command) !== undefined;
}

function matchNever(
  { command: about, on }: { readonly command: string; readonly on: string },
  reached: Reached,
  { root, branch, day }: GuardPlace,
): MatchReason | undefined {
  if (!isFit(about, reached.command) || isAt(on, reached.command, { root, branch, day }) !== true) return undefined;
  const where = on.startsWith("!") ? `is allowed only on \`${on.slice(1)}\`` : `is denied on \`${on}\``;
  return certain(`${callerOf(reached)}\`${shown(reached)}\` ${where}`);
}

function matchInstead(table: Readonly<Record<string, string>>, reached: Reached): MatchReason | undefined {
  for (const [from, to] of Object.entries(table)) {
    const pattern = readPattern(from);
    const fit = pattern === undefined ? undefined : fits(pattern, reached.command);
    const wanted = readPattern(to);
    if (pattern === undefined || fit === undefined || isWanted(wanted, reached)) continue;
    // `python3` in place of `python` must not stop `python3`.
    if (fit.isVersioned && wanted?.shapes[0].program.startsWith(pattern.shapes[0].program) === true) continue;
    return {
      ...certain(`${callerOf(reached)}use \`${to}\` instead of \`${from}\``),
      remedy: replaced(from, to, reached),
    };
  }
  return undefined;
}

/** It is the right command itself, or the right one runs it: `uv run pytest` for `pytest`, `npm test` for `vitest`. */
function isWanted(wanted: Pattern | undefined, { command, around }: Reached): boolean {
  if (wanted === undefined) return false;
  if (wanted.wrappers.length > 0 && wanted.wrappers.every((program) => command.wrappers.includes(program))) return true;
  return [command, ...around].some((one) => fits(wanted, one) !== undefined);
}

/** The command with the right words in the place of the pattern's; only the right words if that is not possible. */
function replaced(from: string, to: string, { command, path }: Reached): string {
  const words = from.trim().split(/\s+/).slice(1);
  const args = command.args.map(({ written }) => written);
  for (const word of words) {
    const at = args.indexOf(word);
    if (at < 0 || path.length > 0) return to;
    args.splice(at, 1);
  }
  if (path.length > 0) return to;
  if (!isManager(from) || !isManager(to)) return [to, ...args].join(" ");
  const same = sameAct(args, from, to);
  return same === undefined ? to : [to, ...same].join(" ");
}

function matchFirst(
  { command: about, run }: { readonly command: string; readonly run: string },
  reached: Reached,
  { runs, place }: Whole,
): MatchReason | undefined {
  const pattern = readPattern(run);
  if (pattern === undefined || !isFit(about, reached.command)) return undefined;
  if (reached.command.after.some((earlier) => hasRun(earlier, pattern, runs))) return undefined;
  if (reached.around.some(({ after }) => after.some((earlier) => hasRun(earlier, pattern, runs)))) return undefined;
  const evidence = place.succeeded?.(pattern) ?? "unknown";
  if (evidence === "yes") return undefined;
  const reason = `${callerOf(reached)}run \`${run}\` before \`${shown(reached)}\`: ${
    evidence === "no" ? "it has not succeeded since the last change" : "it is not known to have succeeded"
  }`;
  return { reason, remedy: `${run} && ${writtenLine(reached.command)}`, known: evidence === "no" ? "yes" : "evidence" };
}

/** The command itself, or something that it leads to. */
function hasRun(earlier: ParsedCommand, pattern: Pattern, runs: Runs): boolean {
  if (fits(pattern, earlier) !== undefined) return true;
  return reachedCommands(runs).some(
    ({ command, around }) => around.includes(earlier) && fits(pattern, command) !== undefined,
  );
}

const MOST_CHARS = 120;

const writtenLine = ({ name, args }: ParsedCommand): string =>
  [name, ...args]
    .map(({ written }) => written)
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();

function shown({ command }: Reached): string {
  const text = writtenLine(command);
  return text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS)}…` : text;
}

/** For a command of a script: who runs it. */
function callerOf({ command, around, path }: Reached): string {
  const [caller] = around;
  if (path.length === 0 || caller === undefined) return "";
  return `\`${writtenLine(caller).slice(0, MOST_CHARS)}\` runs \`${writtenLine(command).slice(0, MOST_CHARS)}\`; `;
}
