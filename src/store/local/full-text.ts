/** The full-text table: entries of every kind, found by words and ranked, within the shelves a caller may see. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { indexText } from "../../core/text/words.ts";
import { bestOfFew, FEW } from "./full-text-few.ts";
import { bestEntries, type WordQuery } from "./full-text-nominate.ts";
import { COLUMNS, type Found, WEIGHTS } from "./full-text-score.ts";
import { sizeOf } from "./full-text-size.ts";
import { shelfWord } from "./full-text-weigh.ts";

export type { Found } from "./full-text-score.ts";

/** `shelf` holds the caller's filter words, plain `[a-z0-9]`, which no query text can reach. */
export type Fields = { readonly [Column in keyof typeof WEIGHTS]: string };

/**
 * The best entries, best first: `limit` of them, and those that tie with the last. Rowids break ties here; a caller
 * whose rowids do not survive a rebuild sorts equal scores by its own ids and then cuts.
 */
export function findWords(db: DatabaseSync, query: WordQuery): Found[] {
  const size = sizeOf(db);
  const found = (size.entries <= FEW ? bestOfFew : bestEntries)(db, query, size);
  const last = found[query.limit - 1];
  return last === undefined ? found : found.filter(({ score }) => score >= last.score);
}

/** Files an entry, in place of what stood under its rowid before. */
export function putWords(db: DatabaseSync, rowid: number, fields: Fields): void {
  putFiled(db, rowid, filed(fields));
}

/** The same with what `filed` made of the fields before, outside of any transaction. */
export function putFiled(db: DatabaseSync, rowid: number, columns: readonly string[]): void {
  statements(db).put.run(rowid, ...columns);
}

/** True where exactly these fields stand under the rowid; FTS5's own check does not see a space that became a comma. */
export function holdsWords(db: DatabaseSync, rowid: number, fields: Fields): boolean {
  const found = statements(db).read.get(rowid);
  return found !== undefined && filed(fields).every((text, at) => found[COLUMNS[at]!] === text);
}

export function dropWords(db: DatabaseSync, rowid: number): void {
  statements(db).drop.run(rowid);
}

/** Private-use characters are word characters here: shelf words are made of them. Deleted words leave no bytes. */
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

/** What is filed of each field: cutting text into words costs more than writing them. */
export function filed(fields: Fields): string[] {
  const shelf = fields.shelf.split(/\s+/).filter(Boolean).map(shelfWord).join(" ");
  return COLUMNS.map((column) => (column === "shelf" ? shelf : indexText(fields[column])));
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
