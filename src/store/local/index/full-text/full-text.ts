/** The full-text table: finds and ranks entries of every kind, limited to what the caller may see. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { indexText } from "../../../../core/text/words.ts";
import { bestOfFew, FEW } from "./full-text-few.ts";
import { bestEntries, type WordQuery } from "./full-text-nominate.ts";
import { COLUMNS, type Found, WEIGHTS } from "./full-text-score.ts";
import { sizeOf } from "./full-text-size.ts";
import { storedFilterWord } from "./full-text-weigh.ts";

export type { Found } from "./full-text-score.ts";

/** `shelf` has the filter words of the entry, plain `[a-z0-9]`, which no query text can match. */
export type Fields = { readonly [Column in keyof typeof WEIGHTS]: string };

/**
 * The best entries, best first: `limit` of them, and those that tie with the last. Rowids break ties here; a caller
 * whose rowids change in a rebuild sorts equal scores by its own ids and then applies the limit.
 */
export function findWords(db: DatabaseSync, query: WordQuery): Found[] {
  const size = sizeOf(db);
  const found = (size.entries <= FEW ? bestOfFew : bestEntries)(db, query, size);
  const last = found[query.limit - 1];
  return last === undefined ? found : found.filter(({ score }) => score >= last.score);
}

/** Stores an entry and replaces the earlier one with the same rowid. */
export function putWords(db: DatabaseSync, rowid: number, fields: Fields): void {
  putFiled(db, rowid, filed(fields));
}

/** The same for columns that `filed` prepared earlier, outside of any transaction. */
export function putFiled(db: DatabaseSync, rowid: number, columns: readonly string[]): void {
  statements(db).put.run(rowid, ...columns);
}

/** Whether the row has exactly these fields; FTS5's own check does not notice a space that became a comma. */
export function holdsWords(db: DatabaseSync, rowid: number, fields: Fields): boolean {
  const found = statements(db).read.get(rowid);
  return found !== undefined && filed(fields).every((text, at) => found[COLUMNS[at]!] === text);
}

export function dropWords(db: DatabaseSync, rowid: number): void {
  statements(db).drop.run(rowid);
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
    INSERT INTO words(words, rank) VALUES ('rank', 'bm25(${Object.values(WEIGHTS).join(", ")})');
  `);
}

/** The stored text of each field, prepared separately because splitting text into words costs more than writing them. */
export function filed(fields: Fields): string[] {
  const filterWords = fields.shelf.split(/\s+/).filter(Boolean).map(storedFilterWord).join(" ");
  return COLUMNS.map((column) => (column === "shelf" ? filterWords : indexText(fields[column])));
}

type Statements = Readonly<Record<"put" | "drop" | "read", StatementSync>>;

const known = new WeakMap<DatabaseSync, Statements>();

function statements(db: DatabaseSync): Statements {
  const prepared = known.get(db) ?? {
    put: db.prepare(
      `INSERT OR REPLACE INTO words(rowid, ${COLUMNS.join(", ")}) VALUES (?${", ?".repeat(COLUMNS.length)})`,
    ),
    drop: db.prepare("DELETE FROM words WHERE rowid = ?"),
    read: db.prepare(`SELECT ${COLUMNS.join(", ")} FROM words WHERE rowid = ?`),
  };
  known.set(db, prepared);
  return prepared;
}
