/** Looks words up: their meanings, the weight of each word of a command, and the known word that a misspelt one probably is. */
import { rootOf } from "../../core/text/stem.ts";
import { IMPLIED } from "./tables/implied.ts";
import { MEANINGS, type Meaning } from "./tables/meanings.ts";

type Known = {
  readonly asked: ReadonlyMap<string, readonly Meaning[]>;
  readonly named: ReadonlyMap<string, readonly Meaning[]>;
};

let known: Known | undefined;

/** The meanings of a word in a request, or in a command, which also has names of programs. */
export function meaningsOf(word: string, by: keyof Known): readonly Meaning[] {
  known ??= turned();
  const found = known[by].get(rootOf(word)) ?? [];
  return /^commits?$/.test(word) ? found.filter(({ name }) => (name === "commit") === (word === "commit")) : found;
}

let written: ReadonlySet<string> | undefined;

/** Every word of the tables, with and without its ending. */
export function tableWords(): ReadonlySet<string> {
  if (written !== undefined) return written;
  const words = MEANINGS.flatMap(wordsOf);
  written = new Set([...words, ...words.map(rootOf)]);
  return written;
}

/** `ansible-lint` is two words. */
export function wordsOf({ words, programs = "" }: Meaning): string[] {
  return `${words} ${programs}`.split(/[ -]/).filter(Boolean);
}

let described: ReadonlySet<string> | undefined;

/** Whether the word describes what commands do: then it is not a name that a person gave. */
export function describesCommands(root: string): boolean {
  described ??= new Set(IMPLIED.flatMap(({ words }) => words.split(" ").map(rootOf)));
  return described.has(root);
}

/** `commits` are looked at, `commit` is done: they are two words. */
export function wordKey(word: string): string {
  return word === "commits" ? word : rootOf(word);
}

function turned(): Known {
  const asked = new Map<string, Meaning[]>();
  const named = new Map<string, Meaning[]>();
  for (const meaning of MEANINGS) {
    const words = meaning.words.split(" ").map(rootOf);
    const programs = (meaning.programs ?? "").split(" ").filter(Boolean).map(rootOf);
    for (const word of new Set(words)) put(asked, word, meaning);
    for (const word of new Set([...words, ...programs])) put(named, word, meaning);
  }
  return { asked, named };
}

function put(map: Map<string, Meaning[]>, word: string, meaning: Meaning): void {
  map.set(word, [...(map.get(word) ?? []), meaning]);
}

/** The words of a text in lower case, with identifiers split. */
export function wordsIn(text: string): string[] {
  return (text.match(PARTS) ?? []).map((part) => part.toLowerCase());
}

/** The same, and hyphenated names as well. */
export function namesIn(text: string): string[] {
  return [
    ...wordsIn(text),
    ...text
      .toLowerCase()
      .split(/[^a-z-]/)
      .map((word) => word.replace(/^-{1,2}/, ""))
      .filter((word) => /^[a-z]{2,20}-[a-z-]{1,40}$/.test(word)),
  ];
}

/** `e2e`, `k8s`, `i18n` and `IDs` are single words. */
const PARTS =
  /\b[A-Z]{2,}s\b|\b[A-Za-z]\d+[A-Za-z]\b|[A-Z]?[a-z]+\d?(?![a-z])|[A-Z]+(?![a-z])|\d+|[^\s\p{P}\p{S}\dA-Za-z]+/gu;

/** The known word nearest to a misspelt one: one typo in a short word, two in a long one. */
export function respelt(word: string, vocabulary: ReadonlySet<string>): string | undefined {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return undefined;
  const most = word.length >= 8 ? 2 : 1;
  let best: { word: string; slips: number } | undefined;
  for (const candidate of vocabulary) {
    if (candidate[0] !== word[0] || candidate.length < 4 || Math.abs(candidate.length - word.length) > most) continue;
    const slips = slipsBetween(word, candidate, most);
    if (slips <= most && (best === undefined || slips < best.slips)) best = { word: candidate, slips };
  }
  return best?.word;
}

/** The number of letters left out, added, mistaken or swapped; stops counting above `most`. */
function slipsBetween(a: string, b: string, most: number): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, before[j - 2]! + 1);
      row.push(cost);
    }
    if (Math.min(...row) > most) return most + 1;
    [before, above] = [above, row];
  }
  return above[b.length]!;
}

/** A word that makes a command specific. */
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

/** They start other programs and do not show what is done. */
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
      const ofToken = meaningsOf(token, "named").map(({ name }) => name);
      return partsOf(token).map((word) => {
        const own = ownWord(word, /^\d+$/.test(word) ? Math.min(weight, NUMBER) : weight);
        return { ...own, meanings: [...own.meanings, ...ofToken] };
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
