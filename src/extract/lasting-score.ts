/** How likely a sentence of the person states something that should last: a linear model over named features. */
import type { Reading } from "./reading.ts";
import { needsTheTalk, saidToLast } from "./said-to-last.ts";
import { MOMENT, OPENINGS } from "./tables/english.ts";
import { FEATURES } from "./tables/lasting-features.ts";
import { BIAS, WEIGHTS } from "./tables/lasting-weights.ts";
import { contentWords } from "./tables/stop-words.ts";

export type SentencePlace = {
  readonly isFirst: boolean;
  readonly isAlone: boolean;
  readonly messageChars: number;
  readonly isSaidToLast: boolean;
  /** In another message of the session, in these words or others. */
  readonly isSaidAgain: boolean;
};

/** Below this, a sentence is talk about the task at hand. */
export const LEAST_EVIDENCE = 0.25;

/** A sentence among all that was said, or one that somebody who followed the talk took for lasting. */
export type Asked = "said" | "nominated";

export function lastingScore(sentence: Reading, place: SentencePlace): number {
  return scored(featuresOf(sentence, place), "said");
}

/** How likely a quote that was nominated is a lesson, and not one of the orders that look like one. */
export function nominatedScore(quote: Reading, found: { readonly isWhole: boolean }): number {
  return scored(featuresOfQuote(quote, found), "nominated");
}

function scored(features: readonly string[] | undefined, asked: Asked): number {
  if (features === undefined) return 0;
  const sum = features.reduce((total, name) => total + (WEIGHTS[name]?.[asked] ?? 0), BIAS[asked]);
  return 1 / (1 + Math.exp(-sum));
}

/** Where the quote stands in its message says nothing: nominators choose. */
export function featuresOfQuote(quote: Reading, { isWhole }: { readonly isWhole: boolean }): string[] | undefined {
  const isSaidToLast = isWhole && saidToLast(quote).taken;
  return featuresOf(quote, { isFirst: false, isAlone: false, messageChars: 0, isSaidToLast, isSaidAgain: false });
}

const LEAST_CONTENT = 2;
const SHORT = 4;
const LONG = 14;
const LONG_MESSAGE_CHARS = 600;

/** The names of the features that a sentence has; undefined if it says too little to be judged. */
export function featuresOf({ text, words }: Reading, place: SentencePlace): string[] | undefined {
  const content = contentWords(words).length;
  if (content < LEAST_CONTENT) return undefined;
  const rest = afterOpenings(words);
  const seen = { words: rest, text, opening: words.slice(0, words.length - rest.length) };
  const flags: Readonly<Record<string, boolean>> = {
    "said to last": place.isSaidToLast,
    "said again near by": place.isSaidAgain,
    "first sentence": place.isFirst,
    "only sentence": place.isAlone,
    "long message": place.messageChars > LONG_MESSAGE_CHARS,
    "needs the talk": needsTheTalk(rest) !== undefined,
    "of the moment": MOMENT.test(rest),
    short: content < SHORT,
    long: content > LONG,
  };
  return [
    ...FEATURES.filter(({ on, pattern }) => pattern.test(seen[on])).map(({ name }) => name),
    ...Object.keys(flags).filter((name) => flags[name]),
  ];
}

function afterOpenings(words: string): string {
  for (let rest = words; ; ) {
    const opening = OPENINGS.exec(rest);
    if (opening === null || opening[0].length >= rest.length) return rest;
    rest = rest.slice(opening[0].length);
  }
}
