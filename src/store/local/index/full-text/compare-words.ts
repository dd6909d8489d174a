/** Compares a full text that stores no text with what should be in it: FTS5 can check its structure only. */
import type { DatabaseSync } from "node:sqlite";
import { nameMark } from "../../../../core/base/hash.ts";
import { sqlite } from "../../databases/database.ts";
import { createFullText, type Fields, putWords } from "./full-text.ts";

/** Entries whose words are made at once, in memory. */
const BLOCK = 1000;

/** The rows that have other words than these, also rows that should not be there. */
export function wrongWords(db: DatabaseSync, wanted: ReadonlyMap<number, Fields>): number[] {
  const found = sumsIn(db);
  const listed = new Set(
    db
      .prepare("SELECT id FROM words_docsize")
      .all()
      .map(({ id }) => Number(id)),
  );
  const wrong = [...found.keys(), ...listed].filter((row) => !wanted.has(row));
  const entries = [...wanted];
  for (let from = 0; from < entries.length; from += BLOCK) {
    const block = entries.slice(from, from + BLOCK);
    const right = sumsOf(block);
    for (const [row] of block) if (found.get(row) !== right.get(row) || !listed.has(row)) wrong.push(row);
  }
  return [...new Set(wrong)];
}

function sumsOf(entries: readonly (readonly [number, Fields])[]): Map<number, string> {
  const db = new (sqlite().DatabaseSync)(":memory:");
  try {
    createFullText(db, "stated");
    for (const [row, fields] of entries) putWords(db, row, fields);
    return sumsIn(db);
  } finally {
    db.close();
  }
}

/** For each row, a sum over its words with their places, which does not depend on their order. */
function sumsIn(db: DatabaseSync): Map<number, string> {
  const sums = new Map<number, { count: number; sum: number }>();
  db.exec("CREATE VIRTUAL TABLE IF NOT EXISTS temp.words_places USING fts5vocab('main', 'words', 'instance')");
  for (const { term, doc, col, offset } of db.prepare("SELECT term, doc, col, offset FROM words_places").iterate()) {
    const own = sums.get(Number(doc)) ?? { count: 0, sum: 0 };
    own.count += 1;
    own.sum = (own.sum + Number.parseInt(nameMark(`${term} ${col} ${offset}`).slice(0, 12), 16)) % 2 ** 48;
    sums.set(Number(doc), own);
  }
  return new Map([...sums].map(([row, { count, sum }]) => [row, `${count} ${sum}`]));
}
