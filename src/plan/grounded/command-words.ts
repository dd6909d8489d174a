/** The words that make a command specific: arguments, options, targets; each with a weight. */
import { rootOf } from "../../core/text/stem.ts";
import { meaningsOf, wordsIn } from "./vocabulary.ts";

export type OwnWord = {
  readonly word: string;
  readonly root: string;
  readonly meanings: readonly string[];
  /** How much it lowers the fit if the request does not ask for it. */
  readonly weight: number;
};

export function ownWord(word: string, weight: number): OwnWord {
  return { word, root: rootOf(word), meanings: meaningsOf(word, "named").map(({ name }) => name), weight };
}

/** They start other programs: alone they say nothing about what is done. */
export const RUNNERS: ReadonlySet<string> = new Set(
  "npm npx pnpm yarn bun make just task uv poetry pdm hatch run exec cargo go git docker compose kubectl sudo python deno rake mix bundle composer gh poe".split(
    " ",
  ),
);
/** The word after them is a place in the project. */
const PLACING: ReadonlySet<string> = new Set(["--filter", "-w", "workspace", "-C", "--prefix", "--cwd", "-n"]);

const MOST_WORDS = 40;

export function commandWords(command: string): OwnWord[] {
  const tokens = command.match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? [];
  let isOperand = false;
  return tokens
    .flatMap((token, at) => {
      const weight = PLACING.has(tokens[at - 1] ?? "") ? PLACE : weightOf(token, isOperand);
      isOperand ||= !RUNNERS.has(token) && !token.startsWith("-");
      const whole = meaningsOf(token, "named").map(({ name }) => name);
      return partsOf(token).map((word) => {
        const own = ownWord(word, /^\d+$/.test(word) ? Math.min(weight, NUMBER) : weight);
        return { ...own, meanings: [...own.meanings, ...whole] };
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

const NOTHING = new Set(["run", "origin", "head", "localhost", "http", "https", "md", "src", "edit", "no"]);
