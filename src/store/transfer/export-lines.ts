/** The rows of state.db as JSON lines, for exports, imports and `export --lines`. */

import { isId } from "../../core/base/id.ts";
import type { Author } from "../../core/ports.ts";
import { CATEGORIES, isOneOf, type MemoryRecord, STATUSES, TYPES } from "../../core/record/record.ts";
import { screen } from "../../core/screen/clean.ts";
import { placeholders } from "../databases/database.ts";
import { withoutTitles } from "../forget/forget-rows.ts";
import { EVENTS_TABLE, FORGETTABLE_TABLES, type ForgettableTable } from "../forget/forgettable-tables.ts";
import type { ForgottenRows } from "../forget/forgotten-phrases.ts";
import { CURSOR } from "../rows/events.ts";
import type { WriteStore } from "../write-store.ts";

type Row = Record<string, string | number | null>;
/** A line as it is exported, and as the row of its table. */
type Line = { readonly kind: Kind; readonly values: Row; readonly row: Row };

/** `only`: the rows of a table with several kinds. A column with another name in the table is `name=column`. */
type ExportedTable = {
  table: string;
  only?: Readonly<Record<string, string>>;
  where?: string;
  columns: string;
  order: string;
};

/** The tables of a person's memory, with the columns that are valid on another machine. */
const TABLES = {
  counter: {
    table: "uses",
    only: { session: "*" },
    columns: "record reinforcement=count last_used_ms=at_ms",
    order: "record",
  },
  use: { table: "uses", where: "session <> '*'", columns: "session record at_ms", order: "session, record" },
  accepted: {
    table: "decisions",
    only: { kind: "accepted" },
    columns: "project=subject hash=value at_ms",
    order: "subject, value",
  },
  confirmed: {
    table: "decisions",
    only: { kind: "confirmed" },
    columns: "record=subject hash=value at_ms",
    order: "subject",
  },
  suggestion: { table: "suggestions", columns: "id record change reason status created_at", order: "id" },
  revision: {
    table: "revisions",
    columns: "batch record folder at_ms verb by actor before after undone",
    order: "seq",
  },
  event: {
    table: "events",
    columns: `id session at is_timed source shell actor command mark cwd project duration_ms exit_code status request
      proposed plan is_filed place purpose`,
    order: "seq",
  },
  cursor: { table: "meta", where: `key LIKE '${CURSOR}%'`, columns: "name=key value", order: "key" },
  decision: {
    table: "decisions",
    only: { kind: "suggestion" },
    columns: "suggestion=subject status=value at_ms made",
    order: "subject",
  },
  episode: {
    table: "episodes",
    columns: "id text outcome tags at_ms scope project trust session source",
    order: "id",
  },
  ticket: {
    table: "tickets",
    columns: `id native_id title description status type priority parent notes project created_at updated_at source`,
    order: "id",
  },
  run: { table: "runs", columns: "id workflow started_ms finished_ms status steps", order: "id" },
  session: {
    table: "sessions",
    columns: "id agent native_id file cwd project title parent started_ms ended_ms is_ended",
    order: "id",
  },
  turn: {
    table: "turns",
    columns: "session place ord role at_ms text files tool act",
    order: "session, place, ord",
  },
  synopsis: { table: "synopses", columns: "session at_ms maker text memories", order: "session" },
  statement: {
    table: "sentences",
    only: { kind: "said" },
    columns: "session turn text at_ms project score=is_taken",
    order: "session, turn, text",
  },
  cure: {
    table: "cures",
    columns: "session family mark turn at_ms project trust error failed fix_by fix did_not_help",
    order: "session, family, mark",
  },
  end: { table: "acts", only: { kind: "end" }, columns: "session at_ms", order: "session" },
  // Row numbers are local, and a repeated row adds nothing.
  reading: {
    table: "sentences",
    only: { kind: "read" },
    columns: "session at_ms rule text is_taken reason",
    order: "session, at_ms, rule, text, is_taken, reason",
  },
} as const satisfies Record<string, ExportedTable>;

