/**
 * The commands of a Makefile's target or a justfile's recipe, as lines for a shell. Anything that cannot be foreseen
 * becomes an unknown program, so that the risk rules see that something is missing.
 */

import { recipeName } from "../../repo-targets.ts";
import { UNFORESEEN } from "../project-tree.ts";

type Rule = { readonly names: readonly string[]; readonly needs: readonly string[]; readonly lines: string[] };

type MakeOptions = {
  readonly isFile: (path: string) => boolean;
  /** Variables of the command line, which override those of the file. */
  readonly given?: Readonly<Record<string, string>>;
};

/** Undefined if there is no such target. Targets that it needs come first, as `make OTHER`. */
export function makeLines(text: string, name: string, { isFile, given = {} }: MakeOptions): string | undefined {
  const { rules, phony, isPlain, variables: written } = parsedMakefile(text);
  const variables = new Map([...written, ...Object.entries(given)]);
  const named = (target: string): Rule[] => rules.filter(({ names }) => names.includes(target));
  const target = name === "default" && named(name).length === 0 ? rules[0]?.names[0] : name;
  const own = target === undefined ? [] : named(target);
  if (target === undefined || own.length === 0) return undefined;
  const needs = [...new Set(own.flatMap((rule) => rule.needs))];
  const first = needs.flatMap((need) => (named(need).length > 0 ? [`make ${need}`] : isFile(need) ? [] : [UNFORESEEN]));
  const lines = own.flatMap((rule) => rule.lines).map((line) => expanded(line, variables));
  // For a target without lines, make has rules of its own.
  const isComplete = isPlain && (lines.length > 0 || phony.has(target)) && !lines.some((line) => FUNCTION.test(line));
  return [...first, ...lines, ...(isComplete ? [] : [UNFORESEEN])].join("\n");
}

/** Every target of a file is asked for in turn. */
function lastOne<T>(read: (text: string) => T): (text: string) => T {
  let last: { readonly text: string; readonly read: T } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, read: read(text) };
    return last.read;
  };
}

const parsedMakefile = lastOne(readMakefile);
const parsedJustfile = lastOne(readJustfile);

/** Variables that change how make and the programs that it starts work. */
const STEERING =
  /^(?:PATH|HOME|SHELL|ENV|IFS|TMPDIR|MAKE\w*|LD_\w+|DYLD_\w+|NODE_\w+|PYTHON\w*|GIT_\w+|\.SHELLFLAGS|\.RECIPEPREFIX|\.DEFAULT_GOAL)$/;
