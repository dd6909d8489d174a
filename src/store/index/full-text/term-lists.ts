/** Lists the rows that contain each term of a query, and merges the lists into one table of hits for the ranker. */
import type { DatabaseSync } from "node:sqlite";
import type { NamedDate } from "../../../core/search/dates.ts";
import type { TermHits, WeighedTerm } from "../../../core/search/search-hits.ts";
import { queryPairs, queryTerms, type Term } from "../../../core/text/words.ts";
import { type RowRange, rowsIn } from "../row-ranges.ts";
import { prepared } from "./prepared.ts";

export type TermQuery = {
  readonly text: string;
  /** `last`: the last word is still being typed and matches as a prefix. */
  readonly prefix?: "last";
  /** Dates in the query, which match the date of an entry too. */
  readonly dates?: readonly NamedDate[];
  /** The rarity of a word is measured among entries with this filter word, so that other entries cannot devalue it. */
  readonly among?: string;
  /** The columns with the names of an entry. */
  readonly nameColumns?: string;
  /** Added to every MATCH, so that other rows are not listed. */
  readonly within?: string | undefined;
  /** Drops rows from a list: those of other projects. */
  readonly keep?: (rows: number[]) => number[];
  /** How many entries there are, to measure the rarity of a term. */
  readonly entries: number;
  /** The kind of entries that are searched; words of other kinds count for nothing. */
  readonly range: RowRange;
  /** How many entries of this kind the full text has, also those that this search does not see. */
  readonly ofKind: number;
  /** Only the rarest words of the query, as long as no more rows than this have them. */
  readonly fewRows?: number | undefined;
  /** How many entries of any kind have a term, kept by the caller: counting a common one takes long. */
  readonly counts?: Map<string, number>;
  /** How many entries the full text has; default: counted. */
  readonly inAll?: number;
  /** Without what tells names and neighbouring words apart: the caller weighs terms alone. */
  readonly isTermsOnly?: true;
};

/** `others`: how many entries of other kinds there are. */
type KindQuery = TermQuery & { readonly others: number };

/** FTS5 lists a dozen rows in the time that it takes to rank one, so rows are listed here and ranked by `recall/`. */
export function termHits(db: DatabaseSync, asked: TermQuery): TermHits {
  const query = { ...asked, others: (asked.inAll ?? countAll(db)) - asked.ofKind };
  const terms = askedTerms(query);
  const some = rarest(db, terms, query);
  const lists = some
    .map((term) => listOf(db, term, query))
    .filter(({ rows, holding, isWritten }) => rows.length > 0 || (holding === 0 && isWritten));
  const weighedTerms = weighed(db, lists, query);
  const found = lists.map(({ rows }) => rows);
  const named = lists.map(({ rows, expression }) =>
    query.isTermsOnly === true || rows.length === 0 || rows.length > MOST_NAMED
      ? []
      : rowsHolding(db, query.range, `{${query.nameColumns ?? NAMES}} : (${expression})${query.within ?? ""}`),
  );
  const pairs =
    query.isTermsOnly === true || terms.length < 2 || some.length < terms.length
      ? []
      : queryPairs(query.text).map((pair) => pairRows(db, pair, query));
  const merged = merge(found);
  return {
    terms: weighedTerms,
    ...merged,
    names: placed(merged.rows, named),
    pairs: placed(merged.rows, pairs),
    pairCount: pairs.length,
  };
}

/** A term, or a date, and how to find it. */
type Asked = {
  readonly word: string;
  readonly expression: string;
  readonly stem?: string;
  readonly isWritten: boolean;
  readonly isPrefix: boolean;
};
type Listed = Asked & { readonly rows: readonly number[]; readonly holding: number };

/** A word that is in more entries than this says little about one, even in its name. */
const MOST_NAMED = 5000;
/** More than these bits do not fit a mask. */
const MOST_TERMS = 30;
/** A longer list costs more than a common word is worth. */
const LONGEST_LIST = 20_000;
const LONGEST_LIST_SHARE = 20;
const NAMES = "key tags aliases keywords paths";

/** These words say what kind of answer is wanted, not what it is about. */
const QUESTION = /\b(?:what|which) (?:kind|type|sort)s? of\b|\bhow (?:many|much|long|often)\b/gi;

