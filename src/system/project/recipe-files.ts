/**
 * Reads a Makefile or a justfile once: its names, what is said about each, and the commands of each as lines for a shell.
 * Anything that cannot be foreseen becomes an unknown program, so that the risk rules see that something is missing.
 */

type RecipeFile = {
  readonly names: readonly string[];
  /** False if there may be more names. */
  readonly complete: boolean;
  /** False if other files, conditions, settings or commands of the file decide what runs. */
  readonly isPlain: boolean;
  readonly variables: ReadonlyMap<string, string>;
};

type Makefile = RecipeFile & { readonly rules: readonly Rule[]; readonly phony: ReadonlySet<string> };
type Justfile = RecipeFile & { readonly recipes: ReadonlyMap<string, Recipe> };

type AboutRecipe = { readonly body?: string | undefined; readonly description?: string | undefined };

type Given = {
  readonly isFile?: (path: string) => boolean;
  /** Variables of the command line, which override those of the file. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
};

/** Put in a script for anything that cannot be read from its file: an unknown program, so no rule takes it for harmless. */
export const UNFORESEEN = "something-unforeseen";

/** Every recipe of a file is asked for in turn. */
function lastOne<File>(read: (lines: readonly string[]) => File): (text: string) => File {
  let last: { readonly text: string; readonly file: File } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, file: read(text.replace(/\\\r?\n/g, " ").split(/\r?\n/)) };
    return last.file;
  };
}

export const makefileOf = lastOne(readMakefile);
export const justfileOf = lastOne(readJustfile);

type Rule = {
  readonly names: readonly string[];
  readonly needs: readonly string[];
  readonly description: string | undefined;
  readonly lines: string[];
};

/** Variables that change how make and the programs that it starts work. */
const STEERING =
  /^(?:PATH|HOME|SHELL|ENV|IFS|TMPDIR|MAKE\w*|LD_\w+|DYLD_\w+|NODE_\w+|PYTHON\w*|GIT_\w+|\.SHELLFLAGS|\.RECIPEPREFIX|\.DEFAULT_GOAL)$/;