type Kind = keyof typeof TABLES;

/** The names of the columns: exported, and in the table. */
function columnsOf(kind: Kind): { name: string; column: string }[] {
  return TABLES[kind].columns.split(/\s+/).map((spec) => {
    const [name = "", column = name] = spec.split("=");
    return { name, column };
  });
}

export function exportLines({ state }: Pick<WriteStore, "state">): string[] {
  return state.view(() =>
    kinds().flatMap((kind) => {
      const { table, only = {}, where = "1", order }: ExportedTable = TABLES[kind];
      const columns = columnsOf(kind).map(({ name, column }) => (name === column ? name : `${column} AS ${name}`));
      const wanted = [where, ...Object.keys(only).map((column) => `${column} = ?`)].join(" AND ");
      const distinct = kind === "reading" ? "DISTINCT " : "";
      return state
        .sql(`SELECT ${distinct}${columns.join(", ")} FROM ${table} WHERE ${wanted} ORDER BY ${order}`)
        .all(...Object.values(only))
        .map((row) => JSON.stringify({ kind, ...row, ...(kind === "cursor" && { name: cursorName(row.name) }) }));
    }),
  );
}

function cursorName(key: unknown): string {
  return String(key).slice(CURSOR.length);
}

type Unwanted = {
  /** True for a record that was deleted here. */
  readonly isDeleted: (record: { readonly id: string; readonly text: string }) => boolean;
  readonly forgotten: ForgottenRows;
};

/** Imports lines; skips rows that exist already, or that are about something deleted here. Returns how many were new. */
export function importLines(
  { state }: Pick<WriteStore, "state">,
  lines: readonly string[],
  unwanted: Unwanted,
): number {
  return state.write(() => lines.reduce((taken, line) => taken + importLine(state, line, unwanted), 0));
}

function importLine(state: WriteStore["state"], line: string, { isDeleted, forgotten }: Unwanted): number {
  const read = readLine(line);
  if (read === undefined || !isValid(state, read) || recordsOf(read).some(isDeleted) || isKnown(state, read)) return 0;
  const { kind, row } = read;
  const { table } = TABLES[kind];
  const known = FORGETTABLE.get(table);
  if (known !== undefined && forgotten.isForgotten(known, row)) return 0;
  const columns = Object.keys(row);
  const insert = `INSERT OR IGNORE INTO ${table} (${columns.join(", ")}) VALUES (${placeholders(columns)})`;
  return Number(state.sql(insert).run(...columns.map((column) => importedValue(read, column, forgotten))).changes);
}

const FORGETTABLE: ReadonlyMap<string, ForgettableTable> = new Map(
  [...FORGETTABLE_TABLES, EVENTS_TABLE].map((table) => [table.name, table]),
);

/** A session stays if only its title was forgotten; a cursor may name the title of any session. */
function importedValue({ kind, row }: Line, column: string, forgotten: ForgottenRows): string | number | null {
  const value = row[column] ?? null;
  if (forgotten.isEmpty || value === null) return value;
  if (kind === "session" && column === "title") return forgotten.holdsPhrase(String(value)) ? null : value;
  return kind === "cursor" && column === "value" ? withoutTitles(String(value)) : value;
}

/** For rows without a key that is valid here: compares a change by its batch, a command by its time. */
function isKnown(state: WriteStore["state"], { kind, values }: Line): boolean {
  const found = (sql: string, ...columns: string[]): boolean =>
    state.sql(sql).get(...columns.map((column) => values[column] ?? null)) !== undefined;
  if (kind === "revision")
    return found("SELECT 1 FROM revisions WHERE batch = ? AND record = ? AND verb = ?", "batch", "record", "verb");
  const sameReading = `SELECT 1 FROM sentences WHERE kind = 'read' AND session = ? AND at_ms = ? AND rule = ? AND text = ?
    AND reason = ?`;
  if (kind === "reading") return found(sameReading, "session", "at_ms", "rule", "text", "reason");
  const sameCommand = "SELECT 1 FROM events WHERE mark = ? AND at = ? AND is_timed = ? AND command = ? AND session = ?";
  return kind === "event" && found(sameCommand, "mark", "at", "is_timed", "command", "session");
}

