/** Finds the best entries of a large store without ranking every match. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { queryTerms, type Term } from "../../../../core/text/words.ts";
import { damaged } from "../../databases/database.ts";
import { COLUMNS, type Entry, type Found, inOrder, scorer, type Weighed } from "./full-text-score.ts";
import type { Size } from "./full-text-size.ts";
import { expression, type Listed, storedFilterWord, weighedAmong } from "./full-text-weigh.ts";

export type WordQuery = {
  readonly text: string;
  /** Groups of filter words: an entry must have at least one word of every group. */
  readonly filters?: readonly (readonly string[])[];
  /** The rarity of a word is measured among entries with this filter word, so that other entries cannot devalue it. */
  readonly among?: string;
  readonly limit: number;
  /** `last`: the last word is still being typed and matches as a prefix. */
  readonly prefix?: "last";
};

/** Rows that hold the same terms. */
type Group = { readonly holding: readonly Weighed[]; readonly rows: readonly number[] | undefined };

/** How far above the plain weight of its terms an entry may score, through repetition, titles and shortness. */
const HEADROOM = 1.5;
const MOST_READ = 100;
const MOST_READ_PER_RESULT = 2;
const LONGEST_LIST = 20_000;
const LONGEST_LIST_SHARE = 20;
const SAMPLE = 20;
const SMALL_GROUP_SHARE = 0.15;

/**
 * FTS5 can list a dozen rows in the time it takes to rank one. So the rows of every term are listed and grouped by the
 * terms they have, and groups are read and scored, highest weight first, until the remaining ones cannot reach the
 * results. Only a group that is too large to be read completely is ranked by FTS5 first.
 */
export function bestEntries(db: DatabaseSync, query: WordQuery, { entries, averageLength }: Size): Found[] {
  const filter = filterOf(db, query.filters ?? []);
  const longest = Math.max(LONGEST_LIST, Math.floor(entries / LONGEST_LIST_SHARE));
  const asked = openedLast(queryTerms(query.text), query.prefix);
  const listed = asked.map((term) => list(db, term, { within: filter.within, longest }));
  const terms = weighedAmong(db, listed, { entries, among: query.among });
  const score = scorer({ terms, averageLength });
  const most = MOST_READ + MOST_READ_PER_RESULT * query.limit;
  const found = new Map<number, Found>();
  for (const { holding, rows } of groups(listed, terms)) {
    const reach = HEADROOM * holding.reduce((sum, term) => sum + term.rarity, 0);
    if (found.size >= most || reach < scoreOfRank(found, query.limit)) break;
    const few = rows !== undefined && found.size + rows.length <= most;
    const read = few
      ? rows
      : ranked(db, holding.map(expression).join(" AND ") + filter.within, {
          filter,
          wanted: Math.max(query.limit, most - found.size),
          skip: found,
        });
    for (const entry of readEntries(db, read)) {
      const one = filter.passes(entry.columns.shelf) ? score(entry) : undefined;
      if (one !== undefined) found.set(one.rowid, one);
    }
  }
  return inOrder([...found.values()]);
}

function scoreOfRank(found: ReadonlyMap<number, Found>, rank: number): number {
  if (found.size < rank) return 0;
  return Float64Array.from(found.values(), ({ score }) => score).sort()[found.size - rank]!;
}

export function openedLast(terms: Term[], prefix: WordQuery["prefix"]): Term[] {
  const last = prefix === "last" ? terms.findLastIndex(({ kind }) => kind === "written") : -1;
  return terms.map((term, at) => (at === last && term.word.length > 1 ? { ...term, prefix: true } : term));
}

/** A word that no entry has is tried as the start of a word. */
export function list(db: DatabaseSync, term: Term, { within, longest }: { within: string; longest: number }): Listed {
  const rows = rowsHolding(db, expression(term) + within, longest);
  const listed = rows.length > longest ? undefined : rows;
  if (listed !== undefined && within === "" && rows.length > 0) return { term, rows, holding: rows.length };
  const holding = Math.max(rows.length, holders(db, term));
  const starts = holding === 0 && term.kind === "written" && !term.prefix && [...term.word].length >= 4;
  return starts ? list(db, { ...term, prefix: true }, { within, longest }) : { term, rows: listed, holding };
}