function askedTerms({ text, prefix, dates: named = [] }: TermQuery): Asked[] {
  const ofDates = new Set(named.flatMap(({ written }) => written));
  const byDate = named.map(({ words, written }): Asked => {
    const inText = written.map((word) => `"${word}"`).join(" AND ");
    const inIndex = words.map((word) => `"${storedFilterWord(word)}"`).join(" OR ");
    return { word: written.join(" "), expression: `(${inIndex}) OR (${inText})`, isWritten: true, isPrefix: false };
  });
  const terms = queryTerms(text.replace(QUESTION, " "));
  const last = prefix === "last" ? terms.findLastIndex(({ kind }) => kind === "written") : -1;
  const byWord = terms
    .filter(({ word }) => !ofDates.has(word))
    .map((term) => asked(term === terms[last] && term.word.length > 1 ? { ...term, prefix: true } : term));
  return [...byDate, ...byWord].slice(0, MOST_TERMS);
}

/** Entries that say the same share their rare words: common ones would only make the search long. */
function rarest(db: DatabaseSync, terms: readonly Asked[], { fewRows, counts }: KindQuery): readonly Asked[] {
  if (fewRows === undefined) return terms;
  const counted = terms.map((term) => ({
    term,
    n: term.stem === undefined ? 0 : holdersOfAnyKind(db, term.stem, counts),
  }));
  const kept = new Set<Asked>();
  let rows = 0;
  for (const { term, n } of counted.toSorted((a, b) => a.n - b.n)) {
    rows += n;
    if (rows > fewRows && kept.size >= LEAST_TERMS) break;
    kept.add(term);
  }
  return terms.filter((term) => kept.has(term));
}

const LEAST_TERMS = 2;

/** Terms are letters, digits and marks, so a quoted term needs no escaping. */
function asked({ word, stem, kind, prefix }: Term): Asked {
  const expression = prefix ? `"${word}" *` : `"${word}"`;
  return { word, expression, ...(!prefix && { stem }), isWritten: kind === "written", isPrefix: prefix };
}

/** A word that no entry has is tried as the start of a word. */
function listOf(db: DatabaseSync, term: Asked, query: KindQuery): Listed {
  const { stem } = term;
  const { all, isCommon } = listed(db, term, query);
  const rows = query.keep?.(all) ?? all;
  // Without a filter in MATCH, the list has all that there is, and counting would take as long as listing.
  const others = (): number => (query.within === undefined ? all.length : holders(db, term, query));
  const holding = rows.length > 0 || stem === undefined ? rows.length : isCommon ? 1 : others();
  const starts = holding === 0 && term.isWritten && !term.isPrefix && [...term.word].length >= LEAST_START;
  if (starts && stem !== undefined)
    return listOf(db, asked({ word: term.word, stem, kind: "written", prefix: true }), query);
  return { ...term, rows, holding };
}

/** Nothing for a word that too many entries have. */
function listed(
  db: DatabaseSync,
  { stem, expression }: Asked,
  { entries, within, range, others, counts }: KindQuery,
): { all: number[]; isCommon: boolean } {
  if (stem === undefined || within !== undefined)
    return { all: rowsHolding(db, range, `(${expression})${within ?? ""}`), isCommon: false };
  const longest = Math.max(LONGEST_LIST, Math.floor(entries / LONGEST_LIST_SHARE));
  const common = { all: [], isCommon: true };
  // Only a long list costs more than its count.
  if (entries > LONGEST_LIST && holdersOfAnyKind(db, stem, counts) - others > longest) return common;
  const all = rowsHolding(db, range, `(${expression})`, longest + 1);
  return all.length > longest ? common : { all, isCommon: false };
}

const LEAST_START = 4;

function weighed(db: DatabaseSync, lists: readonly Listed[], query: KindQuery): WeighedTerm[] {
  const { entries, among, keep, within, range } = query;
  const inAll = among === undefined ? entries : count(db, range, `"${storedFilterWord(among)}"`);
  const holdingOf = (list: Listed): number => {
    const { expression, rows, stem } = list;
    if (among !== undefined) return Math.max(1, count(db, range, `(${expression}) AND "${storedFilterWord(among)}"`));
    // With a filter in MATCH, the list is not all that there is.
    const isAll = keep !== undefined || within === undefined || stem === undefined;
    return isAll ? rows.length : Math.max(rows.length, holders(db, list, query));
  };
  const known = lists.map((list) => (list.rows.length > 0 ? rarity(holdingOf(list), inAll) : undefined));
  const rarities = known.filter((one) => one !== undefined);
  // A word that no entry has is still part of the question, so it gets the average weight.
  const usual = rarities.reduce((a, b) => a + b, 0) / Math.max(1, rarities.length);
  return lists.map(({ word }, at) => ({ word, rarity: known[at] ?? usual }));
}

