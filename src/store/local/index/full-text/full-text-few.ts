/** Finds the best entries of a small store: FTS5 ranks every match, and the best of them are scored. */
import type { DatabaseSync } from "node:sqlite";
import { queryTerms } from "../../../../core/text/words.ts";
import { holders, list, openedLast, passing, ranked, readEntries, type WordQuery } from "./full-text-nominate.ts";
import { type Found, inOrder, scorer } from "./full-text-score.ts";
import type { Size } from "./full-text-size.ts";
import { expression, weighedAmong } from "./full-text-weigh.ts";

/** Up to this size, ranking every match costs less than choosing which to rank. See docs/decisions/0015. */
export const FEW = 20_000;

const FEWEST_SCORED = 20;
const SCORED_PER_RESULT = 2;

export function bestOfFew(db: DatabaseSync, query: WordQuery, { entries, averageLength }: Size): Found[] {
  const asked = openedLast(queryTerms(query.text), query.prefix);
  const listed = asked.map((term) => {
    const holding = holders(db, term);
    return holding > 0 ? { term, rows: undefined, holding } : list(db, term, { within: "", longest: entries });
  });
  const held = listed.filter(({ holding }) => holding > 0).map(({ term }) => expression(term));
  if (held.length === 0 || query.filters?.some((words) => words.length === 0)) return [];
  const wanted = Math.max(FEWEST_SCORED, SCORED_PER_RESULT * query.limit);
  const filter = { passes: passing(query.filters ?? []) };
  const rows = ranked(db, held.join(" OR "), { filter, wanted, skip: new Map() });
  const score = scorer({ terms: weighedAmong(db, listed, { entries, among: query.among }), averageLength });
  return inOrder(readEntries(db, rows).flatMap((entry) => score(entry) ?? []));
}