/** The group with the highest weight first. If all terms are too common to list: rows with all terms, then with the rarest. */
function groups(listed: readonly Listed[], terms: readonly Weighed[]): Group[] {
  const weights = new Map(terms.map((term) => [term.stem, term]));
  const held = listed.flatMap(({ term, rows }) => (rows?.length ? [{ term: weights.get(term.stem)!, rows }] : []));
  if (held.length === 0) {
    const common = listed.flatMap(({ term, holding }) => (holding > 0 ? [weights.get(term.stem)!] : []));
    if (common.length === 0) return [];
    const rarest = common.toSorted((a, b) => b.rarity - a.rarity).slice(0, 1);
    return (common.length > 1 ? [common, rarest] : [common]).map((some) => ({ holding: some, rows: undefined }));
  }
  const weight = (set: number) => held.reduce((sum, { term }, at) => (holds(set, at) ? sum + term.rarity : sum), 0);
  return [...bySet(held.map(({ rows }) => rows))]
    .map(([set, rows]) => ({ set, rows, weight: weight(set) }))
    .sort((a, b) => b.weight - a.weight)
    .map(({ set, rows }) => ({ holding: held.filter((_, at) => holds(set, at)).map(({ term }) => term), rows }));
}

/** A set of lists is a number with a bit for each; a query has at most 32 terms. */
function holds(set: number, list: number): boolean {
  return ((set >>> list) & 1) === 1;
}

/** Merges ordered lists into the rows of each set of lists. Most rows are in a single list, which has a fast path. */
function bySet(lists: readonly (readonly number[])[]): Map<number, number[]> {
  const sets = new Map<number, number[]>();
  const alone = lists.map((): number[] => []);
  const places = new Int32Array(lists.length);
  const heads = Float64Array.from(lists, (rows) => rows[0]!);
  const advance = (list: number) => {
    heads[list] = lists[list]![++places[list]!] ?? Number.POSITIVE_INFINITY;
  };
  for (;;) {
    let row = Number.POSITIVE_INFINITY;
    let first = 0;
    let set = 0;
    for (let list = 0; list < heads.length; list++) {
      const head = heads[list]!;
      if (head > row || head === Number.POSITIVE_INFINITY) continue;
      if (head < row) {
        row = head;
        first = list;
        set = 0;
      }
      set |= 1 << list;
    }
    if (row === Number.POSITIVE_INFINITY) break;
    if (set === 1 << first) {
      alone[first]!.push(row);
      advance(first);
      continue;
    }
    const rows = sets.get(set);
    if (rows) rows.push(row);
    else sets.set(set, [row]);
    for (let list = first; list < heads.length; list++) if (holds(set, list)) advance(list);
  }
  for (const [list, rows] of alone.entries()) if (rows.length > 0) sets.set(1 << list, rows);
  return sets;
}

/** `within` limits a MATCH by the groups with few entries; `passes` checks all groups. */
type Filter = { readonly within: string; readonly passes: (filterWords: string) => boolean };

/**
 * A group with few entries is added to the MATCH expression, so that other rows are not listed. For a group with most
 * entries, that join would cost more than it saves. A sample of entries decides.
 */
function filterOf(db: DatabaseSync, groups: readonly (readonly string[])[]): Filter {
  const wanted = groups.map((words) => words.map(storedFilterWord));
  const sample = wanted.length > 0 ? sampledFilterWords(db) : [];
  const small = wanted.filter(
    (words) =>
      words.length > 0 && sample.filter((has) => hasAny(has, words)).length <= sample.length * SMALL_GROUP_SHARE,
  );
  return {
    within: small.map((words) => ` AND (${words.map((word) => `"${word}"`).join(" OR ")})`).join(""),
    passes: passing(groups),
  };
}

