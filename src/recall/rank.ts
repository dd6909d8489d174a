/** Ranks the rows that a search found: features of each, one weighted sum, and a calibrated probability. */
import type { Meaning, Rank, RankedRow, RankOptions, TermHits } from "../core/search/search-hits.ts";
import { UNITS_PER_SOURCE } from "../core/search/search-hits.ts";
import { TRAIT, wantedTraits } from "../core/search/traits.ts";
import { CALIBRATION, type Feature, WEIGHTS } from "./weights.ts";

export type Features = Partial<Record<Feature, number>>;

/** `at` is the place of its hit; -1 for a row without any term. */
type Candidate = { readonly row: number; readonly at: number; readonly features: Features };

/** Rows that get all features; the others are too far behind by their words. */
const MOST_CANDIDATES = 300;

export const rank: Rank = (hits, options) => {
  const { limit, units } = options;
  const best = candidates(hits, options)
    .map(({ row, at, features }) => ({ row, at, score: scoreOf(features) }))
    .sort((a, b) => b.score - a.score || a.row - b.row);
  const last = best[limit - 1]?.score ?? Number.NEGATIVE_INFINITY;
  const { bias, slope } = units === undefined ? CALIBRATION.entries : CALIBRATION.units;
  return best
    .filter(({ score }) => score >= last)
    .map(
      ({ row, at, score }): RankedRow => ({
        rowid: row,
        score,
        relevance: 1 / (1 + Math.exp(-bias - slope * score)),
        matched: hits.terms.flatMap(({ word }, bit) => (has(hits.masks[at] ?? 0, bit) ? [word] : [])),
      }),
    );
};

/** Exported for the script that fits the weights. */
export function candidates(hits: TermHits, { text, passes, units }: RankOptions): Candidate[] {
  const coverage = coverageOf(hits);
  const best = units === undefined ? undefined : bestOfSources(hits, coverage);
  const featuresAt = (at: number): Features => featuresOf(hits, at, { coverage, best });
  const chosen = bestFirst(hits, featuresAt, passes);
  if (units === undefined) return chosen;
  const all = [...chosen, ...withoutTerms(chosen, hits, { coverage, meaning: units.meaning })];
  const facts = units.factsOf(all.map(({ row }) => row));
  const wanted = wantedTraits(text);
  const cosines = units.meaning === undefined ? undefined : cosinesOf(all, units.meaning);
  return all.flatMap(({ row, at, features }) => {
    const fact = facts.get(row);
    if (fact === undefined) return [];
    const isBoth = (trait: number): number => ((wanted & fact.traits & trait) === 0 ? 0 : 1);
    const further: Features = {
      person: fact.role === "person" ? 1 : 0,
      tool: fact.role === "tool" ? 1 : 0,
      asks: (fact.traits & TRAIT.asks) === 0 ? 0 : 1,
      time: isBoth(TRAIT.time),
      number: isBoth(TRAIT.number),
      length: Math.log(Math.max(1, fact.words) / 20),
    };
    return [{ row, at, features: { ...features, ...further, ...cosines?.(row) } }];
  });
}

function scoreOf(features: Features): number {
  let score = 0;
  for (const name in features) score += WEIGHTS[name as Feature] * features[name as Feature]!;
  return score;
}

type Coverage = (mask: number) => number;

