/** Words as the full text files them, and what each is worth in a query. */
import type { DatabaseSync } from "node:sqlite";
import type { Term } from "../../../../core/text/words.ts";
import { rarity, type Weighed } from "./full-text-score.ts";

/** A term with the rows that hold it, in order; of too common a term only their number. */
export type Listed = { readonly term: Term; readonly rows: readonly number[] | undefined; readonly holding: number };

/** What it tells that an entry holds a term: by all entries, or by what stands on one shelf where that is asked for. */
export function weighedAmong(
  db: DatabaseSync,
  listed: readonly Listed[],
  { entries, among }: { entries: number; among: string | undefined },
): Weighed[] {
  if (among === undefined) return weighed(listed, entries);
  const shelf = `"${shelfWord(among)}"`;
  const counted = db.prepare("SELECT count(*) AS n FROM words WHERE words MATCH ?");
  const count = (match: string): number => Number(counted.get(match)?.n ?? 0);
  const there = listed.map((one) => ({
    ...one,
    holding: one.holding === 0 ? 0 : Math.max(1, count(`${expression(one.term)} AND ${shelf}`)),
  }));
  return weighed(there, count(shelf));
}

function weighed(listed: readonly Listed[], entries: number): Weighed[] {
  const known = listed.filter((one) => one.holding > 0).map((one) => rarity(one.holding, entries));
  // A word that no entry holds still tells what the query is about: it counts like the others.
  const usual = known.reduce((a, b) => a + b, 0) / Math.max(1, known.length);
  return listed.flatMap(({ term, holding }) => {
    if (holding > 0) return [{ ...term, rarity: rarity(holding, entries) }];
    return term.kind === "written" ? [{ ...term, rarity: usual }] : [];
  });
}

/** A filter word as it is filed: between private-use characters, which no query carries and no stemmer changes. */
export function shelfWord(word: string): string {
  return `\ue000${word.toLowerCase().replace(/[^a-z0-9]/g, "")}\ue000`;
}

/** Terms are letters, digits and marks: nothing that a quoted word would need to escape. */
export function expression(term: Term): string {
  return term.prefix ? `"${term.word}" *` : `"${term.word}"`;
}
