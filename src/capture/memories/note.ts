/** One statement of another program's memory, with the fields that its format has. */

import { parseJson } from "../../core/base/parse-json.ts";
import type { RecordType, Scope } from "../../core/record/record.ts";

export type Note = {
  readonly text: string;
  readonly type?: RecordType;
  readonly key?: string;
  readonly tags?: readonly string[];
  readonly paths?: readonly string[];
  readonly aliases?: readonly string[];
  /** Set if the note is marked as applying everywhere. */
  readonly scope?: Extract<Scope, "global">;
  /** The directory that it is about. */
  readonly cwd?: string;
  /** What the program calls the project that it is about: a directory's name, or owner/repository. */
  readonly project?: string;
};

export type Notes = {
  readonly notes: readonly Note[];
  /** A reason for each item that was left out. */
  readonly skipped: readonly string[];
};

/** The path shows which of the program's files it is. */
export type ReadNotes = (text: string, file: string) => Notes;

/** A table in a program's database; the store opens it. */
export type NoteTable = TableColumns & {
  /** The notes of a row, or the reason why it has none. */
  readonly toNotes: (row: TableRow) => readonly Note[] | string;
};

/** More rows are not read at once. */
const MOST_ROWS = 20_000;

export function notesInTable(table: NoteTable, open: OpenTable): Notes {
  const rows = rowsOf(table, open);
  if (typeof rows === "string") return { notes: [], skipped: [rows] };
  const notes: Note[] = [];
  const skipped: string[] = [];
  let count = 0;
  for (const row of rows) {
    count += 1;
    if (count > MOST_ROWS) break;
    const found = table.toNotes(row);
    if (typeof found === "string") skipped.push(found);
    else notes.push(...found);
  }
  if (count > MOST_ROWS) skipped.push(`rows after the first ${MOST_ROWS}`);
  const checked = notesFrom(notes);
  return { notes: checked.notes, skipped: [...skipped, ...checked.skipped] };
}

/** A longer text is a document, not one statement. */
const LONGEST_CHARS = 4000;
const SHORTEST_CHARS = 8;

/** Leaves out what cannot be one statement. */
export function notesFrom(all: readonly Note[]): Notes {
  const flaw = ({ text }: Note): string | undefined => {
    if (text.length > LONGEST_CHARS) return "too long for one statement";
    return text.length < SHORTEST_CHARS || !/\s/.test(text) ? "too short for a statement" : undefined;
  };
  const notes = all.filter((note) => flaw(note) === undefined).map(bounded);
  return { notes, skipped: all.flatMap((note) => flaw(note) ?? []) };
}

const MOST_LABELS = 20;
const LONGEST_LABEL = 200;

/** Keys, tags, paths and aliases come from files that anybody may have written, so they are limited. */
function bounded({ key, ...note }: Note): Note {
  const few = (labels: readonly string[] = []): readonly string[] =>
    labels.filter((label) => label.length <= LONGEST_LABEL).slice(0, MOST_LABELS);
  return {
    ...note,
    ...(key !== undefined && key.length <= LONGEST_LABEL && { key }),
    tags: few(note.tags),
    paths: few(note.paths),
    aliases: few(note.aliases),
  };
}

export type TableRow = Readonly<Record<string, unknown>>;

/** A table as the caller opened it: the columns that this version has, and the rows in order, without table names. */
export type OpenTable = {
  readonly columns: readonly string[];
  readonly rows: (columns: readonly string[]) => Iterable<TableRow>;
};

export type TableColumns = {
  readonly table: string;
  readonly required: readonly string[];
  readonly optional: readonly string[];
};

/** The rows, or the reason why they cannot be read. */
export function rowsOf({ table, required, optional }: TableColumns, { columns, rows }: OpenTable) {
  const missing = required.filter((column) => !columns.includes(column));
  if (missing.length > 0) return `the table ${table} has no column ${missing.join(", ")}`;
  return rows([...required, ...optional.filter((column) => columns.includes(column))]);
}

export function cellText(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/** A column with a JSON list of texts; anything else counts as empty. */
export function cellList(value: unknown): readonly string[] {
  return textsIn(typeof value === "string" ? parseJson(value) : value);
}

export function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.flatMap((item) => cellText(item) ?? []) : [];
}