/** Special targets that change nothing about what a recipe runs. */
const QUIET_TARGET = /^\.(?:PHONY|SUFFIXES|SILENT|NOTPARALLEL|PRECIOUS|SECONDARY|INTERMEDIATE|DELETE_ON_ERROR)$/;
const ASSIGNMENT = /^ *([\w.-]+) *(\?|\+|:{1,3})?=(.*)$/;
/** Functions of make that a shell would read differently. */
const FUNCTION = /\$[({](?:eval|file|guile|call|foreach|if|or|and) |\$\{shell /;
const RUNS = /\$[({]shell /;

function readMakefile(text: string) {
  const rules: Rule[] = [];
  const variables = new Map<string, string>();
  const phony = new Set<string>();
  /** False if other files, conditions, patterns or commands of the Makefile decide what runs. */
  let isPlain = true;
  let current: Rule | undefined;
  for (const line of text.replace(/\\\r?\n/g, " ").split(/\r?\n/)) {
    if (line.startsWith("\t")) {
      if (current === undefined) isPlain = false;
      else current.lines.push(line.slice(1));
      continue;
    }
    const code = line.replace(/(?<!\\)#.*$/, "");
    if (code.trim() === "") continue;
    current = undefined;
    const assigned = ASSIGNMENT.exec(code);
    if (assigned !== null) {
      const [, name = "", how = "", value = ""] = assigned;
      if (STEERING.test(name) || FUNCTION.test(value) || RUNS.test(value)) isPlain = false;
      variables.set(name, how === "+" ? `${variables.get(name) ?? ""} ${value.trim()}` : value.trim());
      continue;
    }
    const rule = ruleOf(code);
    if (rule === undefined) isPlain = false;
    else if (rule.names.includes(".PHONY")) for (const name of rule.needs) phony.add(name);
    else if (rule.names.every((name) => QUIET_TARGET.test(name))) continue;
    else if ([...rule.names, ...rule.needs].every(isPlainTarget)) {
      current = rule;
      rules.push(rule);
    } else isPlain = false;
  }
  return { rules, variables, phony, isPlain };
}

const MOST_ROUNDS = 8;
const MOST_CHARS = 4096;

/** Expands variables as make does: letter for letter, so commands in them run as well. Unknown ones stay as they are. */
function expanded(line: string, variables: ReadonlyMap<string, string>): string {
  let text = line;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const next = text.replace(/(?<!\$)\$[({]([\w.-]+)[)}]/g, (as, name: string) => variables.get(name) ?? as);
    if (next === text) return text;
    if (next.length > MOST_CHARS) break;
    text = next;
  }
  return UNFORESEEN;
}

/** `a b: c | d ; command`; undefined for a variable of one target, or anything else. */
function ruleOf(line: string): Rule | undefined {
  const head = /^[^:=\s][^:=]*/.exec(line)?.[0] ?? "";
  const rest = /^::?(?!=)(.*)$/.exec(line.slice(head.length))?.[1];
  if (head === "" || rest === undefined) return undefined;
  const [needs = "", ...command] = rest.split(";");
  if (needs.includes("=")) return undefined;
  const words = (part: string): string[] => part.split(/[\s|]+/).filter((word) => word !== "");
  const inline = command.join(";").trim();
  return { names: words(head.replace(/&$/, "")), needs: words(needs), lines: inline === "" ? [] : [inline] };
}

function isPlainTarget(name: string): boolean {
  return /^[\w][\w./+-]*$/.test(name);
}

/** Undefined if there is no such recipe. Recipes that it needs come first, as `just OTHER`. */
export function justLines(
  text: string,
  name: string,
  given: Readonly<Record<string, string>> = {},
): string | undefined {
  const { recipes, isPlain, values: written } = parsedJustfile(text);
  const values = new Map([...written, ...Object.entries(given)]);
  const recipe = recipes.get(name) ?? (name === "default" ? [...recipes.values()][0] : undefined);
  if (recipe === undefined) return undefined;
  const { before, after, isForeseen } = recipe;
  // Expanded as just does: letter for letter, so commands in the values run as well.
  const lines = recipe.lines.map((line) =>
    line.replace(/\{\{\s*([\w-]+)\s*\}\}/g, (as, name: string) => values.get(name) ?? as),
  );
  const others = (names: readonly string[]): string[] => names.map((one) => `just ${one}`);
  const missing = isPlain && isForeseen && !lines.some((line) => line.includes("{{")) ? [] : [UNFORESEEN];
  return [...others(before), ...lines, ...others(after), ...missing].join("\n");
}

type Recipe = {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly lines: string[];
  isForeseen: boolean;
};

/** Settings that change nothing about what a recipe runs. */
const QUIET_SETTING = /^set +(?:positional-arguments|quiet|ignore-comments|unstable|allow-duplicate-\w+)\b/;
/** Attributes that change nothing either. */
const LABEL =
  /^\[(?:private|confirm|linux|macos|unix|windows|no-exit-message|no-quiet|(?:doc|group|confirm)\(.*\))\]\s*$/;
const COMMAND = /`|\bshell\(/;

function readJustfile(text: string) {
  /** Variables that are set to a plain text. */
  const values = new Map<string, string>();
  const recipes = new Map<string, Recipe>();
  /** False if other files, settings or commands of the justfile decide what runs. */
  let isPlain = true;
  let current: Recipe | undefined;
  for (const line of text.replace(/\\\r?\n/g, " ").split(/\r?\n/)) {
    if (line.trim() === "") continue;
    if (/^\s/.test(line)) {
      if (current === undefined) isPlain = false;
      else if (current.lines.length === 0 && line.trim().startsWith("#!")) current.isForeseen = false;
      else current.lines.push(line.trim());
      continue;
    }
    current = undefined;
    if (line.startsWith("#") || QUIET_SETTING.test(line) || LABEL.test(line)) continue;
    const name = recipeName(line);
    if (name === undefined) {
      isPlain &&= /^[A-Za-z_][\w-]* *:=/.test(line) && !COMMAND.test(line);
      const [, set, quoted, plain] = /^([\w-]+) *:= *(?:"([^"\\]*)"|'([^']*)')\s*(?:#.*)?$/.exec(line) ?? [];
      if (set !== undefined) values.set(set, quoted ?? plain ?? "");
    } else {
      const recipe = recipeOf(line);
      recipes.set(name, recipe);
      // An alias has no lines.
      if (!/^alias\s/.test(line)) current = recipe;
    }
  }
  return { recipes, values, isPlain };
}

/** `name parameters: before && after # comment`, or `alias name := other`. */
function recipeOf(line: string): Recipe {
  const alias = /^alias\s+[\w-]+\s*:=\s*([\w-]+)\s*(?:#.*)?$/.exec(line)?.[1];
  if (alias !== undefined) return { before: [alias], after: [], lines: [], isForeseen: true };
  const bare = line
    .replace(/"[^"]*"|'[^']*'|`[^`]*`/g, (text) => (text.startsWith("`") ? "`" : "x"))
    .replace(/#.*$/, "");
  const colon = bare.indexOf(":");
  const [before = "", after = ""] = bare.slice(colon + 1).split("&&");
  const named = (part: string): string[] => part.match(/[A-Za-z_][\w-]*/g) ?? [];
  // A parameter may be the output of a command, and a dependency may get one.
  const isForeseen = !COMMAND.test(bare) && /^[\w\s-]*$/.test(before + after);
  return { before: named(before), after: named(after), lines: [], isForeseen };
}