/** Flatter than information alone: a rare word is often beside the point. See docs/recall.md. */
const RARITY_POWER = 0.7;

/** Always above zero, so that a store of two entries can be searched too. */
function rarity(holding: number, entries: number): number {
  return Math.log(1 + Math.max(0, entries - holding + 0.5) / (holding + 0.5)) ** RARITY_POWER;
}

/** Words between the two of a pair. */
const PAIR_GAP = 2;

function pairRows(
  db: DatabaseSync,
  [a, b]: readonly [string, string],
  { range, within = "" }: KindQuery,
): readonly number[] {
  return rowsHolding(db, range, `NEAR("${a}" "${b}", ${PAIR_GAP})${within}`);
}

/** One ascending list of all rows, with a mask of the lists that each is in. */
function merge(lists: readonly (readonly number[])[]): { rows: Float64Array; masks: Int32Array } {
  const total = lists.reduce((sum, { length }) => sum + length, 0);
  const rows = new Float64Array(total);
  const masks = new Int32Array(total);
  const places = new Int32Array(lists.length);
  const heads = Float64Array.from(lists, (list) => list[0] ?? Number.POSITIVE_INFINITY);
  let size = 0;
  for (;;) {
    let least = Number.POSITIVE_INFINITY;
    for (let list = 0; list < heads.length; list++) if (heads[list]! < least) least = heads[list]!;
    if (least === Number.POSITIVE_INFINITY) break;
    let mask = 0;
    for (let list = 0; list < heads.length; list++) {
      if (heads[list] !== least) continue;
      mask |= 1 << list;
      heads[list] = lists[list]![++places[list]!] ?? Number.POSITIVE_INFINITY;
    }
    rows[size] = least;
    masks[size] = mask;
    size += 1;
  }
  return { rows: rows.subarray(0, size), masks: masks.subarray(0, size) };
}

/** Masks of further lists, for the same rows. */
function placed(rows: Float64Array, lists: readonly (readonly number[])[]): Int32Array {
  const masks = new Int32Array(rows.length);
  for (const [bit, list] of lists.entries()) {
    let at = 0;
    for (const row of list) {
      while (at < rows.length && rows[at]! < row) at += 1;
      if (rows[at] === row) masks[at]! |= 1 << bit;
    }
  }
  return masks;
}

/** The stored form of a filter word: between private-use characters, which no query contains and no stemmer changes. */
export function storedFilterWord(word: string): string {
  return `\ue000${word.toLowerCase().replace(/[^a-z0-9]/g, "")}\ue000`;
}

/** Ascending, as FTS5 returns them. */
function rowsHolding(db: DatabaseSync, range: RowRange, match: string, most = -1): number[] {
  const { rows } = prepared(db, SQL.rows(range)).get(match, most)!;
  return typeof rows === "string" ? numbers(rows) : [];
}

function count(db: DatabaseSync, range: RowRange, match: string): number {
  return Number(prepared(db, SQL.count(range)).get(match)?.n ?? 0);
}

/** How many entries of the kind have a term, without any filter. */
function holders(db: DatabaseSync, { stem = "", expression }: Asked, { range, others }: KindQuery): number {
  return others === 0 ? holdersOfAnyKind(db, stem) : count(db, range, `(${expression})`);
}

function holdersOfAnyKind(db: DatabaseSync, filed: string, counts?: Map<string, number>): number {
  const known = counts?.get(filed) ?? Number(prepared(db, SQL.filed).get(filed)?.doc ?? 0);
  counts?.set(filed, known);
  return known;
}

/** Parses "12,345,…", the fastest way to get a list from SQLite. */
export function numbers(list: string): number[] {
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

/** Takes a moment in a large index, so callers that ask often keep it. */
export function countAll(db: DatabaseSync): number {
  return Number(prepared(db, SQL.size).get()?.n);
}

const SQL = {
  rows: (range: RowRange) =>
    `SELECT group_concat(row) AS rows FROM (SELECT rowid AS row FROM words WHERE words MATCH ? AND ${rowsIn("rowid", range)} LIMIT ?)`,
  count: (range: RowRange) => `SELECT count(*) AS n FROM words WHERE words MATCH ? AND ${rowsIn("rowid", range)}`,
  size: "SELECT count(*) AS n FROM words_docsize",
  filed: "SELECT doc FROM words_terms WHERE term = ?",
} as const;
