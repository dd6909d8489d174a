/** The scripts, targets and programs that a statement's commands name, in code spans and in plain words. */
import { isListed } from "../../command/options.ts";
import { isScriptManager, MANAGER_VERBS } from "../../command/tables/tools.ts";
import type { Predicate } from "../predicate.ts";
import { type Candidate, ENDS } from "./clauses.ts";
import { proofsOf } from "./tools.ts";

const INSTALLS: ReadonlySet<string> = new Set("install i ci add remove up update dedupe".split(" "));
const NPM_SHORT: ReadonlySet<string> = new Set(["test", "start", "stop", "restart"]);

/** The steps of a command line; after a `cd`, what is run belongs to another directory. */
export function commandsIn(line: string): Candidate[] {
  const found: Candidate[] = [];
  for (const step of line.split(/&&|\|\||[;|\n]/)) {
    const words = step.trim().split(/\s+/);
    while (/^(?:\$|sudo|time|env|[A-Z_]+=\S*)$/.test(words[0] ?? "")) words.shift();
    if (words[0] === "cd") break;
    found.push(...commandOf(words));
  }
  return found;
}

/** In plain words, "make" and "just" are words like any other: they need a verb before and an end after. */
export function commandsInWords(text: string): Candidate[] {
  const found: Candidate[] = [];
  for (const match of text.matchAll(PLAIN_COMMAND)) {
    const [whole, program = "", isRun = "", name = ""] = match;
    const before = text.slice(0, match.index);
    const ends = ENDS.test(text.slice(match.index + whole.length));
    const isWord = program === "make" || program === "just";
    if (isWord ? RUNS.test(before) && ends : isRun !== "" || ends) {
      found.push(...commandOf([program, ...(isRun === "" ? [] : ["run"]), name]));
    }
  }
  return found;
}

const PLAIN_COMMAND = /(?<![\w/.-])(npm|pnpm|yarn|bun|make|just) (run )?([A-Za-z][\w:-]*(?:\.[\w:-]+)*)/g;
const RUNS = /(?:^|\s)(?:run|runs|running|call|calls|use|via|with|through|by|then)\s+$/i;

function commandOf(words: readonly string[]): Candidate[] {
  const [program = "", first = "", second = ""] = words;
  if (isScriptManager(program)) return managed(program, first, second);
  if (program === "make") return makeTargetsOf(words.slice(1));
  if (program === "just") return isName(first) ? [{ proofs: [{ kind: "target", name: first }] }] : [];
  const proofs = [...proofsOf(program), ...(RUNNERS.get(program) === first ? proofsOf(second) : [])];
  return proofs.length === 0 ? [] : [{ proofs }];
}

/** Programs that start another one, and the word they do it with. */
const RUNNERS: ReadonlyMap<string, string> = new Map([
  ["uv", "run"],
  ["poetry", "run"],
  ["bundle", "exec"],
]);

function managed(program: string, first: string, second: string): Candidate[] {
  if (first === "run" || first === "run-script") return script(second, program);
  if (INSTALLS.has(first)) return [{ proofs: proofsOf(program) }];
  if (isListed(MANAGER_VERBS, first) || program === "bun" || (program === "npm" && !NPM_SHORT.has(first))) return [];
  return script(first, program);
}

/** `npm run x` works whoever installed; the others are only typed where they are in use. */
function script(name: string, program: string): Candidate[] {
  if (!isName(name)) return [];
  const given: Predicate = { kind: "script", name };
  return [{ proofs: [given] }, ...(program === "npm" ? [] : [{ proofs: proofsOf(program), given }])];
}

/** With `-C` or `-f`, the targets are another file's. */
function makeTargetsOf(words: readonly string[]): Candidate[] {
  if (words.some((word) => /^-(?:[Cf]|-dir|-file|-makefile)/.test(word))) return [];
  return words.filter(isName).map((name) => ({ proofs: [{ kind: "target", name }] }));
}

function isName(word: string): boolean {
  return /^[A-Za-z][\w:.@/-]*$/.test(word);
}
