/** Scores entries against a query as FTS5's bm25 does, with weights of rarity that stay sane in a small store. */
import { stem } from "../../../../core/text/stem.ts";
import type { Term } from "../../../../core/text/words.ts";

export type Found = {
  readonly rowid: number;
  /** Higher is better. */
  readonly score: number;
  /** 0 to 1, in the same order as the score. */
  readonly relevance: number;
  /** The words of the query that the entry has. */
  readonly matched: string[];
};

/** `rarity` is the weight of the term: the information, in nats, in an entry having it. */
export type Weighed = Term & { readonly rarity: number };

type Asked = { readonly terms: readonly Weighed[]; readonly averageLength: number };

/** The stored columns of an entry: words separated by single spaces. */
export type Entry = { readonly rowid: number; readonly columns: Readonly<Record<keyof typeof WEIGHTS, string>> };

/** Words in a name weigh more than words in the text; filter words weigh nothing. */
export const WEIGHTS = { text: 1, key: 3, tags: 2, aliases: 3, keywords: 2.5, paths: 1.5, shelf: 0 } as const;
export const COLUMNS = Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[];

// The constants of FTS5's bm25().
const SATURATION = 1.2;
const LENGTH_PENALTY = 0.75;

/** How much it counts that an entry has many of the terms instead of one of them often. */
const COVERAGE_POWER = 0.1;

/** The share of the ideal score that counts as full: all the words, in an entry somewhat longer than most. */
const FULL_SHARE = 0.8;

/**
 * Scores an entry, or returns undefined if it has none of the terms. The ideal is the score of an entry of average length
 * that has every term once. Relevance is the part of the terms' rarity that the entry covers, lowered by up to a half if
 * its bm25 is below the ideal.
 */
export function scorer({ terms, averageLength }: Asked): (entry: Entry) => Found | undefined {
  const count = termCounter(terms);
  const ideal = terms.reduce((sum, term) => sum + term.rarity, 0);
  return (entry) => {
    const { counts, length } = count(entry);
    const penalty = SATURATION * (1 - LENGTH_PENALTY + (LENGTH_PENALTY * length) / averageLength);
    const matched: string[] = [];
    let bm25 = 0;
    let covered = 0;
    for (const [at, { word, rarity }] of terms.entries()) {
      const n = counts[at]!;
      if (n === 0) continue;
      matched.push(word);
      covered += rarity / ideal;
      bm25 += (rarity * n * (SATURATION + 1)) / (n + penalty);
    }
    if (matched.length === 0) return undefined;
    const relevance = Math.min(1, (covered * (1 + Math.min(1, bm25 / (FULL_SHARE * ideal)))) / 2);
    return { rowid: entry.rowid, score: bm25 * covered ** COVERAGE_POWER, relevance, matched };
  };
}

/** Best first; the relevance of an entry is at least that of the entries below it. */
export function inOrder(found: readonly Found[]): Found[] {
  const best = found.toSorted((a, b) => b.score - a.score || a.rowid - b.rowid);
  let least = 0;
  return best
    .reduceRight<Found[]>((above, one) => {
      least = Math.max(least, one.relevance);
      above.push({ ...one, relevance: least });
      return above;
    }, [])
    .reverse();
}

/** Always above zero, so that a store of two entries can be searched too. */
export function rarity(holding: number, entries: number): number {
  return Math.log(1 + Math.max(0, entries - holding + 0.5) / (holding + 0.5));
}

/** Counts how often an entry has each term, weighted by column, and how many words it has. */
function termCounter(terms: readonly Weighed[]) {
  const places = new Map<string, readonly number[]>();
  const firstLetters = new Set(terms.map((term) => term.stem.charCodeAt(0)));
  const placesOf = (word: string): readonly number[] => {
    const seen = places.get(word);
    if (seen !== undefined) return seen;
    const filed = stem(word);
    const at = terms.flatMap((term, place) =>
      term.stem === filed || (term.prefix && filed.startsWith(term.stem)) ? [place] : [],
    );
    places.set(word, at);
    return at;
  };
  return ({ columns }: Entry) => {
    const counts = terms.map(() => 0);
    let length = 0;
    for (const column of COLUMNS) {
      const content = columns[column];
      if (content === "") continue;
      const words = content.split(" ");
      length += words.length;
      if (WEIGHTS[column] === 0) continue;
      for (const word of words) {
        if (!firstLetters.has(word.charCodeAt(0))) continue;
        for (const place of placesOf(word)) counts[place]! += WEIGHTS[column];
      }
    }
    return { counts, length };
  };
}
