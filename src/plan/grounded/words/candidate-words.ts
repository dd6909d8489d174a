/** The words that a candidate is found by, and those that make it specific. */
import { keysOf, lexicon, sensesOfLine, wordsIn } from "./lexicon.ts";

/** By key, a root or a sense: how strongly it has it, 0 to 1. */
export type CandidateWords = ReadonlyMap<string, number>;

/** A word that makes a command specific. */
export type OwnWord = {
  readonly word: string;
  readonly keys: readonly string[];
  /** How much it lowers the fit if the request does not ask for it. */
  readonly weight: number;
};

type Weighted = readonly [text: string, strength: number];

/** A sense counts less than the word itself. */
const MEANT = 0.9;

/** The words of all parts, and the senses of the commands. */
export function wordsOfParts(parts: readonly Weighted[], commands: readonly Weighted[]): CandidateWords {
  const says = new Map<string, number>();
  const raise = (key: string, strength: number) => {
    if ((says.get(key) ?? 0) < strength) says.set(key, strength);
  };
  // `--rm` deletes only the container that the command starts.
  for (const [text, strength] of parts)
    for (const word of namesIn(text.replace(/ --rm\b/g, "")))
      for (const [at, key] of keysOf(word, "named").entries()) raise(key, at === 0 ? strength : strength * MEANT);
  for (const [text, strength] of commands) for (const key of sensesOfLine(text)) raise(key, strength * MEANT);
  for (const { key, follows } of lexicon().following)
    for (const other of follows) raise(key, (says.get(other) ?? 0) * MEANT);
  return says;
}

/** The words of a text, and hyphenated names as well. */
function namesIn(text: string): string[] {
  const parts = text.toLowerCase().split(/[^a-z-]/);
  const names = parts.map((part) => part.replace(/^-{1,2}/, ""));
  return [...wordsIn(text), ...names.filter((name) => /^[a-z]{2,20}-[a-z-]{1,40}$/.test(name))];
}

export function ownWord(word: string, weight: number): OwnWord {
  return { word, keys: keysOf(word, "named"), weight };
}

/** They start other programs and do not show what is done. */
export const RUNNERS: ReadonlySet<string> = new Set(
  "npm npx pnpm yarn bun make just task uv poetry pdm hatch run exec cargo go git docker compose kubectl sudo python deno rake mix bundle composer gh poe".split(
    " ",
  ),
);
/** The word after them is a place in the project. */
const PLACING: ReadonlySet<string> = new Set(["--filter", "-w", "workspace", "-C", "--prefix", "--cwd", "-n"]);

const MOST_WORDS = 40;

export function wordsOfCommand(command: string): OwnWord[] {
  const tokens = command.replace(/^(?:[A-Z_][A-Z0-9_]*=\S*\s+)+/, "").match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? [];
  let isOperand = false;
  return tokens
    .flatMap((token, at) => {
      const weight = PLACING.has(tokens[at - 1] ?? "") ? PLACE : weightOf(token, isOperand);
      isOperand ||= !RUNNERS.has(token) && !token.startsWith("-");
      const [, ...senses] = keysOf(token, "named");
      return partsOf(token).map((word) => {
        const own = ownWord(word, /^\d+$/.test(word) ? Math.min(weight, NUMBER) : weight);
        return { ...own, keys: [...own.keys, ...senses] };
      });
    })
    .slice(0, MOST_WORDS);
}

const PLACE = 0.4;
const NUMBER = 0.2;

/** The verb counts more than its object. */
function weightOf(token: string, isOperand: boolean): number {
  if (RUNNERS.has(token)) return 0.05;
  if (/^--[a-z]/.test(token)) return 0.3;
  if (token.startsWith("-")) return 0.1;
  return isOperand ? 0.7 : 0.9;
}

/** The name of `@scope/name`. */
function partsOf(token: string): string[] {
  return wordsIn(token.replace(/^@[\w-]+\//, "")).filter((word) => word.length > 1 && !NOTHING.has(word));
}

const NOTHING = new Set(["run", "origin", "head", "localhost", "http", "https", "md", "src", "edit", "no", "not"]);