/** Special targets that change nothing about what a recipe runs. */
const QUIET_TARGET = /^\.(?:PHONY|SUFFIXES|SILENT|NOTPARALLEL|PRECIOUS|SECONDARY|INTERMEDIATE|DELETE_ON_ERROR)$/;
const ASSIGNMENT = /^ *([\w.-]+) *(\?|\+|:{1,3})?=(.*)$/;
/** Functions of make that a shell would read differently. */
const FUNCTION = /\$[({](?:eval|file|guile|call|foreach|if|or|and) |\$\{shell /;
const RUNS = /\$[({]shell /;

function readMakefile(lines: readonly string[]): Makefile {
  const rules: Rule[] = [];
  const names = new Set<string>();
  const variables = new Map<string, string>();
  const phony = new Set<string>();
  let isPlain = true;
  let complete = true;
  let inDefinition = false;
  let current: Rule | undefined;
  for (const [at, line] of lines.entries()) {
    if (/^ *(?:override +)?define\s/.test(line)) inDefinition = true;
    if (inDefinition) {
      isPlain = false;
      inDefinition = !/^ *endef\b/.test(line);
      continue;
    }
    if (line.startsWith("\t")) {
      if (current === undefined) isPlain = false;
      else current.lines.push(line.slice(1));
      continue;
    }
    const code = line.replace(/(?<!\\)#.*$/, "");
    if (code.trim() === "") continue;
    current = undefined;
    if (/^ *(?:[-s]?include\s|\$[({]|load\s)/.test(code)) complete = false;
    const [, variable, how = "", value = ""] = ASSIGNMENT.exec(code) ?? [];
    if (variable !== undefined) {
      if (STEERING.test(variable) || FUNCTION.test(value) || RUNS.test(value)) isPlain = false;
      variables.set(variable, how === "+" ? `${variables.get(variable) ?? ""} ${value.trim()}` : value.trim());
      continue;
    }
    const rule = ruleOf(code, descriptionOf(lines, at));
    for (const name of rule?.names ?? []) {
      if (/[%$()*?]/.test(name)) complete = false;
      else if (!/^\.[A-Z_]+$/.test(name)) names.add(name);
    }
    if (rule === undefined) isPlain = false;
    else if (rule.names.includes(".PHONY")) for (const name of rule.needs) phony.add(name);
    else if (rule.names.every((name) => QUIET_TARGET.test(name))) continue;
    else {
      current = rule;
      rules.push(rule);
      // A variable of one target is a rule too: `a: B = c`.
      isPlain &&= [...rule.names, ...rule.needs].every((name) => /^\w[\w./+-]*$/.test(name));
    }
  }
  return { names: [...names], complete, isPlain, variables, rules, phony };
}

export function aboutTarget({ rules }: Makefile, name: string): AboutRecipe {
  const own = rules.filter((rule) => rule.names.includes(name));
  return {
    body: firstOf(own, (rule) => rule.lines[0]?.trim().replace(/^[@-]+/, "")),
    description: firstOf(own, (rule) => rule.description),
  };
}

/** Undefined if there is no such target. Targets that it needs come first, as `make OTHER`. */
export function makeLines(file: Makefile, name: string, given: Given = {}): string | undefined {
  const { rules, phony, isPlain } = file;
  const { isFile = () => false, variables: overriding = {} } = given;
  const variables = new Map([...file.variables, ...Object.entries(overriding)]);
  const named = (target: string): Rule[] => rules.filter((rule) => rule.names.includes(target));
  const target = name === "default" && named(name).length === 0 ? rules[0]?.names[0] : name;
  const own = target === undefined ? [] : named(target);
  if (target === undefined || own.length === 0) return undefined;
  const needs = [...new Set(own.flatMap((rule) => rule.needs))];
  const first = needs.flatMap((need) => (named(need).length > 0 ? [`make ${need}`] : isFile(need) ? [] : [UNFORESEEN]));
  const run = own.flatMap((rule) => rule.lines).map((line) => expanded(line, variables));
  // For a target without lines, make has rules of its own.
  const isForeseen = isPlain && (run.length > 0 || phony.has(target)) && !run.some((line) => FUNCTION.test(line));
  return [...first, ...run, ...(isForeseen ? [] : [UNFORESEEN])].join("\n");
}

function firstOf(rules: readonly Rule[], get: (rule: Rule) => string | undefined): string | undefined {
  return rules.map(get).find((text) => text !== undefined);
}

/** The comment on a line or right above it. */
function descriptionOf(lines: readonly string[], at: number): string | undefined {
  const comment = /#+\s?(.*)$/.exec(lines[at] ?? "")?.[1] ?? /^#\s?(.*)$/.exec(lines[at - 1] ?? "")?.[1];
  return comment?.startsWith("!") ? undefined : comment;
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

/** `a b: c | d ; command`; undefined for anything else. */
function ruleOf(line: string, description: string | undefined): Rule | undefined {
  const head = /^[^:=]*/.exec(line)![0];
  const rest = /^::?(?![:=])(.*)$/.exec(line.slice(head.length))?.[1];
  if (head.trim() === "" || rest === undefined) return undefined;
  const [needs = "", ...command] = rest.split(";");
  const words = (part: string): string[] => part.split(/[\s|&]+/).filter((word) => word !== "");
  const inline = command.join(";").trim();
  return { names: words(head), needs: words(needs), description, lines: inline === "" ? [] : [inline] };
}

type Recipe = {
  readonly description: string | undefined;
  /** Without a default; each takes one word. */
  readonly parameters: readonly string[];
  readonly isAlias: boolean;
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

function readJustfile(lines: readonly string[]): Justfile {
  /** Variables that are set to a plain text. */
  const variables = new Map<string, string>();
  const recipes = new Map<string, Recipe>();
  let isPlain = true;
  let complete = true;
  let current: Recipe | undefined;
  for (const [at, line] of lines.entries()) {
    if (line.trim() === "") continue;
    if (/^\s/.test(line)) {
      if (current === undefined) isPlain = false;
      else if (current.lines.length === 0 && line.trim().startsWith("#!")) current.isForeseen = false;
      else current.lines.push(line.trim());
      continue;
    }
    current = undefined;
    if (/^(?:import|mod)\??\s|^!include\s|^set\s+fallback\b/.test(line)) complete = false;
    if (line.startsWith("#") || QUIET_SETTING.test(line) || LABEL.test(line)) continue;
    const recipe = recipeOf(line, descriptionOf(lines, at));
    if (recipe === undefined) {
      isPlain &&= /^[A-Za-z_][\w-]* *:=/.test(line) && !COMMAND.test(line);
      const [, set, quoted, plain] = /^([\w-]+) *:= *(?:"([^"\\]*)"|'([^']*)')\s*(?:#.*)?$/.exec(line) ?? [];
      if (set !== undefined) variables.set(set, quoted ?? plain ?? "");
    } else {
      recipes.set(recipe.name, recipe);
      if (!recipe.isAlias) current = recipe;
    }
  }
  return { names: [...recipes.keys()], complete, isPlain, variables, recipes };
}

/** Undefined if there is no such recipe. Recipes that it needs come first, as `just OTHER`. */
export function justLines(file: Justfile, name: string, given: Given = {}): string | undefined {
  const { recipes, isPlain } = file;
  const recipe = recipes.get(name) ?? (name === "default" ? [...recipes.values()][0] : undefined);
  if (recipe === undefined) return undefined;
  const values = new Map([...file.variables, ...Object.entries(given.variables ?? {})]);
  // Expanded as just does: letter for letter, so commands in the values run as well.
  const run = recipe.lines.map((line) =>
    line.replace(/\{\{\s*([\w-]+)\s*\}\}/g, (as, slot: string) => values.get(slot) ?? as),
  );
  const others = (names: readonly string[]): string[] => names.map((one) => `just ${one}`);
  const missing = isPlain && recipe.isForeseen && !run.some((line) => line.includes("{{")) ? [] : [UNFORESEEN];
  return [...others(recipe.before), ...run, ...others(recipe.after), ...missing].join("\n");
}

/** `name parameters: before && after # comment`, or `alias name := other`. */
function recipeOf(line: string, description: string | undefined): (Recipe & { readonly name: string }) | undefined {
  const [, alias, other] = /^alias\s+([\w-]+)\s*:=\s*([\w-]+)?/.exec(line) ?? [];
  const empty = { description, parameters: [], after: [], lines: [] };
  if (alias !== undefined)
    return { ...empty, name: alias, isAlias: true, before: other === undefined ? [] : [other], isForeseen: true };
  const name = /^@?([A-Za-z_][\w-]*)(?=[\s:])/.exec(line)?.[1];
  if (name === undefined || /^(?:set|export|alias|import|mod)\s/.test(line)) return undefined;
  const bare = line
    .replace(/"[^"]*"|'[^']*'|`[^`]*`/g, (text) => (text.startsWith("`") ? "`" : "x"))
    .replace(/#.*$/, "");
  const colon = bare.indexOf(":");
  if (colon < 0 || bare[colon + 1] === "=") return undefined;
  const [before = "", after = ""] = bare.slice(colon + 1).split("&&");
  const named = (part: string): string[] => part.match(/[A-Za-z_][\w-]*/g) ?? [];
  const [, ...words] = bare.slice(0, colon).split(/\s+/);
  const parameters = words.filter((word) => /^\$?[A-Za-z][\w-]{0,39}$/.test(word)).map((word) => word.replace("$", ""));
  // A parameter may be the output of a command, and a dependency may get one.
  const isForeseen = !COMMAND.test(bare) && /^[\w\s-]*$/.test(before + after);
  return {
    ...empty,
    name,
    isAlias: false,
    parameters,
    before: named(before),
    after: named(after),
    isForeseen,
    lines: [],
  };
}
