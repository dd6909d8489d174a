/** Finds the few entries worth scoring, without ranking every entry that holds one of the words. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { queryTerms, type Term } from "../../core/text/words.ts";
import { type Asked, COLUMNS, type Entry, rarity, type Weighed } from "./full-text-score.ts";

export type WordQuery = {
  readonly text: string;
  /** Every group must be met, by any one of its words. */
  readonly shelf?: readonly (readonly string[])[];
  readonly limit: number;
  /** `last`: the last word is still being typed. */
  readonly prefix?: "last";
};

/** A term with the rows that hold it, in order; too common a term has too many to be worth listing. */
type Listed = { readonly term: Term; readonly rows: readonly number[] | "many"; readonly holding: number };

type Nominated = { readonly asked: Asked; readonly entries: Entry[] };

/** FTS5 ranks a row in about the time it takes to list ten. */
const NOMINEES_PER_RESULT = 6;
const FEWEST_NOMINEES = 60;
const LONGEST_LIST = 20_000;
const LONGEST_LIST_SHARE = 20;
const SMALL_SHELF = 5_000;

/**
 * Lists the rows of every term, groups them by which terms they hold, and takes whole groups, the most telling first,
 * until there are several times as many as asked for. Only a group too large to take whole is ranked by FTS5.
 */
export function nominate(db: DatabaseSync, query: WordQuery): Nominated {
  const { entries, averageLength } = sizes(db);
  const longest = Math.max(LONGEST_LIST, Math.floor(entries / LONGEST_LIST_SHARE));
  const listed = openedLast(queryTerms(query.text), query.prefix).map((term) => list(db, term, longest));
  const terms = weighed(listed, entries);
  const asked = { terms, averageLength };
  const wanted = Math.max(FEWEST_NOMINEES, query.limit * NOMINEES_PER_RESULT);
  const shelf = shelved(db, query.shelf ?? []);
  const taken: Entry[] = [];
  for (const rows of inTurn(db, listed, { terms, wanted })) {
    if (taken.length >= wanted) break;
    const inside = rows.filter((row) => shelf.small.every((small) => small.has(row)));
    // A large group behind a filter is read in its order only as far as needed.
    for (let at = 0; at < inside.length && taken.length < 2 * wanted; at += wanted) {
      const read = readEntries(db, inside.slice(at, at + wanted));
      taken.push(...read.filter((entry) => shelf.large.every((words) => words.some((word) => entry.columns.shelf.includes(word)))));
    }
  }
  return { asked, entries: taken };
}
