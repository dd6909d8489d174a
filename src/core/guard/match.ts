/** Checks an action against guards: which ones speak, about which command, and what would be right instead. */
import type { ParsedCommand } from "../command/parsed-command.ts";
import type { Runs, ScriptName } from "../command/what-runs.ts";
import { matchesAnyGlob, pathInProject } from "../project/project.ts";
import { type Guard, listOfPatterns } from "./guard.ts";
import { fits, hasFlag, type Pattern, readPattern } from "./pattern.ts";
import { type WrittenPath, writtenPaths } from "./written-paths.ts";

export type GuardAction =
  | { readonly kind: "command"; readonly runs: Runs }
  /** Files that a tool is about to write; absolute paths. */
  | { readonly kind: "edit"; readonly paths: readonly string[] };

export type GuardPlace = {
  readonly cwd: string;
  readonly root?: string;
  readonly home?: string;
  /** Whether a command has succeeded in this session since the last change. */
  readonly succeeded?: (pattern: Pattern) => "yes" | "no" | "unknown";
};

export type GuardMatch = {
  readonly guard: Guard;
  readonly reason: string;
  readonly remedy?: string;
  /** False if it depends on something that is not known: then it only warns. */
  readonly isCertain: boolean;
};

/** At most one match for each guard. */
export function matchGuards(guards: readonly Guard[], action: GuardAction, place: GuardPlace): GuardMatch[] {
  return guards.flatMap((guard) => {
    const match = "protect" in guard ? matchFiles(guard, action, place) : matchCommand(guard, action, place);
    return match === undefined ? [] : [{ guard, ...match }];
  });
}

type Match = Omit<GuardMatch, "guard">;

function matchFiles(guard: Guard & { protect: unknown }, action: GuardAction, place: GuardPlace): Match | undefined {
  const paths: readonly WrittenPath[] =
    action.kind === "edit"
      ? action.paths.map((path) => ({ path, isWhole: false }))
      : writtenPaths(action.runs.lines[0]?.line.commands ?? [], place.home);
  const globs = listOfPatterns((guard as { protect: string }).protect);
  const allowed = listOfPatterns(guard.except);
  const hit = paths.find(
    (path) => isProtected(path, globs, place) && !isProtected({ ...path, isWhole: false }, allowed, place),
  );
  if (hit === undefined) return undefined;
  return { reason: `\`${shownPath(hit.path, place)}\` is protected by \`${globs.join("`, `")}\``, isCertain: true };
}

function isProtected({ path, isWhole }: WrittenPath, globs: readonly string[], place: GuardPlace): boolean {
  return globs.some((glob) => {
    const plain = glob.replace(/^\.\//, "").replace(/\/$/, "/**");
    const whole = absoluteGlob(plain, place);
    const base = whole.replace(/\/?[^/]*[*?[{].*$/, "");
    if (isWhole && base.startsWith(`${path}/`)) return true;
    return matchesAnyGlob(path, [whole]) || (base === path && /\/\*\*?$/.test(whole)) || path.startsWith(`${whole}/`);
  });
}

/** A glob without a slash means the file or folder of that name anywhere, as in `.gitignore`. */
function absoluteGlob(glob: string, { root, cwd, home }: GuardPlace): string {
  if (glob.startsWith("/")) return glob;
  if (glob.startsWith("~/") && home !== undefined) return `${home}${glob.slice(1)}`;
  const top = root ?? cwd;
  return glob.includes("/") ? `${top}/${glob}` : `${top}/**/${glob}`;
}

function shownPath(path: string, { root, cwd }: GuardPlace): string {
  return pathInProject(path, { root: root ?? cwd, cwd }) ?? path;
}

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
    for (const { command, leadsTo } of commands) {
      const wrapping = commands
        .map((other) => other.command)
        .filter((other) => other.isWrapper && command.wrappers.includes(other.program));
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

function matchCommand(guard: Guard, action: GuardAction, place: GuardPlace): Match | undefined {
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
    return pattern !== undefined && [command, ...around].some((one) => fits(pattern, one) !== undefined);
  });
}

type Whole = { readonly runs: Runs; readonly place: GuardPlace };

function matchOne(guard: Guard, reached: Reached, whole: Whole): Match | undefined {
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
      remedy: `${textOf(command)} ${flag}`,
    };
  }
  // On another machine other tools may be right.
  if (command.wrappers.includes("ssh")) return undefined;
  if ("instead" in guard) return matchInstead(guard.instead, reached);
  return "first" in guard ? matchFirst(guard.first, reached, whole) : undefined;
}

const certain = (reason: string): Match => ({ reason, isCertain: true });

function isFit(text: string, command: ParsedCommand): boolean {
  const pattern = readPattern(text);
  return pattern !== undefined && fits(pattern, command) !== undefined;
}

function matchInstead(table: Readonly<Record<string, string>>, reached: Reached): Match | undefined {
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
  return path.length > 0 ? to : [to, ...args].join(" ");
}

function matchFirst(
  { command: about, run }: { readonly command: string; readonly run: string },
  reached: Reached,
  { runs, place }: Whole,
): Match | undefined {
  const pattern = readPattern(run);
  if (pattern === undefined || !isFit(about, reached.command)) return undefined;
  if (reached.command.after.some((earlier) => hasRun(earlier, pattern, runs))) return undefined;
  if (reached.around.some(({ after }) => after.some((earlier) => hasRun(earlier, pattern, runs)))) return undefined;
  const evidence = place.succeeded?.(pattern) ?? "unknown";
  if (evidence === "yes") return undefined;
  const reason = `${callerOf(reached)}run \`${run}\` before \`${shown(reached)}\`: ${
    evidence === "no" ? "it has not succeeded since the last change" : "it is not known to have succeeded"
  }`;
  return { reason, remedy: `${run} && ${textOf(reached.command)}`, isCertain: evidence === "no" };
}

/** The command itself, or something that it leads to. */
function hasRun(earlier: ParsedCommand, pattern: Pattern, runs: Runs): boolean {
  if (fits(pattern, earlier) !== undefined) return true;
  return reachedCommands(runs).some(
    ({ command, around }) => around.includes(earlier) && fits(pattern, command) !== undefined,
  );
}

const MOST_CHARS = 120;

const textOf = ({ name, args }: ParsedCommand): string =>
  [name, ...args]
    .map(({ written }) => written)
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();

function shown({ command }: Reached): string {
  const text = textOf(command);
  return text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS)}…` : text;
}

/** For a command of a script: who runs it. */
function callerOf({ command, around, path }: Reached): string {
  const [caller] = around;
  if (path.length === 0 || caller === undefined) return "";
  return `\`${textOf(caller).slice(0, MOST_CHARS)}\` runs \`${textOf(command).slice(0, MOST_CHARS)}\`; `;
}