/** Anybody may have made the file: refuses rows that the tables would refuse, or that contain a secret. */
function isValid(state: WriteStore["state"], { kind, row }: Line): boolean {
  // A use without a session would count as many.
  if (kind === "use" && row.session === "*") return false;
  const columns = Object.keys(row);
  const schema = state
    .sql(`SELECT name, type, "notnull" OR pk AS is_needed FROM pragma_table_info(?)`)
    .all(TABLES[kind].table)
    .filter(({ name }) => columns.includes(String(name)));
  const hasValidTypes = schema.every(({ name, type, is_needed }) => {
    const column = String(name);
    const value = row[column] ?? null;
    if (value === null) return is_needed === 0;
    if (type === "INTEGER") return Number.isSafeInteger(value);
    if (type === "REAL") return typeof value === "number";
    return typeof value === "string" && (!RECORDS[kind]?.includes(column) || recordIn(value) !== undefined);
  });
  const clean = screen(
    columns
      .map((column) => row[column] ?? "")
      .join("\n")
      .replace(SEAM, ""),
  );
  return hasValidTypes && clean.outcome === "clean";
}

/** The hash in an import's cursor, which looks like a generated token. */
const SEAM = /"seam":"[\w-]{43}"/;

/** Columns that contain a record as JSON. */
const RECORDS: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  suggestion: ["record"],
  revision: ["before", "after"],
};

/** The records that a row names or contains. */
function recordsOf({ values }: Line): { id: string; text: string }[] {
  const { record, before, after } = values;
  const held = [record, before, after].flatMap((value) => recordIn(value) ?? []);
  return held.length === 0 && typeof record === "string" ? [{ id: record, text: "" }] : held;
}

function recordIn(json: unknown): MemoryRecord | undefined {
  if (typeof json !== "string" || !json.startsWith("{")) return undefined;
  try {
    const record = JSON.parse(json) as Partial<MemoryRecord>;
    const lists = [record.tags, record.aliases, record.keywords, record.paths];
    const isComplete =
      typeof record.id === "string" &&
      isId(record.id, "rec") &&
      typeof record.text === "string" &&
      typeof record.key === "string" &&
      isOneOf(TYPES, record.type) &&
      isOneOf(CATEGORIES, record.category) &&
      isOneOf(STATUSES, record.status) &&
      lists.every((list) => Array.isArray(list) && list.every((item) => typeof item === "string"));
    return isComplete ? (record as MemoryRecord) : undefined;
  } catch {
    return undefined; // not valid JSON
  }
}

function readLine(line: string): Line | undefined {
  try {
    const { kind, ...values } = JSON.parse(line) as { kind: string } & Row;
    if (kind === "revision") values.actor ??= olderActor(String(values.by));
    // Older versions have an estimate below 1 here.
    if (kind === "statement") values.score = values.score === 1 ? 1 : 0;
    return kinds().includes(kind as Kind)
      ? { kind: kind as Kind, values, row: rowOf(kind as Kind, values) }
      : undefined;
  } catch {
    return undefined; // a cut line; the caller counts what was imported
  }
}

function rowOf(kind: Kind, values: Row): Row {
  const { only = {} }: ExportedTable = TABLES[kind];
  const row: Row = { ...only };
  for (const { name, column } of columnsOf(kind)) row[column] = values[name] ?? null;
  return kind === "cursor" ? { ...row, key: `${CURSOR}${values.name}` } : row;
}

/** Exports of version 0.1 say only in words who made a change. */
function olderActor(by: string): Author["actor"] {
  if (by.startsWith("an agent")) return "agent";
  if (by.startsWith("your machine ")) return "machine";
  if (by.startsWith("team member ")) return "member";
  return by === "oldhand" ? "oldhand" : by.startsWith("oldhand,") ? "repair" : "person";
}

function kinds(): Kind[] {
  return Object.keys(TABLES) as Kind[];
}
