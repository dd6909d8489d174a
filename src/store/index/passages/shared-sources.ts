/** The sources that share words with a prompt, with what they share: quick enough to be asked at every prompt. */
import type { DatabaseSync } from "node:sqlite";
import type { UnitHit } from "../../../core/ports.ts";
import { type Meaning, type TermHits, UNITS_PER_SOURCE } from "../../../core/search/search-hits.ts";
import type { QueryVector } from "../../../core/search/vectors.ts";
import { changeMark, type Database } from "../../databases/database.ts";
import { countAll, termHits } from "../full-text/term-lists.ts";
import { PASSAGE_ROWS } from "../row-ranges.ts";
import { factReaders, type UnitPlace } from "./passages.ts";
import { unitVectors } from "./unit-vectors.ts";

type SharedOptions = {
  readonly scopeKeys: readonly string[];
  /** Of the embedder whose vectors are stored. */
  readonly vector?: QueryVector | undefined;
  readonly kind: UnitHit["kind"];
  readonly fewRows?: number;
};

export type SharedSources = {
  readonly hits: TermHits;
  readonly meaning: Meaning | undefined;
  /** The number of the source of a row. */
  readonly sourceOf: (row: number) => number;
  /** How many sources could have been found. */
  readonly count: number;
  readonly placesOf: (rows: readonly number[]) => (row: number) => UnitPlace;
};

/** A prompt waits for this: beyond so many rows, its common words are left out. */
const FEW_ROWS = 6000;

export function hasSources(db: Database, kind: UnitHit["kind"], scopeKeys: readonly string[]): boolean {
  return knownOf(db).sourcesOf(kind, scopeKeys).sources.size > 0;
}

/** Undefined if there is no source of the kind. The caller weighs what is shared. */
export function sharedSources(
  db: Database,
  text: string,
  { scopeKeys, kind, vector, fewRows = FEW_ROWS }: SharedOptions,
): SharedSources | undefined {
  const known = knownOf(db);
  const { sources, units } = known.sourcesOf(kind, scopeKeys);
  if (sources.size === 0) return undefined;
  const isVisible = (no: number): boolean => sources.has(no);
  const sourceOf = (row: number): number => Math.floor(row / UNITS_PER_SOURCE);
  const hits = termHits(db.raw, {
    ...{ text, entries: units, ofKind: units, range: PASSAGE_ROWS, fewRows, isTermsOnly: true },
    ...{ inAll: known.inAll(), counts: known.counts },
    keep: (rows) => rows.filter((row) => isVisible(sourceOf(row))),
  });
  // Each commit stands for itself; the messages of a session belong together.
  const isOne = kind === "commit";
  return {
    hits,
    sourceOf: isOne ? (row) => row : sourceOf,
    count: isOne ? units : sources.size,
    // Only what shares words is compared in meaning: looking at all vectors would keep a prompt waiting.
    meaning: vector === undefined ? undefined : unitVectors(db).meaning(vector, () => false),
    placesOf: (rows) => factReaders(db).placesOf(rows),
  };
}

type KindSources = { readonly sources: ReadonlySet<number>; readonly units: number };

/** What every prompt asks of an index that did not change, by its connection. */
type Known = {
  readonly mark: string;
  readonly counts: Map<string, number>;
  readonly inAll: () => number;
  readonly sourcesOf: (kind: string, scopeKeys: readonly string[]) => KindSources;
};
const lastKnown = new WeakMap<DatabaseSync, Known>();

function knownOf(db: Database): Known {
  const mark = db.raw.isTransaction ? "" : changeMark(db);
  const before = lastKnown.get(db.raw);
  if (mark !== "" && before?.mark === mark) return before;
  const sources = new Map<string, KindSources>();
  let all: number | undefined;
  const known: Known = {
    mark,
    counts: new Map(),
    inAll() {
      all ??= countAll(db.raw);
      return all;
    },
    sourcesOf(kind, scopeKeys) {
      const name = JSON.stringify([kind, scopeKeys]);
      const found = sources.get(name) ?? sourcesOfKind(db, { kind, scopeKeys });
      sources.set(name, found);
      return found;
    },
  };
  lastKnown.set(db.raw, known);
  return known;
}

/** Sources of this kind with text, without what tools printed. */
function sourcesOfKind(
  db: Database,
  { scopeKeys, kind }: { readonly scopeKeys: readonly string[]; readonly kind: string },
): KindSources {
  const rows = db
    .sql(
      `SELECT no, units FROM sources WHERE scope IN (SELECT value FROM json_each(?)) AND units > 0
         AND kind = ? AND id NOT LIKE '% tools'`,
    )
    .all(JSON.stringify(scopeKeys), kind) as { no: number; units: number }[];
  return { sources: new Set(rows.map(({ no }) => no)), units: rows.reduce((sum, { units }) => sum + units, 0) };
}
