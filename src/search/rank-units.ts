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
  type Coverage,
  coverageOf,
  type Features,
  firstFrom,
  inOrder,
  pairShare,
  type RankedEntry,
} from "./rank-entries.ts";
import { UNITS } from "./unit-weights.ts";
import { ENTRIES } from "./weights.ts";

export const rankUnits: Rank = (hits, options) => inOrder(hits, candidates(hits, options), options);

/** Rows that get all features; the others are too far behind by their words. */
const MOST_CANDIDATES = 300;

/** Exported for the script that fits the weights. */
export function candidates(hits: TermHits, { passes, units, meaning }: RankOptions): RankedEntry[] {
  const coverage = coverageOf(hits);
  const sources = coverageOfSources(hits, coverage);
  const words: ByWords = {
    scoreAt: (at) => wordScore(hits, at, { coverage, sources }),
    featuresAt: (at) => featuresOf(hits, at, { coverage, sources }),
  };
  const chosen = bestFirst(hits, words, { most: MOST_CANDIDATES, ...(passes !== undefined && { passes }) });
  if (units === undefined) return [];
  const all = [...chosen, ...withoutTerms(chosen, hits, { coverage, sources, meaning })];
  const facts = units.factsOf(all.map(({ row }) => row));
  const cosines = meaning === undefined ? undefined : cosinesOf(all, meaning);
  const by = meaning?.by ?? "words";
  const isNamed = hits.names.some((mask) => mask !== 0);
  return all.flatMap(({ row, at, features }): RankedEntry[] => {
    const fact = facts.get(row);
    if (fact === undefined) return [];
    // A ticket or an episode is written to be kept, as a record is; it has neither a speaker nor a session around it.
    if (fact.role === "text") {
      const own = { ...wordsOnly(features), ...(meaning !== undefined && { cosine: meaning.cosineOf(row) }) };
      return Object.values(own).every((value) => value === 0) ? [] : [{ row, at, as: ENTRIES[by], features: own }];
    }
    const agrees = (trait: number): number => halfIf((fact.traits & trait) !== 0, (units.wanted & trait) !== 0);
    const further: Features = {
      person: fact.role === "person" ? 1 : 0,
      tool: fact.role === "tool" ? 1 : 0,
      asks: (fact.traits & TRAIT.asks) === 0 ? 0 : 1,
      speaker: halfIf(at >= 0 && hits.names[at] !== 0, isNamed),
      time: agrees(TRAIT.time),
      number: agrees(TRAIT.number),
      length: Math.log(Math.max(1, fact.words) / 20),
    };
    return [{ row, at, as: UNITS[by], features: { ...features, ...further, ...cosines?.(row) } }];
  });
}

/** What only some questions ask for moves texts apart, half up and half down, and does not make all of them likelier. */
function halfIf(has: boolean, isAsked: boolean): number {
  if (!isAsked) return 0;
  return has ? 0.5 : -0.5;
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
  const { weights } = UNITS.words;
  const mask = hits.masks[at]!;
  const nearMask = mask | maskNear(hits, at, 1);
  const [own, near] = [coverage(mask), coverage(nearMask)];
  return (
    weights.own! * own +
    weights.pairs! * pairShare(hits, at) +
    weights.near! * (near - own) +
    weights.near2! * (coverage(nearMask | maskNear(hits, at, 2)) - near) +
    weights.session! * sources.best[at]! +
    weights.sessionAll! * sources.all[at]! +
    (hits.names[at] === 0 ? 0 : weights.speaker!)
  );
}

function featuresOf(hits: TermHits, at: number, { coverage, sources }: WordContext): Features {
  const mask = hits.masks[at]!;
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
  chosen: readonly RankedEntry[],
  { rows, masks }: TermHits,
  { coverage, sources, meaning }: WordContext & { readonly meaning: Meaning | undefined },
): RankedEntry[] {
  const isCovered = chosen.some(({ features }) => features.own! >= COVERED);
  const known = new Map(chosen.map((one) => [one.row, one]));
  const beside = isCovered ? [] : chosen.slice(0, WITH_NEIGHBOURS).flatMap(({ row }) => [row - 1, row + 1]);
  const added = new Set([...beside, ...(meaning?.rows ?? [])].filter((row) => row >= 0 && !known.has(row)));
  const maskOf = (row: number): number => {
    const at = firstFrom(rows, row);
    return rows[at] === row ? masks[at]! : 0;
  };
  const ofSource = (row: number): Features => {
    const at = firstFrom(rows, sourceOf(row) * UNITS_PER_SOURCE);
    if (rows[at] === undefined || sourceOf(rows[at]) !== sourceOf(row)) return {};
    return { session: sources.best[at]!, sessionAll: sources.all[at]! };
  };
  return [...added].map((row) => {
    const mask = maskOf(row);
    const nearMask = mask | maskOf(row - 1) | maskOf(row + 1);
    const [own, near, near2] = [mask, nearMask, nearMask | maskOf(row - 2) | maskOf(row + 2)].map(coverage);
    return {
      row,
      at: -1,
      as: UNITS.words,
      features: { own: own!, near: near! - own!, near2: near2! - near!, ...ofSource(row) },
    };
  });
}

function cosinesOf(all: readonly Pick<RankedEntry, "row">[], meaning: Meaning): (row: number) => Features {
  meaning.load(all.map(({ row }) => row));
  const bySource = new Map<number, number>();
  for (const { row } of all) {
    const source = sourceOf(row);
    bySource.set(source, Math.max(bySource.get(source) ?? 0, meaning.cosineOf(row)));
  }
  return (row) => ({
    cosine: meaning.cosineOf(row),
    cosineNear: meaning.cosineNear(row, 1),
    cosineNear2: meaning.cosineNear(row, 2),
    cosineSession: bySource.get(sourceOf(row)) ?? 0,
  });
}
