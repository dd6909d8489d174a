/** The scripts, targets, programs and paths that a statement names, in code spans and in plain words. */
import { anyOf } from "../../base/lazy-pattern.ts";
import { isListed } from "../../command/tables/program.ts";
import { isScriptManager, MANAGER_VERBS } from "../../command/tables/tools.ts";
import { matchesAnyGlob } from "../../project/project.ts";
import { innerPath, type Predicate, type Repo } from "../predicate.ts";
import { NAME_ENDS, type NamedThing } from "./clauses.ts";
import { proofsOf } from "./tools.ts";

const INSTALLS: ReadonlySet<string> = new Set("install i ci add remove up update dedupe".split(" "));
const NPM_SHORT: ReadonlySet<string> = new Set(["test", "start", "stop", "restart"]);

/** The steps of a command line up to a `cd`: later ones run in another directory. */
export function commandsIn(line: string): NamedThing[] {
  const found: NamedThing[] = [];
  for (const step of line.split(/&&|\|\||[;|\n]/)) {
    const words = step.trim().split(/\s+/);
    while (/^(?:\$|sudo|time|env|[A-Z_]+=\S*)$/.test(words[0] ?? "")) words.shift();
    if (words[0] === "cd") break;
    found.push(...commandOf(words));
  }
  return found;
}

/** In plain words, "make" and "just" are also ordinary words: they need a verb before and an end after. */
export function commandsInWords(text: string): NamedThing[] {
  const found: NamedThing[] = [];
  for (const match of text.matchAll(PLAIN_COMMAND)) {
    const [matched, program = "", isRun = "", name = ""] = match;
    const before = text.slice(0, match.index);
    const ends = NAME_ENDS.test(text.slice(match.index + matched.length));
    const isWord = program === "make" || program === "just";
    if (isWord ? RUNS.test(before) && ends : isRun !== "" || ends) {
      found.push(...commandOf([program, ...(isRun === "" ? [] : ["run"]), name]));
    }
  }
  return found;
}

const PLAIN_COMMAND = /(?<![\w/.-])(npm|pnpm|yarn|bun|make|just) (run )?([A-Za-z][\w:-]*(?:\.[\w:-]+)*)/g;
const RUNS = /(?:^|\s)(?:run|runs|running|call|calls|use|via|with|through|by|then)\s+$/i;

function commandOf(words: readonly string[]): NamedThing[] {
  const [program = "", first = "", second = ""] = words;
  if (isScriptManager(program)) return managed(program, first, second);
  if (program === "make") return makeTargetsOf(words.slice(1));
  if (program === "just") return isName(first) ? [{ proofs: [{ kind: "target", name: first }] }] : [];
  const proofs = [...proofsOf(program), ...(RUNNERS.get(program) === first ? proofsOf(second) : [])];
  return proofs.length === 0 ? [] : [{ proofs }];
}

/** Programs that start another one, and the subcommand for it. */
const RUNNERS: ReadonlyMap<string, string> = new Map([
  ["uv", "run"],
  ["poetry", "run"],
  ["bundle", "exec"],
]);

function managed(program: string, first: string, second: string): NamedThing[] {
  if (first === "run" || first === "run-script") return script(second, program);
  if (INSTALLS.has(first)) return [{ proofs: proofsOf(program) }];
  if (isListed(MANAGER_VERBS, first) || program === "bun" || (program === "npm" && !NPM_SHORT.has(first))) return [];
  return script(first, program);
}

/** `npm run x` works with any package manager; the others are only used if they are the project's. */
function script(name: string, program: string): NamedThing[] {
  if (!isName(name)) return [];
  const given: Predicate = { kind: "script", name };
  return [{ proofs: [given] }, ...(program === "npm" ? [] : [{ proofs: proofsOf(program), given }])];
}

