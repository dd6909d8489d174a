/** How much speaks for giving a source, such as an earlier session, with a prompt: shared information, its share of the prompt, and meaning. */
import type { Meaning, TermHits, UnitFacts } from "../core/search/search-hits.ts";

export type SourceEvidence = {
  readonly source: number;
  readonly evidence: number;
  /** The probability that it is what the prompt needs. */
  readonly relevance: number;
  /** The unit that shares most with the prompt. */
  readonly row: number;
  /** The terms of the prompt that the source has, and what each says: nothing if every source has it. */
  readonly shared: ReadonlyMap<number, number>;
};

type Sources = {
  readonly sourceOf: (row: number) => number;
  /** How many sources could have been found. */
  readonly count: number;
  readonly meaning: Meaning | undefined;
};

/**
 * What others have too is what the project is about: `least` is what one has to have, `above` how far it stands out from the
 * third. All of it is fitted in sample. Talks: on twelve prompts that need one and 339 of the same project that need none;
 * standing out by 1.40 to 1.49 keeps eleven of the twelve and at most 15 % of the others. Demands: on places where four
 * people repeat themselves; from 1.6 to 1.8 as many of these get the message that states it.
 */
const TALK_BAR = { least: 0.84, above: 1.45 };
export const DEMAND_BAR: typeof TALK_BAR = { least: 1, above: 1.7 };
/** Of many short texts one is close by chance: more has to speak for a commit, and its neighbours say nothing. */
export const COMMIT_BAR = 1.3 * TALK_BAR.least;
const BESIDE_THIRD = 0.3;
const CALIBRATION = { bias: -2.46, slope: 1.07 };

/** So many sources are looked at closely. */
const MOST_SOURCES = 24;
/** The units of a source whose meaning is compared. */
const UNITS_COMPARED = 64;

/** The best first. */
export function promptEvidence(hits: TermHits, { sourceOf, count, meaning }: Sources): SourceEvidence[] {
  const { terms, rows, masks } = hits;
  const bySource = new Map<number, { readonly places: number[]; mask: number }>();
  for (let at = 0; at < rows.length; at++) {
    const source = sourceOf(rows[at]!);
    const found = bySource.get(source);
    if (found === undefined) bySource.set(source, { places: [at], mask: masks[at]! });
    else {
      found.places.push(at);
      found.mask |= masks[at]!;
    }
  }
  const holding = terms.map((_, bit) => [...bySource.values()].filter(({ mask }) => has(mask, bit)).length);
  const rarity = terms.map((term) => term.rarity);
  // What most sources have says nothing about one of them.
  const says = terms.map(({ rarity }, bit) => rarity * distinctness(holding[bit]!, count));
  const total = sum(rarity, -1);
  const likely = [...bySource]
    .map(([source, { places, mask }]) => {
      const ordered = places
        .map((at) => ({ at, own: sum(rarity, masks[at]!) }))
        .sort((a, b) => b.own - a.own || a.at - b.at)
        .slice(0, UNITS_COMPARED);
      const { at, own } = ordered[0]!;
      return { source, mask, ordered, at, own, says: sum(says, masks[at]!) };
    })
    .sort((a, b) => b.says - a.says || a.source - b.source)
    .slice(0, MOST_SOURCES);
  const compared = likely.map(({ ordered }) => ordered.map(({ at }) => rows[at]!));
  meaning?.load(compared.flat());
  return likely
    .map(({ source, mask, at, own, says: information }, n): SourceEvidence => {
      const cosine = Math.max(0, ...compared[n]!.map((row) => closeness(meaning, row)));
      const evidence = evidenceOf(cosine, information, total === 0 ? 0 : own / total);
      const shared = new Map(terms.flatMap((_, bit) => (has(mask, bit) ? [[bit, says[bit]!] as const] : [])));
      return { source, evidence, relevance: relevanceOf(evidence), row: rows[at]!, shared };
    })
    .sort((a, b) => b.evidence - a.evidence || a.source - b.source);
}

/** Those that a prompt is given, of the best first. */
export function outstanding<T extends Pick<SourceEvidence, "evidence">>(
  found: readonly T[],
  bar = TALK_BAR,
): readonly T[] {
  const least = bar.above * ((found[2]?.evidence ?? 0) + BESIDE_THIRD);
  return found.filter(({ evidence }) => evidence >= Math.max(bar.least, least));
}

const MOST_MESSAGES = 48;
const MOST_ROWS = 160;

type Messages = Pick<Sources, "meaning"> & {
  readonly rolesOf: (rows: readonly number[]) => ReadonlyMap<number, Pick<UnitFacts, "role">>;
};

export type MessageEvidence = Pick<SourceEvidence, "row" | "evidence" | "relevance">;

/** Single messages of the person, the best first: a lesson is one message of a talk about something else. */
export function messageEvidence({ terms, rows, masks }: TermHits, { rolesOf, meaning }: Messages): MessageEvidence[] {
  const rarity = terms.map((term) => term.rarity);
  const total = sum(rarity, -1);
  const likely = Array.from(masks, (mask, at) => ({ row: rows[at]!, own: sum(rarity, mask) }))
    .sort((a, b) => b.own - a.own || a.row - b.row)
    .slice(0, MOST_ROWS);
  const roles = rolesOf(likely.map(({ row }) => row));
  const said = likely.filter(({ row }) => roles.get(row)?.role === "person").slice(0, MOST_MESSAGES);
  meaning?.load(said.map(({ row }) => row));
  return said
    .map(({ row, own }) => {
      const evidence = evidenceOf(closeness(meaning, row), own, own / total);
      return { row, evidence, relevance: relevanceOf(evidence) };
    })
    .sort((a, b) => b.evidence - a.evidence || a.row - b.row);
}

function closeness(meaning: Meaning | undefined, row: number): number {
  return Math.max(0, meaning?.cosineOf(row) ?? WITHOUT_MEANING);
}

function evidenceOf(cosine: number, information: number, share: number): number {
  return cosine ** 1.5 * Math.sqrt(information) * share ** 0.25;
}

function relevanceOf(evidence: number): number {
  return 1 / (1 + Math.exp(-(CALIBRATION.bias + CALIBRATION.slope * evidence)));
}

/** By words alone: as close as talk about the same thing usually is, so that more words have to be shared. */
const WITHOUT_MEANING = 0.45;

/** 1 for what one of many sources has, towards 0 for what all have. */
function distinctness(holding: number, count: number): number {
  return Math.max(0, Math.log((count + 3) / (holding + 1)) / Math.log(count + 3));
}

function has(mask: number, bit: number): boolean {
  return ((mask >>> bit) & 1) === 1;
}

function sum(weights: readonly number[], mask: number): number {
  return weights.reduce((all, weight, bit) => (has(mask, bit) ? all + weight : all), 0);
}
