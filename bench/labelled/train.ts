/** Trains the weights of a lasting demand on labelled sessions: logistic regression over named features. */
import { staticEmbedder } from "../../src/core/search/static-embedder.ts";
import { featuresOf, featuresOfQuote } from "../../src/extract/lasting-score.ts";
import { readMessage } from "../../src/extract/message.ts";
import { findQuote } from "../../src/extract/quote/find-quote.ts";
import { readingOf } from "../../src/extract/reading.ts";
import { saidAgainIn } from "../../src/extract/session/person-said.ts";
import { openPieceTable } from "../../src/store/local/piece-table.ts";
import { type Labelled, lessonsByMessage, type Message, placeKey, sentencesOfLesson } from "./sessions-data.ts";

/** Holds weights of rare features near zero. */
const RIDGE = 2;
const STEPS = 12;

export type Example = { readonly person: string; readonly features: readonly string[]; readonly isLesson: boolean };
/** The bias has the empty name. */
export type Weights = ReadonlyMap<string, number>;

export type SaidSentence = Example & {
  readonly session: string;
  readonly text: string;
  readonly isSaidToLast: boolean;
  /** The lessons that it states. */
  readonly states: readonly string[];
};

export const meaning = staticEmbedder(openPieceTable()!).embedOne;

/** Every sentence of the people that says enough to be judged, in order. */
export function sentencesIn(labelled: Labelled): SaidSentence[] {
  const lessons = lessonsByMessage(labelled);
  const sessions = Map.groupBy(labelled.messages, ({ person, session }) => `${person}/${session}`);
  return [...sessions.values()].flatMap((messages) => {
    const isSaidAgain = saidAgainIn(
      messages.map(({ text }) => text),
      meaning,
    );
    return messages.flatMap((message) => {
      const sentences = readMessage(message.text, { inProject: true });
      const texts = sentences.map(({ sentence }) => sentence.text);
      const here = lessons.get(placeKey(message)) ?? [];
      return sentences.flatMap(({ sentence: { text }, captured }, at) => {
        const isSaidToLast = captured !== undefined;
        const features = featuresOf(readingOf(text), {
          ...{ isFirst: at === 0, isAlone: sentences.length === 1, messageChars: message.text.length },
          ...{ isSaidToLast, isSaidAgain: isSaidAgain(text) },
        });
        if (features === undefined) return [];
        const states = here.filter((lesson) => sentencesOfLesson(texts, lesson).has(at)).map(({ id }) => id);
        const { person, session } = message;
        return [{ person, session, text, features, isSaidToLast, states, isLesson: states.length > 0 }];
      });
    });
  });
}

/** What a nominator may quote: lessons, and sentences that only look like them. */
export function nominatedExamplesOf(labelled: Labelled): Example[] {
  const texts = new Map(labelled.messages.map((message) => [placeKey(message), message.text]));
  const examples = (quotes: readonly (Omit<Message, "text"> & { quote: string })[], isLesson: boolean): Example[] =>
    quotes.flatMap((one) => {
      const found = findQuote(texts.get(placeKey(one)) ?? "", one.quote);
      const features = found.outcome === "own" ? featuresOfQuote(readingOf(found.text), found) : undefined;
      return features === undefined ? [] : [{ person: one.person, features, isLesson }];
    });
  return [...examples(labelled.lessons, true), ...examples(labelled.lookAlikes, false)];
}

/** Logistic regression by Newton's method. */
export function trained(all: readonly Example[]): Weights {
  const names = ["", ...new Set(all.flatMap(({ features }) => features))].sort();
  const place = new Map(names.map((name, at) => [name, at]));
  const rows = all.map(({ features, isLesson }) => ({
    at: ["", ...features].map((name) => place.get(name)!),
    isLesson,
  }));
  let weights = names.map(() => 0);
  for (let step = 0; step < STEPS; step++) {
    const slope = names.map((name, at) => (name === "" ? 0 : -RIDGE * weights[at]!));
    const bend = names.map((name, at) => names.map((_, other) => (at === other && name !== "" ? RIDGE : 0)));
    for (const { at, isLesson } of rows) {
      const chance = 1 / (1 + Math.exp(-at.reduce((sum, one) => sum + weights[one]!, 0)));
      for (const one of at) {
        slope[one]! += Number(isLesson) - chance;
        for (const other of at) bend[one]![other]! += chance * (1 - chance);
      }
    }
    const change = solved(bend, slope);
    weights = weights.map((weight, at) => weight + change[at]!);
  }
  return new Map(names.map((name, at) => [name, weights[at]!]));
}

export function scoreOf(weights: Weights, features: readonly string[]): number {
  return ["", ...features].reduce((sum, name) => sum + (weights.get(name) ?? 0), 0);
}

/** Gaussian elimination. */
function solved(matrix: number[][], right: number[]): number[] {
  const size = right.length;
  for (let at = 0; at < size; at++) {
    let pivot = at;
    for (let row = at; row < size; row++) if (Math.abs(matrix[row]![at]!) > Math.abs(matrix[pivot]![at]!)) pivot = row;
    [matrix[at], matrix[pivot]] = [matrix[pivot]!, matrix[at]!];
    [right[at], right[pivot]] = [right[pivot]!, right[at]!];
    for (let row = at + 1; row < size; row++) {
      const share = matrix[row]![at]! / matrix[at]![at]!;
      for (let column = at; column < size; column++) matrix[row]![column]! -= share * matrix[at]![column]!;
      right[row]! -= share * right[at]!;
    }
  }
  for (let at = size - 1; at >= 0; at--) {
    for (let column = at + 1; column < size; column++) right[at]! -= matrix[at]![column]! * right[column]!;
    right[at]! /= matrix[at]![at]!;
  }
  return right;
}