/** With `-C` or `-f`, the targets are in another file. */
function makeTargetsOf(words: readonly string[]): NamedThing[] {
  if (words.some((word) => /^-(?:[Cf]|-dir|-file|-makefile)/.test(word))) return [];
  return words.filter(isName).map((name) => ({ proofs: [{ kind: "target", name }] }));
}

function isName(word: string): boolean {
  return /^[A-Za-z][\w:.@/-]*$/.test(word);
}

const ENDING = new RegExp(
  String.raw`\.${anyOf`[cm]?[jt]sx?, jsonc?, json5, ya?ml, toml, md, mdx, mdc, txt, rst, html?, css, scss, less, py, pyi
    ipynb, rb, go, rs, java, kts?, scala, swift, c, h, cc, cpp, hpp, cs, php, ex, exs, erl, hs, lua, pl
    r, sh, bash, zsh, fish, ps1, sql, graphql, proto, tf, hcl, nix, xml, svg, ini, cfg, conf, env, lock
    lockb, mod, sum, gradle, vue, svelte, astro, prisma, mk, just, csv`}$`,
  "i",
);
const NAMES = new RegExp(
  `^${anyOf`Makefile, GNUmakefile, Dockerfile, Containerfile, justfile, Justfile, Procfile, Gemfile, Rakefile
    Pipfile, Jenkinsfile, Vagrantfile, CODEOWNERS, LICENSE, \.env\.(?:example|sample|template)
    \.[a-z][\w.-]*(?:rc|ignore|versions?|attributes)`}$`,
);

/** One word of a text or a command as a path; undefined if it does not look like one. */
export function pathOf(word: string): Predicate | undefined {
  const bare = word
    .replace(/^["'(<[]+/, "")
    .replace(/(?::\d{1,6}){1,2}$|#[\w-]*$/, "")
    .replace(/[.,:;!?)\]>"']{1,8}$/, "")
    .replace(/(?::\d{1,6}){1,2}$/, "");
  if (bare.length > 200 || /^[-@]|[*{}$<>=|&]|:\/\//.test(bare)) return undefined;
  if (!bare.includes("/") && !ENDING.test(bare) && !NAMES.test(bare)) return undefined;
  const path = innerPath(bare);
  return path === undefined ? undefined : { kind: "path", path };
}

/** Paths among the words of a command, without its output files. */
export function pathsInCommand(line: string): Predicate[] {
  const words = line.replace(/(?:>>?|\s(?:-o|--out\S*))\s*\S+/g, " ").split(/\s+/);
  return words.map(pathOf).filter((path) => path !== undefined);
}

/** Whether a file exists only on some machines, so that its absence proves nothing. */
export function isLocal(path: string, repo: Repo): boolean {
  const parts = path.split("/");
  if (parts.some((part) => LOCAL.test(part))) return true;
  const prefixes = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
  const ignored = (repo.read(".gitignore", 65_536) ?? "").split(/\r?\n/).slice(0, MOST_IGNORED);
  return ignored.some((line) => ignores(line.trim().replace(/\/$/, ""), { parts, prefixes }));
}

const MOST_IGNORED = 500;

type Parts = { readonly parts: readonly string[]; readonly prefixes: readonly string[] };

function ignores(line: string, { parts, prefixes }: Parts): boolean {
  if (line === "" || /^[#!]/.test(line)) return false;
  const pattern = line.replace(/^\*\*\//, "");
  const glob = [pattern.replace(/^\//, "")];
  return (pattern.includes("/") ? prefixes : parts).some((name) => matchesAnyGlob(name, glob));
}

const LOCAL = new RegExp(
  `^${anyOf`\.env(?!\.(?:example|sample|template|dist)$).*, \.git, node_modules, dist, build, out, target
    coverage, \.?venv, __pycache__, \.next, \.turbo, \.cache, tmp, temp, logs?
    .*\.(?:log|db|sqlite3?|pid|sock|tmp), \.DS_Store, .*\.local(?:\..*)?`}$`,
);
