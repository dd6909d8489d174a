/** The tools and versions that a statement chooses, and what proves that a repository uses a tool. */
import { anyOf } from "../../base/lazy-pattern.ts";
import { isScriptManager } from "../../command/tables/tools.ts";
import { type Predicate, parsePredicate } from "../predicate.ts";
import { NAME_ENDS, type NamedThing } from "./clauses.ts";

type Tool = {
  readonly names: readonly string[];
  /** The first that is true now is attached. */
  readonly proofs: readonly string[];
  /** Also an everyday word, so it counts only if it is clearly used as a name. */
  readonly isWord?: true;
};

const lock = (name: string, files: readonly string[]): Tool => ({
  names: [name],
  proofs: [...files.map((file) => `path ${file}`), `json package.json /packageManager ${name}@*`],
});
const dependency = (name: string, ...packages: readonly string[]): Tool => ({
  names: [name],
  proofs: [name, ...packages].map((each) => `version ${each}`),
});
const python = (name: string): Tool => ({ names: [name], proofs: [`contains pyproject.toml "[tool.${name}"`] });
const files = (names: readonly string[], ...paths: readonly string[]): Tool => ({
  names,
  proofs: paths.map((path) => `path ${path}`),
});

const TOOLS: readonly Tool[] = [
  lock("npm", ["package-lock.json", "npm-shrinkwrap.json"]),
  lock("pnpm", ["pnpm-lock.yaml"]),
  lock("yarn", ["yarn.lock"]),
  lock("bun", ["bun.lock", "bun.lockb"]),
  files(["deno"], "deno.lock", "deno.json", "deno.jsonc"),
  files(["uv"], "uv.lock"),
  { ...files(["poetry"], "poetry.lock"), isWord: true },
  files(["pipenv"], "Pipfile.lock", "Pipfile"),
  files(["pdm"], "pdm.lock"),
  files(["cargo"], "Cargo.toml"),
  { ...files(["go"], "go.mod"), isWord: true },
  files(["go modules"], "go.mod"),
  files(["bundler", "bundle"], "Gemfile.lock", "Gemfile"),
  { ...files(["composer"], "composer.lock", "composer.json"), isWord: true },
  { ...files(["mix"], "mix.exs"), isWord: true },
  files(["gradle"], "build.gradle", "build.gradle.kts"),
  files(["maven", "mvn"], "pom.xml"),
  files(["cmake"], "CMakeLists.txt"),
  files(["bazel"], "MODULE.bazel", "WORKSPACE"),
  files(["docker compose", "docker-compose"], "compose.yaml", "compose.yml", "docker-compose.yml"),
  files(["github actions"], ".github/workflows"),
  files(["pre-commit"], ".pre-commit-config.yaml"),
  files(["turborepo", "turbo"], "turbo.json"),
  files(["nx"], "nx.json"),
  files(["mise"], "mise.toml", ".mise.toml"),
  files(["asdf"], ".tool-versions"),
  ...["ruff", "mypy", "pytest", "pyright", "hatch"].map(python),
  { ...python("black"), isWord: true },
  dependency("biome", "@biomejs/biome"),
  dependency("playwright", "@playwright/test"),
  dependency("tailwind", "tailwindcss"),
  dependency("drizzle", "drizzle-orm"),
  dependency("prisma", "@prisma/client"),
  dependency("storybook"),
  ..."vitest jest mocha eslint oxlint prettier typescript vite webpack rollup esbuild zod valibot fastify hono husky lerna cypress typeorm sequelize knex tsup tsx svelte vue angular redux zustand"
    .split(" ")
    .map((name) => dependency(name)),
  ..."react express next preact commander".split(" ").map((name): Tool => ({ ...dependency(name), isWord: true })),
];

const BY_NAME: ReadonlyMap<string, Tool> = new Map(TOOLS.flatMap((tool) => tool.names.map((name) => [name, tool])));

export function proofsOf(name: string): readonly Predicate[] {
  return BY_NAME.get(name.toLowerCase())?.proofs.map(parsePredicate) ?? [];
}

