/** The form of words in the full text, and their weight in a query. */
import type { DatabaseSync } from "node:sqlite";
import type { Term } from "../../../../core/text/words.ts";
import { rarity, type Weighed } from "./full-text-score.ts";

/** A term with the rows that have it, in order; for a very common term only their number. */
export type Listed = { readonly term: Term; readonly rows: readonly number[] | undefined; readonly holding: number };

/** The weight of each term, by its rarity among all entries, or among those with one filter word. */
export function weighedAmong(
  db: DatabaseSync,
  listed: readonly Listed[],
  { entries, among }: { entries: number; among: string | undefined },
): Weighed[] {
  if (among === undefined) return weighed(listed, entries);
  const filter = `"${storedFilterWord(among)}"`;
  const counted = db.prepare("SELECT count(*) AS n FROM words WHERE words MATCH ?");
  const count = (match: string): number => Number(counted.get(match)?.n ?? 0);
  const there = listed.map((one) => ({
    ...one,
    holding: one.holding === 0 ? 0 : Math.max(1, count(`${expression(one.term)} AND ${filter}`)),
  }));
  return weighed(there, count(filter));
}

function weighed(listed: readonly Listed[], entries: number): Weighed[] {
  const known = listed.filter((one) => one.holding > 0).map((one) => rarity(one.holding, entries));
  // A word that no entry has is still part of the question, so it gets the average weight.
  const usual = known.reduce((a, b) => a + b, 0) / Math.max(1, known.length);
  return listed.flatMap(({ term, holding }) => {
    if (holding > 0) return [{ ...term, rarity: rarity(holding, entries) }];
    return term.kind === "written" ? [{ ...term, rarity: usual }] : [];
  });
}

/** The stored form of a filter word: between private-use characters, which no query contains and no stemmer changes. */
export function storedFilterWord(word: string): string {
  return `\ue000${word.toLowerCase().replace(/[^a-z0-9]/g, "")}\ue000`;
}

/** Terms are letters, digits and marks, so a quoted term needs no escaping. */
export function expression(term: Term): string {
  return term.prefix ? `"${term.word}" *` : `"${term.word}"`;
}
