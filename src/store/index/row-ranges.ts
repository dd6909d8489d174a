/** Entries of every kind share one full text and one table of vectors; the range of its row says what kind an entry is. */
import { UNITS_PER_SOURCE } from "../../core/search/search-hits.ts";

export type RowRange = { readonly kind: "record" | "passage" | "command"; readonly from: number; readonly to: number };

/** The number of a command's project times this, plus its position: so a row says whose it is. */
export const LINES_PER_PROJECT = 2 ** 30;

export const RECORD_ROWS: RowRange = { kind: "record", from: 0, to: 2 ** 40 };
export const PASSAGE_ROWS: RowRange = { kind: "passage", from: RECORD_ROWS.to, to: 2 ** 51 };
export const COMMAND_ROWS: RowRange = { kind: "command", from: PASSAGE_ROWS.to, to: 2 ** 53 };

/** The number of the first source of passages, and of the first project of commands. */
export const FIRST_SOURCE = PASSAGE_ROWS.from / UNITS_PER_SOURCE;
export const FIRST_PROJECT = COMMAND_ROWS.from / LINES_PER_PROJECT;

export function kindOfRow(row: number): RowRange["kind"] {
  return row < RECORD_ROWS.to ? "record" : row < PASSAGE_ROWS.to ? "passage" : "command";
}

/** A condition on a column. In the text of the statement, because FTS5 only skips to a row that is bound as an integer. */
export function rowsIn(column: string, { from, to }: RowRange): string {
  return `${column} >= ${from} AND ${column} < ${to}`;
}