/** Whether a row has a filter word of every group. */
export function passing(groups: readonly (readonly string[])[]): (filterWords: string) => boolean {
  const wanted = groups.map((words) => words.map(storedFilterWord));
  return (filterWords) => wanted.every((words) => hasAny(filterWords, words));
}

function hasAny(filterWords: string, words: readonly string[]): boolean {
  return words.some((word) => filterWords.includes(word));
}

function sampledFilterWords(db: DatabaseSync): string[] {
  const filterWordsFrom = statement(db, "filterWordsFrom");
  const { first, last } = statement(db, "span").get() as { first: number | null; last: number | null };
  if (first === null || last === null) return [];
  const places = Array.from({ length: SAMPLE }, (_, at) => first + Math.floor(((last - first) * at) / SAMPLE));
  return places.map((place) => String(filterWordsFrom.get(place)?.shelf));
}

type Ranking = {
  readonly filter: Pick<Filter, "passes">;
  readonly wanted: number;
  readonly skip: ReadonlyMap<number, unknown>;
};

/** The best rows that match, and those that tie with the last of them. */
export function ranked(db: DatabaseSync, match: string, { filter, wanted, skip }: Ranking): number[] {
  const rows: number[] = [];
  let worst = 0;
  for (const row of statement(db, "ranked").iterate(match)) {
    const { rowid, rank, shelf } = row as { rowid: number; rank: number; shelf: string };
    if (rows.length >= wanted && (rank > worst || rows.length >= 2 * wanted)) break;
    if (skip.has(rowid) || !filter.passes(shelf)) continue;
    rows.push(rowid);
    worst = rank;
  }
  return rows;
}

export function readEntries(db: DatabaseSync, rows: readonly number[]): Entry[] {
  const read = statement(db, "read");
  return rows.map((rowid) => {
    const columns = read.get(rowid);
    const isComplete = columns !== undefined && COLUMNS.every((column) => typeof columns[column] === "string");
    if (!isComplete) throw damaged("The full text lists an entry that it does not contain.");
    return { rowid, columns: columns as Entry["columns"] };
  });
}

/** In order; at most one row more than `most`. */
function rowsHolding(db: DatabaseSync, match: string, most: number): number[] {
  const rows = statement(db, "rows").get(match, most + 1)!.rows;
  return typeof rows === "string" ? numbers(rows) : [];
}

/** Parses "12,345,…", the fastest way to get a list from SQLite. */
function numbers(list: string): number[] {
  const out: number[] = [];
  let value = 0;
  for (let at = 0; at < list.length; at++) {
    const code = list.charCodeAt(at);
    if (code !== 44) value = value * 10 + code - 48;
    else {
      out.push(value);
      value = 0;
    }
  }
  out.push(value);
  return out;
}

/** How many entries have a term, without any filter. */
export function holders(db: DatabaseSync, term: Term): number {
  return Number((term.prefix ? undefined : statement(db, "filed").get(term.stem))?.doc ?? 0);
}

const SQL = {
  ranked: "SELECT rowid, rank, shelf FROM words WHERE words MATCH ? ORDER BY rank",
  rows: "SELECT group_concat(row) AS rows FROM (SELECT rowid AS row FROM words WHERE words MATCH ? LIMIT ?)",
  filed: "SELECT doc FROM words_terms WHERE term = ?",
  read: `SELECT ${COLUMNS.join(", ")} FROM words WHERE rowid = ?`,
  span: "SELECT (SELECT min(id) FROM words_docsize) AS first, (SELECT max(id) FROM words_docsize) AS last",
  filterWordsFrom:
    "SELECT shelf FROM words WHERE rowid = (SELECT id FROM words_docsize WHERE id >= ? ORDER BY id LIMIT 1)",
} as const;

const known = new WeakMap<DatabaseSync, Map<keyof typeof SQL, StatementSync>>();

/** Prepared on first use: a small store needs only three of them. */
function statement(db: DatabaseSync, name: keyof typeof SQL): StatementSync {
  const prepared = known.get(db) ?? new Map();
  known.set(db, prepared);
  const found = prepared.get(name) ?? db.prepare(SQL[name]);
  prepared.set(name, found);
  return found;
}