/** Tools that the words choose: "use pnpm", "tests run with vitest", "package manager: pnpm". */
export function toolsIn(text: string): NamedThing[] {
  const found: NamedThing[] = [];
  for (const match of text.matchAll(/[A-Za-z][\w-]*(?:\.js)?/g)) {
    const after = text.slice(match.index + match[0].length);
    const two = `${match[0]} ${/^ ([A-Za-z]+)/.exec(after)?.[1] ?? ""}`.toLowerCase();
    const name = BY_NAME.has(two) ? two : match[0].toLowerCase().replace(/\.js$/, "");
    const tool = BY_NAME.get(name);
    if (tool !== undefined && isChosen(name, { tool, before: text.slice(0, match.index), after })) {
      found.push({ proofs: proofsOf(name) });
    }
  }
  return found;
}

type Around = { readonly tool: Tool; readonly before: string; readonly after: string };

function isChosen(name: string, { tool, before, after }: Around): boolean {
  if (/[\w/.@-]$/.test(before) || /^[\w/@]|^\.\w|^-/.test(after)) return false;
  if (tool.isWord) return USES.test(before) && NAME_ENDS.test(after);
  // Any of them may publish to npm, and scripts are called "npm scripts" whatever runs them.
  if (
    isScriptManager(name) &&
    (/\bpublish|\bregistry\b/i.test(before + after) || /^ (?:scripts?|packages?)\b/.test(after))
  )
    return false;
  if (USES.test(before) || IS.test(before) || IS_THE.test(after)) return true;
  return !isScriptManager(name) && /\band $/i.test(before) && /\b(?:use|uses|using|with)\b/i.test(before);
}

const USES =
  /\b(?:use|uses|using|with|via|through|prefer|prefers|choose|chose|adopt|adopted|requires?|needs?|standardi[sz]ed? on) (?:the |only |always )?$/i;
const IS = /(?:\b(?:is|are|by)|:) $/i;
const IS_THE = /^ (?:is (?:the|our|used)|(?:formats|lints|bundles|manages|checks|installs)\b)/i;

const NAMED = new RegExp(
  String.raw`(?<![\w./-])([A-Za-z][\w-]{1,40}?)(?:\.js)? (?:version )?(>=|<=|>|<|=|\^|~|≥)? ?v?(\d{1,4}(?:\.\d{1,5}){0,2})(\+|\.x| or ${anyOf`later, newer, above, higher, up`}| and (?:up|above|later|newer))?(?![\w%]|\.\d)`,
  "g",
);

export function versionsIn(text: string): Predicate[] {
  // A problem with a version does not mean that this repository uses it.
  if (/\b(?:breaks?|broken|fails?|failed|crash\w*|bugs?|hangs?|flaky)\b/i.test(text)) return [];
  const found: Predicate[] = [];
  for (const match of text.matchAll(NAMED)) {
    const [matched, name = "", sign = "", version = "", upwards] = match;
    const before = text.slice(0, match.index);
    const after = text.slice(match.index + matched.length);
    if (BELOW.test(before) || COUNTED.test(after)) continue;
    const isLeast = sign === "" && (AT_LEAST.test(before) || (upwards !== undefined && upwards !== ".x"));
    const tool = toolOf(name);
    if (tool !== undefined) {
      found.push({ kind: "version", tool, range: `${isLeast ? ">=" : sign.replace("≥", ">=")}${version}` });
    }
  }
  return found;
}

const BELOW = /\b(?:below|under|before|older than|less than|until|up to|from|drop(?:ped)?|than|pre) $/i;
const AT_LEAST = /\b(?:at least|minimum(?: of)?|min) $/i;
const COUNTED =
  /^ ?(?:times|minutes?|seconds?|ms|files?|steps?|mb|kb|gb|workers?|spaces|lines?|retries|instances|replicas|process(?:es)?|threads|days?|hours?|weeks?|%)\b/i;

const NAMES: ReadonlyMap<string, string> = new Map([
  ["nodejs", "node"],
  ["golang", "go"],
  ["tailwind", "tailwindcss"],
  ["biome", "@biomejs/biome"],
  ["drizzle", "drizzle-orm"],
]);

/** "go 2 steps back" is not a version of Go. */
function toolOf(name: string): string | undefined {
  if (name === "go") return undefined;
  const plain = name.toLowerCase();
  return NAMES.get(plain) ?? plain;
}
