/** What a text search gives to the ranker, and what the ranker gives back: rows, the terms they contain, and scores. */

import type { QueryVector } from "./vectors.ts";

/** Rows that contain terms of a query. All arrays have the same length; bit n of a mask is term n. */
export type TermHits = {
  readonly terms: readonly WeighedTerm[];
  /** Ascending. */
  readonly rows: ArrayLike<number>;
  readonly masks: Int32Array;
  /** Terms in the names of an entry: its key, tags, aliases, keywords and paths. */
  readonly names: Int32Array;
  /** Bit n: the words of pair n are close to each other. */
  readonly pairs: Int32Array;
  readonly pairCount: number;
};

/** `rarity`: the weight of the term; the fewer entries have it, the higher. */
export type WeighedTerm = { readonly word: string; readonly rarity: number };

/** Facts about one unit of text that are not in its words. */
export type UnitFacts = {
  readonly role: "person" | "agent" | "tool" | "text";
  /** See `traitsOf`. */
  readonly traits: number;
  readonly words: number;
};

/** Vectors of an embedder for one query. */
export type Meaning = {
  /** Whether the query was embedded by the shipped table or by a model. */
  readonly by: QueryVector["by"];
  /** Rows that are close in meaning, also if they share no word with the query. */
  readonly rows: readonly number[];
  readonly cosineOf: (row: number) => number;
  /** Reads the vectors of many rows at once, before they are asked for one by one. */
  readonly load: (rows: readonly number[]) => void;
  /** The closer of the two texts with vectors that are so far before and after it, in the same source. */
  readonly cosineNear: (row: number, distance: number) => number;
};

export type RankOptions = {
  /** How many results are needed; ties with the last are returned too. */
  readonly limit: number;
  /** False for a row that the caller may not see. */
  readonly passes?: (row: number) => boolean;
  /** For text that is made of units: messages of a session, paragraphs of a note. */
  readonly units?: {
    readonly factsOf: (rows: readonly number[]) => ReadonlyMap<number, UnitFacts>;
    /** The traits that an answer has, see `wantedTraits`. */
    readonly wanted: number;
  };
  readonly meaning?: Meaning;
  /** How many words each of these rows has, for entries of which the shorter one is more about a query. */
  readonly lengthsOf?: (rows: readonly number[]) => ReadonlyMap<number, number>;
};

export type RankedRow = {
  readonly rowid: number;
  /** Higher is better. */
  readonly score: number;
  /** The probability that the row answers the query. */
  readonly relevance: number;
  /** The words of the query that the entry has. */
  readonly matched: string[];
};

export type Rank = (hits: TermHits, options: RankOptions) => RankedRow[];

/** The row of a unit is the number of its source times this, plus its position: neighbours have neighbouring rows. */
export const UNITS_PER_SOURCE = 2 ** 20;
