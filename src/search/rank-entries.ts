/** Ranks single entries that a search found, such as records: features of each, one weighted sum, and a probability. */
import type { Rank, RankedRow, RankOptions, TermHits } from "../core/search/search-hits.ts";
import { type By, type Column, ENTRIES, type Weights } from "./weights.ts";

export type Features = Readonly<Record<string, number>>;

/** `at` is the place of its hit; -1 for a row without any term. */
export type RankedEntry = {
  readonly row: number;
  readonly at: number;
  readonly features: Features;
  /** How its features become a score. */
  readonly as: Column;
};

/** With meaning, rows that are behind by their words may still come first. */
const LEAST_CANDIDATES = 50;

export const rankEntries: Rank = (hits, options) => inOrder(hits, entryCandidates(hits, options), options);

/** Exported for the script that fits the weights. `columns`: how their features become a score. */
export function entryCandidates(
  hits: TermHits,
  { limit, passes, meaning }: RankOptions,
  columns: Readonly<Record<By, Column>> = ENTRIES,
): RankedEntry[] {
  const coverage = coverageOf(hits);
  const { masks, names } = hits;
  const { weights } = columns.words;
  const as = columns[meaning?.by ?? "words"];
  const byWords: ByWords = {
    scoreAt: (at) =>
      weights.own! * coverage(masks[at]!) +
      weights.named! * coverage(names[at]!) +
      weights.pairs! * pairShare(hits, at),
    featuresAt: (at) => ({
      own: coverage(masks[at]!),
      named: coverage(names[at]!),
      pairs: pairShare(hits, at),
    }),
  };
  const most = meaning === undefined ? limit : Math.max(limit, LEAST_CANDIDATES);
  const chosen = bestFirst(hits, byWords, { most, ...(passes !== undefined && { passes }) });
  if (meaning === undefined) return chosen.map((one) => ({ ...one, as }));
  const known = new Set(chosen.map(({ row }) => row));
  const further = meaning.rows
    .filter((row) => !known.has(row) && (passes?.(row) ?? true))
    .map((row): RankedEntry => {
      const at = firstFrom(hits.rows, row);
      const isHit = hits.rows[at] === row;
      return { row, at: isHit ? at : -1, features: isHit ? byWords.featuresAt(at) : {}, as };
    });
  const all = [...chosen, ...further];
  meaning.load(all.map(({ row }) => row));
  return all.map((one) => ({
    ...one,
    as,
    features: { ...one.features, cosine: meaning.cosineOf(one.row) },
  }));
}

/** The best first; `limit` of them, and those that tie with the last. */
export function inOrder(
  { terms, masks }: TermHits,
  found: readonly RankedEntry[],
  { limit }: Pick<RankOptions, "limit">,
): RankedRow[] {
  const best = found
    .map(({ row, at, features, as }) => ({ row, at, score: as.bias + as.slope * scoreOf(features, as.weights) }))
    .sort((a, b) => b.score - a.score || a.row - b.row);
  const last = best[limit - 1]?.score ?? Number.NEGATIVE_INFINITY;
  return best
    .filter(({ score }) => score >= last)
    .map(({ row, at, score }) => ({
      rowid: row,
      score,
      relevance: 1 / (1 + Math.exp(-score)),
      matched: terms.flatMap(({ word }, bit) => (has(masks[at] ?? 0, bit) ? [word] : [])),
    }));
}

function scoreOf(features: Features, weights: Weights): number {
  let score = 0;
  for (const name in features) score += (weights[name] ?? 0) * features[name]!;
  return score;
}

export type Coverage = (mask: number) => number;

/** Masks repeat, so each is summed once. */
export function coverageOf({ terms }: TermHits): Coverage {
  const total = terms.reduce((sum, { rarity }) => sum + rarity, 0);
  const known = new Map<number, number>([[0, 0]]);
  return (mask) => {
    const before = known.get(mask);
    if (before !== undefined) return before;
    const share = terms.reduce((sum, { rarity }, bit) => (has(mask, bit) ? sum + rarity : sum), 0) / total;
    known.set(mask, share);
    return share;
  };
}

function has(mask: number, bit: number): boolean {
  return ((mask >>> bit) & 1) === 1;
}

/** `scoreAt` is the sum of `featuresAt`, without making an object for each of many rows. */
export type ByWords = {
  readonly scoreAt: (at: number) => number;
  readonly featuresAt: (at: number) => Features;
};

/** The candidates with the best scores by their words. */
export function bestFirst(
  { rows }: TermHits,
  words: ByWords,
  { most, passes }: { readonly most: number } & Pick<RankOptions, "passes">,
): RankedEntry[] {
  const scores = new Float64Array(rows.length);
  for (let at = 0; at < rows.length; at++) scores[at] = words.scoreAt(at);
  const few = scores.length > most ? largest(scores, most) : 0;
  const chosen = passing(few);
  // If most of them may not be seen, the rest is looked at too.
  return chosen.length < most && passes !== undefined && few > 0 ? passing(0) : chosen;

  function passing(least: number): RankedEntry[] {
    const order: number[] = [];
    for (let at = 0; at < scores.length; at++) if (scores[at]! >= least) order.push(at);
    order.sort((a, b) => scores[b]! - scores[a]! || a - b);
    const found: RankedEntry[] = [];
    let last = 0;
    for (const at of order) {
      // Cut only if the scores differ, so that the order of indexing does not matter.
      if (found.length >= most && scores[at]! < last) break;
      const row = rows[at]!;
      if (passes !== undefined && !passes(row)) continue;
      found.push({ row, at, features: words.featuresAt(at), as: ENTRIES.words });
      last = scores[at]!;
    }
    return found;
  }
}

/** The value of this rank, 1 for the largest: without sorting the others. */
function largest(values: Float64Array, rank: number): number {
  const all = values.slice();
  const wanted = all.length - rank;
  let [from, to] = [0, all.length - 1];
  while (from < to) {
    const middle = all[(from + to) >>> 1]!;
    let [low, high] = [from, to];
    while (low <= high) {
      while (all[low]! < middle) low += 1;
      while (all[high]! > middle) high -= 1;
      if (low > high) break;
      const one = all[low]!;
      all[low++] = all[high]!;
      all[high--] = one;
    }
    if (wanted <= high) to = high;
    else if (wanted >= low) from = low;
    else return all[wanted]!;
  }
  return all[wanted]!;
}

/** The share of neighbouring words of the query that are close together in the text. */
export function pairShare({ pairs, pairCount }: TermHits, at: number): number {
  return pairCount === 0 ? 0 : bits(pairs[at]!) / pairCount;
}

function bits(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** The place of the first row of an ascending list that is not before the given one. */
export function firstFrom(rows: ArrayLike<number>, row: number): number {
  let [from, to] = [0, rows.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (rows[middle]! < row) from = middle + 1;
    else to = middle;
  }
  return from;
}