/** Masks repeat, so each is summed once. */
function coverageOf({ terms }: TermHits): Coverage {
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

type WordContext = {
  readonly coverage: Coverage;
  /** The best coverage in the source of each row; undefined if rows have no neighbours. */
  readonly best: Float64Array | undefined;
};

function featuresOf(hits: TermHits, at: number, { coverage, best }: WordContext): Features {
  const { masks, names, pairs, pairCount } = hits;
  const mask = masks[at]!;
  const own = coverage(mask);
  const inPairs = pairCount === 0 ? 0 : bits(pairs[at]!) / pairCount;
  if (best === undefined) return { own, named: coverage(names[at]!), pairs: inPairs };
  const nearMask = mask | maskNear(hits, at, 1);
  const near = coverage(nearMask);
  const near2 = coverage(nearMask | maskNear(hits, at, 2));
  return { own, pairs: inPairs, near: near - own, near2: near2 - near, session: best[at]! };
}

/** The rows are ascending, so the units of one source are next to each other. */
function bestOfSources({ rows, masks }: TermHits, coverage: Coverage): Float64Array {
  const best = new Float64Array(rows.length);
  for (let from = 0; from < rows.length; ) {
    const end = (sourceOf(rows[from]!) + 1) * UNITS_PER_SOURCE;
    let to = from;
    let most = 0;
    for (; to < rows.length && rows[to]! < end; to++) most = Math.max(most, coverage(masks[to]!));
    best.fill(most, from, to);
    from = to;
  }
  return best;
}

function sourceOf(row: number): number {
  return Math.floor(row / UNITS_PER_SOURCE);
}

/** The terms of the two units at this distance. */
function maskNear({ rows, masks }: TermHits, at: number, distance: number): number {
  const row = rows[at]!;
  let mask = 0;
  for (let other = at - distance; other < at; other++) if (rows[other] === row - distance) mask |= masks[other]!;
  for (let other = at + 1; other <= at + distance; other++) if (rows[other] === row + distance) mask |= masks[other]!;
  return mask;
}

function bestFirst(
  { rows }: TermHits,
  featuresAt: (at: number) => Features,
  passes: RankOptions["passes"],
): Candidate[] {
  const scores = new Float64Array(rows.length);
  for (let at = 0; at < rows.length; at++) scores[at] = scoreOf(featuresAt(at));
  const order = Array.from(scores.keys()).sort((a, b) => scores[b]! - scores[a]! || a - b);
  const chosen: Candidate[] = [];
  let least = 0;
  for (const at of order) {
    // Cut only if the scores differ, so that the order of indexing does not matter.
    if (chosen.length >= MOST_CANDIDATES && scores[at]! < least) break;
    const row = rows[at]!;
    if (passes !== undefined && !passes(row)) continue;
    chosen.push({ row, at, features: featuresAt(at) });
    least = scores[at]!;
  }
  return chosen;
}

/** The neighbours of so many rows are candidates too. */
const WITH_NEIGHBOURS = 100;
/** If a unit covers so much of the query, it is the answer, and its neighbours are not. */
const COVERED = 0.8;

/** An answer need not repeat the words of its question: it is judged by its neighbours, or by its meaning. */
function withoutTerms(
  chosen: readonly Candidate[],
  { rows, masks }: TermHits,
  { coverage, meaning }: { readonly coverage: Coverage; readonly meaning: Meaning | undefined },
): Candidate[] {
  const isCovered = chosen.some(({ features }) => features.own! >= COVERED);
  const known = new Map(chosen.map((one) => [one.row, one]));
  const beside = isCovered ? [] : chosen.slice(0, WITH_NEIGHBOURS).flatMap(({ row }) => [row - 1, row + 1]);
  const added = new Set([...beside, ...(meaning?.rows ?? [])].filter((row) => row >= 0 && !known.has(row)));
  const maskOf = (row: number): number => masks[placeIn(rows, row)] ?? 0;
  return [...added].map((row) => {
    const mask = maskOf(row);
    const nearMask = mask | maskOf(row - 1) | maskOf(row + 1);
    const [own, near, near2] = [mask, nearMask, nearMask | maskOf(row - 2) | maskOf(row + 2)].map(coverage);
    const session = (known.get(row - 1) ?? known.get(row + 1))?.features.session ?? 0;
    return { row, at: -1, features: { own: own!, near: near! - own!, near2: near2! - near!, session } };
  });
}

/** The place of a row in an ascending list; -1 if it is not there. */
function placeIn(rows: ArrayLike<number>, row: number): number {
  let [from, to] = [0, rows.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (rows[middle]! < row) from = middle + 1;
    else to = middle;
  }
  return rows[from] === row ? from : -1;
}

function cosinesOf(all: readonly Pick<Candidate, "row">[], { cosineOf }: Meaning): (row: number) => Features {
  const bySource = new Map<number, number>();
  for (const { row } of all) bySource.set(sourceOf(row), Math.max(bySource.get(sourceOf(row)) ?? 0, cosineOf(row)));
  return (row) => ({
    cosine: cosineOf(row),
    cosineNear: Math.max(cosineOf(row - 1), cosineOf(row + 1)),
    cosineSession: bySource.get(sourceOf(row)) ?? 0,
  });
}

function bits(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
