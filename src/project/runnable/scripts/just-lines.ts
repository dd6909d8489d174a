/**
 * The commands of a justfile's recipe, as lines for a shell. Anything that cannot be foreseen becomes an unknown program,
 * so that the risk rules see that something is missing.
 */
import { recipeName } from "../../repo-targets.ts";
import { UNFORESEEN } from "../project-tree.ts";

/** Undefined if there is no such recipe. Recipes that it needs come first, as `just OTHER`. */
export function justLines(text: string, name: string): string | undefined {
  const { recipes, values, isPlain } = readJustfile(text);
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
const QUIET = /^set +(?:positional-arguments|quiet|ignore-comments|unstable|allow-duplicate-\w+)\b/;
/** Attributes that change nothing either. */
const LABEL =
  /^\[(?:private|confirm|linux|macos|unix|windows|no-exit-message|no-quiet|(?:doc|group|confirm)\(.*\))\]\s*$/;
const COMMAND = /`|\bshell\(/;

type Justfile = {
  readonly recipes: ReadonlyMap<string, Recipe>;
  /** Variables that are set to a plain text. */
  readonly values: ReadonlyMap<string, string>;
  /** False if other files, settings or commands of the justfile decide what runs. */
  readonly isPlain: boolean;
};

function readJustfile(text: string): Justfile {
  const values = new Map<string, string>();
  const recipes = new Map<string, Recipe>();
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
    if (line.startsWith("#") || QUIET.test(line) || LABEL.test(line)) continue;
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
