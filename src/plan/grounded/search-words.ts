/** The words to search the history for: those of the request, synonyms, and names of commands that do it. */
import { rootOf } from "../../core/text/stem.ts";
import { readRequest } from "./read-request.ts";
import { IMPLIED } from "./tables/implied.ts";
import { MEANINGS } from "./tables/meanings.ts";
import { tableWords, wordsOf } from "./vocabulary.ts";

const MOST_WORDS = 150;

type SearchWords = {
  /** Lower case, each once. */
  readonly words: readonly string[];
  /** Those that are in no table: names of things. */
  readonly rare: readonly string[];
};

export function searchWords(request: string): SearchWords {
  const { units, values } = readRequest(request, tableWords());
  const meant = new Set(units.flatMap(({ meanings }) => meanings));
  const roots = new Set(units.map((unit) => unit.root));
  const own = units.flatMap(({ word, written }) => [word, ...partsOf(written)]);
  const others = MEANINGS.filter(({ name, weight = 1 }) => meant.has(name) && weight >= TELLING).flatMap(wordsOf);
  const named = IMPLIED.filter(({ words }) => words.split(" ").some((word) => roots.has(rootOf(word)))).map(lastWord);
  const texts = values.filter(({ kind }) => kind !== "quoted").map(({ text }) => text.toLowerCase());
  const words = [...own, ...texts.flatMap(partsOf), ...named, ...others];
  return {
    words: [...new Set(words)].filter((word) => word.length > 1).slice(0, MOST_WORDS),
    rare: [...new Set([...texts, ...units.filter(({ meanings }) => meanings.length === 0).map(({ word }) => word)])],
  };
}

function partsOf(text: string): string[] {
  return text.toLowerCase().split(/[\s._/:@#+=,;-]+/);
}

/** Words like "run" and "all" would find everything. */
const TELLING = 0.4;

/** `status` of `git status`: too many commands share the other words. */
function lastWord({ command }: (typeof IMPLIED)[number]): string {
  const words = command.split(" ").filter((word) => /^[a-z]+$/.test(word));
  return words.at(-1) ?? command;
}
