/** The words by which a command is more than its purpose: arguments, options, targets; each with how much it narrows. */
import { wordsIn } from "./vocabulary.ts";

export type OwnWord = {
  readonly word: string;
  /** What it takes away from an answer where nobody asked for it. */
  readonly weight: number;
};

/** They start other things: by themselves they say nothing of what is done. */
const RUNNERS: ReadonlySet<string> = new Set(
  "npm npx pnpm yarn bun make just task uv poetry pdm hatch run exec cargo go git docker compose kubectl sudo python deno rake mix bundle composer gh poe".split(
    " ",
  ),
);

const MOST_WORDS = 40;

export function commandWords(command: string): OwnWord[] {
  const tokens = command.match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? [];
  let isOperand = false;
  return tokens
    .flatMap((token, at) => {
      const weight = weightOf(token, isOperand, at);
      isOperand ||= !RUNNERS.has(token) && !token.startsWith("-");
      return partsOf(token).map((word) => ({ word, weight: /^\d+$/.test(word) ? Math.min(weight, 0.2) : weight }));
    })
    .slice(0, MOST_WORDS);
}

function weightOf(token: string, isOperand: boolean, at: number): number {
  if (RUNNERS.has(token)) return at === 0 ? 0.05 : 0.1;
  if (/^--[a-z]/.test(token)) return 0.5;
  if (token.startsWith("-")) return 0.1;
  return isOperand ? 0.9 : 0.6;
}

/** Of `@scope/name` the name; of a flag that takes a value both. */
function partsOf(token: string): string[] {
  return wordsIn(token.replace(/^@[\w-]+\//, "")).filter((word) => word.length > 1 && !NOTHING.has(word));
}

const NOTHING = new Set(["run", "origin", "head", "localhost", "http", "https", "md", "src", "noedit", "edit", "no"]);
