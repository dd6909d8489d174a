/** Tells whether two statements say the same, by their words; numbers, names and negation must agree. */
import { normalised } from "../text/words.ts";

/** The least share of common words, and of common neighbours, at which two statements count as one. */
const SAME_WORDS = 0.8;
const SAME_NEIGHBOURS = 0.5;

const FILLERS = new Set(
  "a an the is are was were be to of in on at for and or it its this that we our you your i my please here also just".split(
    " ",
  ),
);
const NEGATIONS = new Set(
  "not no never don't dont doesn't isn't without cannot can't won't avoid stop disallow forbid".split(" "),
);

export function saysTheSame(a: string, b: string): boolean {
  if (normalised(a) === normalised(b)) return true;
  const left = contentWords(a);
  const right = contentWords(b);
  if (left.length < 3 || right.length < 3) return false;
  if (count(left, NEGATIONS) !== count(right, NEGATIONS)) return false;
  if (exacts(a) !== exacts(b)) return false;
  return share(left, right) >= SAME_WORDS && share(neighbours(left), neighbours(right)) >= SAME_NEIGHBOURS;
}

function contentWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}_'./:-]+/u)
    .map((word) => word.replace(/^[.'/:-]+|[.'/:-]+$/g, ""))
    .filter((word) => word !== "" && !FILLERS.has(word))
    .map(stem);
}

/** Numbers, versions, paths and identifiers: where these differ, two statements differ, however alike they sound. */
function exacts(text: string): string {
  const found = text.match(/[\p{L}\p{N}_./:@-]*(?:\d|_|\/|[a-z][A-Z]|\.[a-z])[\p{L}\p{N}_./:@-]*/gu) ?? [];
  return found
    .map((word) => word.replace(/[.:,]+$/, ""))
    .sort()
    .join(" ");
}

function neighbours(words: readonly string[]): string[] {
  return words.slice(1).map((word, i) => `${words[i]} ${word}`);
}

function share(a: readonly string[], b: readonly string[]): number {
  const left = new Set(a);
  const right = new Set(b);
  const common = [...left].filter((word) => right.has(word)).length;
  const all = left.size + right.size - common;
  return all === 0 ? 1 : common / all;
}

function count(words: readonly string[], among: ReadonlySet<string>): number {
  return words.filter((word) => among.has(word)).length;
}

/** Enough of a stemmer to see "runs", "running" and "run" as one; search has a real one. */
function stem(word: string): string {
  if (word.length < 5 || /[\d_./:]/.test(word)) return word;
  return word.replace(/(?:ies)$/, "y").replace(/(?:ing|ed|es|s)$/, "");
}
