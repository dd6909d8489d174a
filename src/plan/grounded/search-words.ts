/** The words to search the history for: those of the request, their synonyms, and names of commands that do it. */
import type { WeightOf } from "../../core/plan/material.ts";
import { readRequest } from "./read-request.ts";
import { lexicon, senseWords } from "./words/lexicon.ts";

const MOST_WORDS = 150;
/** Words like "run" and "all" would find everything. */
const TELLING = 0.4;

type SearchWords = {
  /** Lower case, each once. */
  readonly words: readonly string[];
  /** Those that are in no table: names of things. */
  readonly rare: readonly string[];
};

export function searchWords(request: string, weightOf?: WeightOf): SearchWords {
  const { units: wanted, values, conditions } = readRequest(request, { vocabulary: lexicon().words, weightOf });
  const units = [...wanted, ...conditions.flatMap((condition) => condition.units)];
  const meant = new Set(units.flatMap(({ keys }) => keys));
  const senses = lexicon().senses.filter(({ key, weight }) => meant.has(key) && weight >= TELLING);
  // `status` of `git status`: too many commands share the other words.
  const named = senses.flatMap(({ commands }) => commands.map((row) => row.findLast((word) => /^[a-z]+$/.test(word))!));
  const texts = values.filter(({ kind }) => kind !== "quoted").map(({ text }) => text.toLowerCase());
  const own = units.flatMap(({ word, written }) => [word, ...partsOf(written)]);
  const words = [...own, ...texts.flatMap(partsOf), ...named, ...senses.flatMap(senseWords)];
  const rare = units.filter(({ isKnown }) => !isKnown).map(({ word }) => word);
  return {
    words: [...new Set(words)].filter((word) => word.length > 1).slice(0, MOST_WORDS),
    rare: [...new Set([...texts, ...rare])],
  };
}

function partsOf(text: string): string[] {
  return text.toLowerCase().split(/[\s._/:@#+=,;-]+/);
}
