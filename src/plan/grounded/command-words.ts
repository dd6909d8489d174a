/** The words by which a command is more than its purpose: arguments, options, targets; each with how much it narrows. */
import { rootOf } from "../../core/plan/root-word.ts";
import { meaningsOf, wordsIn } from "./vocabulary.ts";

export type OwnWord = {
  readonly word: string;
  readonly root: string;
  readonly meanings: readonly string[];
  /** What it takes away from an answer where nobody asked for it. */
  readonly weight: number;
};

export function ownWord(word: string, weight: number): OwnWord {
  return { word, root: rootOf(word), meanings: meaningsOf(word, "named").map(({ name }) => name), weight };
}

/** They start other things: by themselves they say nothing of what is done. */
export const RUNNERS: ReadonlySet<string> = new Set(
  "npm npx pnpm yarn bun make just task uv poetry pdm hatch run exec cargo go git docker compose kubectl sudo python deno rake mix bundle composer gh poe".split(
    " ",
  ),
);
/** The word after them says where in the tree. */
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

/** What is done counts more than what it is done with. */
function weightOf(token: string, isOperand: boolean): number {
  if (RUNNERS.has(token)) return 0.05;
  if (/^--[a-z]/.test(token)) return 0.3;
  if (token.startsWith("-")) return 0.1;
  return isOperand ? 0.7 : 0.9;
}

/** Of `@scope/name` the name. */
function partsOf(token: string): string[] {
  return wordsIn(token.replace(/^@[\w-]+\//, "")).filter((word) => word.length > 1 && !NOTHING.has(word));
}

const NOTHING = new Set(["run", "origin", "head", "localhost", "http", "https", "md", "src", "edit", "no"]);
