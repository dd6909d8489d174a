/** Phrases that were forgotten, kept as hashes with the number of their words, to recognise older text that holds them. */
import { normalised } from "../../core/text/words.ts";
import { idIn, type Name, type TombstoneStore } from "../files/tombstones.ts";
import { type ForgettableTable, type StoredRow, textOfRow } from "./forgettable-tables.ts";

/** Of a longer phrase, the first words are enough. */
const MOST_WORDS = 12;
/** Text repeats itself, and hashing is slow. */
const MOST_KNOWN = 100_000;

/** The names of a phrase as it occurs in a text: with the rest of the words that it begins and ends in. */
export function phraseNames(text: string, phrase: string): Name[] {
  const [words, wanted] = [normalised(text), normalised(phrase)];
  const names: Name[] = [];
  for (let at = wanted === "" ? -1 : words.indexOf(wanted); at !== -1; at = words.indexOf(wanted, at + 1)) {
    const end = words.indexOf(" ", at + wanted.length);
    const found = words.slice(words.lastIndexOf(" ", at) + 1, end === -1 ? undefined : end).split(" ");
    const first = found.slice(0, MOST_WORDS);
    names.push({ id: phraseName(first), words: first.length });
  }
  return distinct(names);
}

export type ForgottenRows = ReturnType<typeof forgottenRows>;

/** Recognises forgotten rows and phrases, by the tombstones for which `counts` is true of their line. */
export function forgottenRows(tombstones: TombstoneStore, counts: (line: string) => boolean) {
  const { has, lengths, isEmpty } = tombstones.forgottenBy(counts);
  const known = new Map<string, boolean>();
  const isPhrase = (words: readonly string[]): boolean => {
    const name = phraseName(words);
    if (known.size > MOST_KNOWN) known.clear();
    if (!known.has(name)) known.set(name, has(name));
    return known.get(name)!;
  };
  const holdsPhrase = (text: string): boolean => {
    if (lengths.size === 0) return false;
    const words = normalised(text).split(" ");
    return [...lengths].some((length) => words.some((_, at) => isPhrase(words.slice(at, at + length))));
  };
  return {
    isEmpty,
    holdsPhrase,
    isForgotten(table: ForgettableTable, row: StoredRow): boolean {
      if (isEmpty) return false;
      const { names = () => [], coveredBy = () => [] } = table;
      return [...names(row), ...coveredBy(row)].some(has) || holdsPhrase(textOfRow(table, row));
    },
  };
}

/** For rows of an older state.db: all of them are older than the tombstones it had not seen. */
export function forgottenSince(tombstones: TombstoneStore): ForgottenRows {
  const unseen = tombstones.unseen();
  return forgottenRows(tombstones, (line) => unseen.has(idIn(line)));
}

/** For text with a time: true if it holds a phrase that was forgotten later, so that it is an old copy. */
export function oldCopies(tombstones: TombstoneStore): (text: string, atMs: number) => boolean {
  const lastMs = tombstones.lastForgottenMs() ?? Number.NEGATIVE_INFINITY;
  return (text, atMs) =>
    atMs <= lastMs &&
    forgottenRows(tombstones, (line) => Date.parse((JSON.parse(line) as { at: string }).at) >= atMs).holdsPhrase(text);
}

export function distinct(names: readonly Name[]): Name[] {
  return [...new Map(names.map((name) => [typeof name === "string" ? name : name.id, name])).values()];
}

function phraseName(words: readonly string[]): string {
  return `phrase\0${words.join(" ")}`;
}
