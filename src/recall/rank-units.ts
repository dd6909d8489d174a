/** Ranks units of longer texts, such as messages of a session: by their words, their neighbours and who wrote them. */
import {
  type Meaning,
  type Rank,
  type RankOptions,
  type TermHits,
  UNITS_PER_SOURCE,
} from "../core/search/search-hits.ts";
import { TRAIT } from "../core/search/traits.ts";
import {
  type ByWords,
  bestFirst,
  type Candidate,
  type Coverage,
  coverageOf,
  type Features,
  inOrder,
  pairShare,
} from "./rank-entries.ts";
import { WEIGHTS } from "./weights.ts";

export const rankUnits: Rank = (hits, options) => inOrder(hits, candidates(hits, options), options);

/** Rows that get all features; the others are too far behind by their words. */
const MOST_CANDIDATES = 300;

/** Exported for the script that fits the weights. */
export function candidates(hits: TermHits, { passes, units }: RankOptions): Candidate[] {
  const coverage = coverageOf(hits);
  const sources = coverageOfSources(hits, coverage);
  const words: ByWords = {
    scoreAt: (at) => wordScore(hits, at, { coverage, sources }),
    featuresAt: (at) => featuresOf(hits, at, { coverage, sources }),
  };
  const chosen = bestFirst(hits, words, { most: MOST_CANDIDATES, ...(passes !== undefined && { passes }) });
  if (units === undefined) return [];
  const all = [...chosen, ...withoutTerms(chosen, hits, { coverage, meaning: units.meaning })];
  const facts = units.factsOf(all.map(({ row }) => row));
  const cosines = units.meaning === undefined ? undefined : cosinesOf(all, units.meaning);
  return all.flatMap(({ row, at, features }): Candidate[] => {
    const fact = facts.get(row);
    if (fact === undefined) return [];
    // A ticket or an episode is written to be kept, as a record is; it has neither a speaker nor a session around it.
    if (fact.role === "text") {
      const words = wordsOnly(features);
      // Meaning has no weight here yet, so a text without any word of the query is no candidate.
      return Object.values(words).every((value) => value === 0) ? [] : [{ row, at, as: "entries", features: words }];
    }
    const isBoth = (trait: number): number => ((units.wanted & fact.traits & trait) === 0 ? 0 : 1);
    const further: Features = {
      person: fact.role === "person" ? 1 : 0,
      tool: fact.role === "tool" ? 1 : 0,
      asks: (fact.traits & TRAIT.asks) === 0 ? 0 : 1,
      time: isBoth(TRAIT.time),
      number: isBoth(TRAIT.number),
      length: Math.log(Math.max(1, fact.words) / 20),
    };
    const as = cosines === undefined ? "units" : "unitsWithMeaning";
    return [{ row, at, as, features: { ...features, ...further, ...cosines?.(row) } }];
  });
}

function wordsOnly({ own = 0, pairs = 0, near = 0, near2 = 0 }: Features): Features {
  return { own, pairs, near, near2 };
}

type WordContext = {
  readonly coverage: Coverage;
  /** Coverage by the source of each row. */
  readonly sources: { readonly best: Float64Array; readonly all: Float64Array };
};

function wordScore(hits: TermHits, at: number, { coverage, sources }: WordContext): number {
  const mask = hits.masks[at]!;
  const nearMask = mask | maskNear(hits, at, 1);
  const [own, near] = [coverage(mask), coverage(nearMask)];
  return (
    WEIGHTS.own * own +
    WEIGHTS.pairs * pairShare(hits, at) +
    WEIGHTS.near * (near - own) +
    WEIGHTS.near2 * (coverage(nearMask | maskNear(hits, at, 2)) - near) +
    WEIGHTS.session * sources.best[at]! +
    WEIGHTS.sessionAll * sources.all[at]! +
    (hits.names[at] === 0 ? 0 : WEIGHTS.speaker)
  );
}

function featuresOf(hits: TermHits, at: number, { coverage, sources }: WordContext): Features {
  const { masks, names } = hits;
  const mask = masks[at]!;
  const own = coverage(mask);
  const nearMask = mask | maskNear(hits, at, 1);
  const near = coverage(nearMask);
  const near2 = coverage(nearMask | maskNear(hits, at, 2));
  return {
    own,
    pairs: pairShare(hits, at),
    near: near - own,
    near2: near2 - near,
    session: sources.best[at]!,
    sessionAll: sources.all[at]!,
    speaker: names[at] === 0 ? 0 : 1,
  };
}

/** The rows are ascending, so the units of one source are next to each other. */
function coverageOfSources({ rows, masks }: TermHits, coverage: Coverage) {
  const best = new Float64Array(rows.length);
  const all = new Float64Array(rows.length);
  for (let from = 0; from < rows.length; ) {
    const end = (sourceOf(rows[from]!) + 1) * UNITS_PER_SOURCE;
    let to = from;
    let most = 0;
    let mask = 0;
    for (; to < rows.length && rows[to]! < end; to++) {
      most = Math.max(most, coverage(masks[to]!));
      mask |= masks[to]!;
    }
    best.fill(most, from, to);
    all.fill(coverage(mask), from, to);
    from = to;
  }
  return { best, all };
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
    const { session = 0, sessionAll = 0 } = (known.get(row - 1) ?? known.get(row + 1))?.features ?? {};
    return {
      row,
      at: -1,
      as: "units",
      features: { own: own!, near: near! - own!, near2: near2! - near!, session, sessionAll },
    };
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
  // The row before the first one of a source belongs to whatever was indexed before it.
  const near = (row: number, other: number): number => (sourceOf(other) === sourceOf(row) ? cosineOf(other) : 0);
  return (row) => ({
    cosine: cosineOf(row),
    cosineNear: Math.max(near(row, row - 1), near(row, row + 1)),
    cosineSession: bySource.get(sourceOf(row)) ?? 0,
  });
}
