/** A guard: the part of a record that a program can check before a command or an edit. Reads it from frontmatter. */
import { problemOfGlobs } from "../base/glob.ts";

export const GUARD_MODES = ["warn", "ask", "deny"] as const;
export type GuardMode = (typeof GUARD_MODES)[number];

/** One pattern or several; each is a command as one would type it: `git push --force`. */
export type Patterns = string | readonly string[];

type Rule =
  | { readonly deny: Patterns }
  /** What to run in its place, by pattern. */
  | { readonly instead: Readonly<Record<string, string>> }
  | { readonly require: { readonly command: string; readonly flag: string } }
  /** `run` must have succeeded in the session before `command`. */
  | { readonly first: { readonly command: string; readonly run: string } }
  /** Globs of files, relative to the project's root. */
  | { readonly protect: Patterns }
  /** `on`: a branch, a directory (`infra/`), a variable (`ENV=prod`) or a day; with `!` before it, anywhere else. */
  | { readonly never: { readonly command: string; readonly on: string } }
  /** A pattern on what is added to the files of a glob, or passed to a command: `git commit`. */
  | { readonly text: { readonly in: string; readonly adds: string } };

export type Guard = Rule & { readonly except?: Patterns; readonly mode?: GuardMode };

export const GUARD_KINDS = ["deny", "instead", "require", "first", "protect", "never", "text"] as const;
export type GuardKind = (typeof GUARD_KINDS)[number];

export type ReadGuards =
  | { readonly outcome: "guards"; readonly guards: readonly Guard[] }
  | { readonly outcome: "damaged"; readonly problem: string };

const MOST_GUARDS = 32;

/** One guard that cannot be read makes all of the record's guards inactive: half of a rule may be its opposite. */
export function readGuards(data: unknown): ReadGuards {
  const list = Array.isArray(data) ? data : [data];
  if (list.length > MOST_GUARDS) return damaged(`it has more than ${MOST_GUARDS} guards`);
  const guards: Guard[] = [];
  for (const item of list) {
    const guard = guardOf(item);
    if (typeof guard === "string") return damaged(guard);
    guards.push(guard);
  }
  return { outcome: "guards", guards };
}

const damaged = (problem: string): ReadGuards => ({ outcome: "damaged", problem });

/** The guard, or what is wrong with it. */
function guardOf(item: unknown): Guard | string {
  if (!isTable(item)) return `a guard is not a table of ${GUARD_KINDS.join(", ")}`;
  const kinds = GUARD_KINDS.filter((kind) => item[kind] !== undefined);
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1) return `a guard needs exactly one of ${GUARD_KINDS.join(", ")}`;
  const stranger = Object.keys(item).find((key) => key !== kind && key !== "except" && key !== "mode");
  if (stranger !== undefined) return `a guard has the unknown key ${stranger}`;
  if (!isRule(kind, item[kind])) return `the value of ${kind} is not ${SHAPES[kind]}`;
  const { except, mode } = item;
  if (except !== undefined && !isPatterns(except)) return `the value of except is not ${SHAPES.deny}`;
  const globs = filesOfGuard(item as Guard);
  const problem = problemOfGlobs(globs.map(asMatched));
  if (problem !== undefined) return problem;
  if (mode !== undefined && !GUARD_MODES.some((one) => one === mode))
    return `mode is not one of ${GUARD_MODES.join(", ")}`;
  return item as Guard;
}

/** The globs of files in a guard; `except` means files where the rule is about files. */
export function filesOfGuard(guard: Guard): readonly string[] {
  if ("protect" in guard) return [...listOfPatterns(guard.protect), ...listOfPatterns(guard.except)];
  return "text" in guard && !isCommandText(guard.text) ? [guard.text.in, ...listOfPatterns(guard.except)] : [];
}

/** `git commit` is a command, `src/**` is a glob: a glob has a slash, a dot or a wildcard. */
export const isCommandText = ({ in: place }: { readonly in: string }): boolean => /^[\w-]+(?: [\w-]+)*$/.test(place);

/** A glob of files may be read with more around it: a name anywhere, everything below a folder. */
const asMatched = (glob: string): string => `**/${glob}/**`;

const SHAPES: Readonly<Record<GuardKind, string>> = {
  deny: "a command or a list of commands",
  instead: "a table of commands and their replacements",
  require: "a table with command and flag",
  first: "a table with command and run",
  protect: "a glob or a list of globs",
  never: "a table with command and on",
  text: "a table with in and adds",
};

const PARTS: Readonly<Partial<Record<GuardKind, readonly [string, string]>>> = {
  require: ["command", "flag"],
  first: ["command", "run"],
  never: ["command", "on"],
  text: ["in", "adds"],
};

function isRule(kind: GuardKind, value: unknown): boolean {
  if (kind === "deny" || kind === "protect") return isPatterns(value);
  if (!isTable(value)) return false;
  const entries = Object.entries(value);
  if (!entries.every(([key, text]) => isPattern(key) && isPattern(text))) return false;
  const parts = PARTS[kind];
  return parts === undefined ? entries.length > 0 : entries.length === 2 && parts.every((part) => part in value);
}

const MOST_CHARS = 300;

const isPattern = (value: unknown): value is string =>
  typeof value === "string" && value.trim() !== "" && value.length <= MOST_CHARS && !/[\0\n\r]/.test(value);

const isPatterns = (value: unknown): boolean =>
  isPattern(value) ||
  (Array.isArray(value) && value.length > 0 && value.length <= MOST_GUARDS && value.every(isPattern));

const isTable = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export function kindOfGuard(guard: Guard): GuardKind {
  return GUARD_KINDS.find((kind) => kind in guard)!;
}

export const listOfPatterns = (patterns: Patterns | undefined): readonly string[] =>
  patterns === undefined ? [] : typeof patterns === "string" ? [patterns] : patterns;

/** The commands in a guard; globs and text are none. */
export function patternsOf(guard: Guard): readonly string[] {
  const excepted = filesOfGuard(guard).length > 0 ? [] : listOfPatterns(guard.except);
  if ("never" in guard) return [guard.never.command, ...excepted];
  if ("text" in guard) return isCommandText(guard.text) ? [guard.text.in, ...excepted] : [];
  if ("deny" in guard) return [...listOfPatterns(guard.deny), ...excepted];
  if ("instead" in guard) return [...Object.entries(guard.instead).flat(), ...excepted];
  if ("require" in guard) return [guard.require.command, ...excepted];
  return "first" in guard ? [guard.first.command, guard.first.run, ...excepted] : [];
}
