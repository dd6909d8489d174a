/** The full-text table: stores the words of entries of every kind, and finds entries by them. */
import type { DatabaseSync } from "node:sqlite";
import type { Meaning, Rank, RankedRow } from "../../../core/search/search-hits.ts";
import { wordsForIndex } from "../../../core/text/words.ts";
import { damaged } from "../../databases/database.ts";
import type { Keep } from "../../databases/while-unchanged.ts";
import { RECORD_ROWS, type RowRange, rowsIn } from "../row-ranges.ts";
import { prepared } from "./prepared.ts";
import { countAll, storedFilterWord, type TermQuery, termHits } from "./term-lists.ts";

/** `shelf` has the filter words of the entry, plain `[a-z0-9]`, which no query text can match. */
const COLUMNS = ["text", "key", "tags", "aliases", "keywords", "paths", "shelf"] as const;
export type Fields = { readonly [Column in (typeof COLUMNS)[number]]: string };

/** How many entries of a kind there are, and the last row. */
export type KindSize = { readonly entries: number; readonly last: number };

export type WordQuery = Pick<TermQuery, "text" | "prefix" | "among" | "fewRows"> & {
  /** Default: records. */
  readonly range?: RowRange;
  /** Default: counted in the full text, which takes longer. */
  readonly size?: () => KindSize;
  /** Groups of filter words: an entry must have at least one word of every group. */
  readonly filters?: readonly (readonly string[])[];
  /** The filter words that an entry has, as they are stored; needed with filters. */
  readonly filterWords?: (row: number) => string | undefined;
  readonly limit: number;
  readonly meaning?: Meaning | undefined;
};

/**
 * The best entries, best first: `limit` of them, and those that tie with the last. Rowids break ties here; a caller
 * whose rowids change in a rebuild sorts equal scores by its own ids and then applies the limit. `keep`: which entries
 * pass the filters.
 */
export function findWords(db: DatabaseSync, query: WordQuery, rank: Rank, keep: Keep = readAgain): RankedRow[] {
  const { limit, filters = [], filterWords = () => undefined, meaning, range = RECORD_ROWS } = query;
  const size = query.size ?? (() => prepared(db, SQL.size(range)).get() as KindSize);
  if (filters.some((words) => words.length === 0)) return [];
  const groups = filters.map((words) => words.map(storedFilterWord));
  const filter = JSON.stringify(groups);
  const { entries, within } = keep(`narrowed ${filter}`, () => narrowed(size(), groups, filterWords));
  const inAll = keep("entries of all kinds", () => countAll(db));
  const hits = termHits(db, { ...query, range, entries, ofKind: entries, within, inAll });
  const known = keep(`passing ${filter}`, () => new Map<number, boolean>());
  const passes = (row: number): boolean => {
    const before = known.get(row);
    if (before !== undefined) return before;
    const has = filterWords(row);
    if (has === undefined) throw damaged("The full text lists an entry that it does not contain.");
    const isPassing = groups.every((words) => words.some((word) => has.includes(word)));
    known.set(row, isPassing);
    return isPassing;
  };
  return rank(hits, { limit, ...(groups.length > 0 && { passes }), ...(meaning !== undefined && { meaning }) });
}

const readAgain: Keep = (_, read) => read();

const SAMPLE = 20;
const SMALL_GROUP_SHARE = 0.15;

/**
 * A group with few entries is added to the MATCH expression, so that other rows are not listed. For a group with most
 * entries, that join would cost more than it saves. A sample of entries decides.
 */
function narrowed(
  { entries, last }: KindSize,
  groups: readonly (readonly string[])[],
  filterWords: (row: number) => string | undefined,
) {
  const places = Array.from({ length: SAMPLE }, (_, at) => 1 + Math.floor((last * at) / SAMPLE));
  const sample = entries < SAMPLE ? [] : places.map((place) => filterWords(place) ?? "");
  const small = groups.filter(
    (words) =>
      sample.filter((has) => words.some((word) => has.includes(word))).length < sample.length * SMALL_GROUP_SHARE,
  );
  return {
    entries,
    ...(small.length > 0 && {
      within: small.map((words) => ` AND (${words.map((word) => `"${word}"`).join(" OR ")})`).join(""),
    }),
  };
}

/** Stores an entry, in place of the one that had its row. */
export function putWords(db: DatabaseSync, rowid: number, fields: Fields): void {
  putFiled(db, rowid, filed(fields));
}

/** The same for columns that `filed` prepared earlier, outside of any transaction. */
export function putFiled(db: DatabaseSync, rowid: number, columns: readonly string[]): void {
  prepared(db, SQL.put).run(rowid, ...columns);
}

export function dropWords(db: DatabaseSync, rowid: number): void {
  prepared(db, SQL.drop).run(rowid);
}

/** The columns of an entry as they were stored. */
export function storedWords(db: DatabaseSync, rowid: number): string[] | undefined {
  const found = prepared(db, SQL.stored).get(rowid);
  return found === undefined ? undefined : COLUMNS.map((column) => String(found[column]));
}

/** Private-use characters count as word characters, because filter words contain them. Deleted words leave no bytes. */
export function createFullText(db: DatabaseSync): void {
  db.exec(`
    CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5(
      ${COLUMNS.join(", ")},
      tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* M* Co'"
    );
    CREATE VIRTUAL TABLE IF NOT EXISTS words_terms USING fts5vocab(words, row);
    INSERT INTO words(words, rank) VALUES ('secure-delete', 1);
  `);
}

/** The stored text of each field, prepared separately because splitting text into words costs more than writing them. */
export function filed(fields: Fields): string[] {
  const filterWords = fields.shelf.split(/\s+/).filter(Boolean).map(storedFilterWord).join(" ");
  return COLUMNS.map((column) => (column === "shelf" ? filterWords : wordsForIndex(fields[column])));
}

const SQL = {
  put: `INSERT OR REPLACE INTO words(rowid, ${COLUMNS.join(", ")}) VALUES (?${", ?".repeat(COLUMNS.length)})`,
  drop: "DELETE FROM words WHERE rowid = ?",
  size: (range: RowRange) =>
    `SELECT count(*) AS entries, coalesce(max(id), 0) AS last FROM words_docsize WHERE ${rowsIn("id", range)}`,
  stored: `SELECT ${COLUMNS.join(", ")} FROM words WHERE rowid = ?`,
};
