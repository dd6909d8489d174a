/** Says whether a command is proven harmless: it only looks, or it tests, builds or lints the project it runs in. */
import { isKnownName, isWithin, looksRowFor, onlyLooks } from "../../core/command/only-looks.ts";
import type { ParsedCommand } from "../../core/command/parsed-command.ts";
import type { Word } from "../../core/command/syntax/word.ts";
import { isDataFile, isInside } from "../../core/project/project.ts";
import { isOwnRoot, locationOf, type RunPlace } from "./paths.ts";
import { PROJECT_TOOLS } from "./project-tools.ts";

type Proof = "looks" | "checks" | undefined;

export function proofOf(command: ParsedCommand, place: RunPlace): Proof {
  const before = PROOFS.get(command);
  if (before?.place === place) return before.proof;
  const proof = findProof(command, place);
  PROOFS.set(command, { place, proof });
  return proof;
}

/** Several rules ask for the same proof. */
const PROOFS = new WeakMap<ParsedCommand, { readonly place: RunPlace; readonly proof: Proof }>();

function findProof(command: ParsedCommand, place: RunPlace): Proof {
  const looks = onlyLooks(command);
  if (looks === "anywhere" || (looks === "in-the-project" && isBelow(place)) || runsTool(command)) return "looks";
  const found = isKnownName(command) ? looksRowFor(command, PROJECT_TOOLS) : undefined;
  if (found === undefined) return looks === undefined && isProjectFile(command, place) ? "checks" : undefined;
  if (!isWithin(found, command) || !isInProject(place)) return undefined;
  return found.args.every((word) => isOwnPath(word, place)) ? "checks" : undefined;
}

function isInProject(place: RunPlace): boolean {
  return isOwnRoot(place.projectRoot, place.home) && isBelow(place);
}

function isBelow({ cwd, projectRoot }: RunPlace): boolean {
  return cwd !== undefined && (cwd === projectRoot || isInside(cwd, projectRoot));
}

/** Neither the argument nor the value of an option leads out of the project. */
function isOwnPath(word: Word, place: RunPlace): boolean {
  const value = word.value.replace(/^-[\w-]*=?/, "");
  if (/^[a-z]+:\/\//i.test(value)) return false;
  if (!/[/~]|\.\./.test(value)) return true;
  const location = locationOf({ ...word, value }, place);
  return location === "inside" || location === "project";
}

const TOOL_NAMES = new Set([...PROJECT_TOOLS.keys()].map((key) => key.split(" ")[0] ?? ""));

/** `pnpm exec jest` runs what the project has installed; any other name may be a script of the project. */
function runsTool(command: ParsedCommand): boolean {
  const [verb, next] = command.args;
  if (!/^(?:pnpm|yarn|poetry|bundle)$/.test(command.program) || !isKnownName(command)) return false;
  return verb?.value === (command.program === "poetry" ? "run" : "exec") && TOOL_NAMES.has(next?.value ?? "");
}

const INTERPRETERS = /^(?:node|bun|deno|tsx|ts-node|python3?|ruby|perl|php|bash|sh|zsh)$/;

/** A script that is called test, build or lint runs the project's own files, as a test runner would. */
function isProjectFile(command: ParsedCommand, place: RunPlace): boolean {
  const { args, program, name, wrappers } = command;
  if (place.calledFrom !== "check" || !isInProject(place) || wrappers.includes("xargs")) return false;
  const isCode = ({ form, value }: Word): boolean =>
    form === "expanded" || /^-{1,2}(?:e|p|c|r|eval|print|require|import|loader)\b/.test(value);
  if (args.some(isCode)) return false;
  const file = INTERPRETERS.test(program) ? args.find(({ value }) => !value.startsWith("-")) : name;
  if (file === undefined || file.form !== "literal" || !/[/.]/.test(file.value)) return false;
  // An approval covers the project's files, but not these.
  if (isDataFile(file.value)) return false;
  return locationOf(file, place) === "inside" && args.every((word) => isOwnPath(word, place));
}
