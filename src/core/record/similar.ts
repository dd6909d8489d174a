/** Whether two statements mean the same: the same words in the same order, except for a few that do not matter. */
import { stem } from "../text/stem.ts";
import { normalised } from "../text/words.ts";

/** How much of the longer statement the shorter one must be. */
const SAME_WORDS = 0.8;
/** Shorter statements must be identical: every word counts. */
const LEAST_WORDS = 3;

const FILLERS = new Set(
  "a an the is are was were be been to of in on at for and or it its this that we our you your i my please here also just do does did".split(
    " ",
  ),
);

/** Adding one of these words changes the meaning. */
const DECISIVE = new Set(
  `not no never without avoid stop disallow forbid only except unless until if when before after least most
  sometimes maybe optional deprecated formerly longer instead`.split(/\s+/),
);

export function saysTheSame(a: string, b: string): boolean {
  if (normalised(a) === normalised(b)) return true;
  const [short, long] = [contentWords(a), contentWords(b)].sort((x, y) => x.length - y.length) as [string[], string[]];
  if (short.length < LEAST_WORDS || short.length / long.length < SAME_WORDS) return false;
  if (exacts(a) !== exacts(b)) return false;
  const added = addedWords(short, long);
  return added?.every((word) => !DECISIVE.has(word)) ?? false;
}

/** The additional words of the longer statement; undefined if it lacks a word or has another order. */
function addedWords(short: readonly string[], long: readonly string[]): string[] | undefined {
  const rest: string[] = [];
  let next = 0;
  for (const word of long) {
    if (word === short[next]) next += 1;
    else rest.push(word);
  }
  return next === short.length ? rest : undefined;
}

/** Keeps signs that carry meaning: "C++" is not "C#", and ">=" is not "<=". */
function contentWords(text: string): string[] {
  return text
    .toLowerCase()
    .replaceAll("’", "'")
    .replace(/\bcan't\b|\bcannot\b/g, "can not")
    .replace(/n't\b/g, " not")
    .replace(/\bdont\b/g, "do not")
    .split(/[^\p{L}\p{N}\p{M}_'./:+#<>=%$@&|~^-]+/u)
    .map((word) => word.replace(/^[.'/:-]+|(?<![.'/:-])[.'/:-]+$/g, ""))
    .filter((word) => word !== "" && !FILLERS.has(word))
    .map((word) => (/^[a-z]+$/.test(word) && !DECISIVE.has(word) ? stem(word) : word));
}

/** Numbers, versions, paths and identifiers: if these differ, the statements differ. */
function exacts(text: string): string {
  return text
    .split(/[^\p{L}\p{N}_./:@-]+/u)
    .filter((word) => /\d|_|\/|[a-z][A-Z]|\.[a-z]/.test(word))
    .map((word) => word.replace(/(?<![.:])[.:]+$/, ""))
    .sort()
    .join(" ");
}
