/** Histories that are kept in a database: which table and columns a program uses, and how a row becomes an entry. */
import type { HistoryEntry, ReadEntry } from "./sources.ts";

export type HistoryRow = Readonly<Record<string, unknown>>;

/** A column of a joined table is written with its table: `commands.argv`. */
export type HistoryTable = {
  readonly table: string;
  /** Tables whose rowid stands in a column of the first one. */
  readonly joined?: readonly { readonly table: string; readonly by: string }[];
  readonly required: readonly string[];
  readonly optional: readonly string[];
  readonly orderBy: string;
  /** `host` is the name of this machine: a directory of another one does not exist here. */
  readonly toEntry: (row: HistoryRow, host: string | undefined) => ReadEntry;
};

/** A table as the caller opened it: the columns that this version has, and the rows in order, without table names. */
export type OpenTable = {
  readonly columns: readonly string[];
  readonly rows: (columns: readonly string[]) => Iterable<HistoryRow>;
};

export function* readRows(
  { table, required, optional, toEntry }: HistoryTable,
  { columns, rows }: OpenTable,
  host?: string,
): Generator<ReadEntry> {
  const missing = required.filter((column) => !columns.includes(column));
  if (missing.length > 0) {
    yield { skipped: `the table ${table} has no column ${missing.join(", ")}` };
    return;
  }
  for (const row of rows([...required, ...optional.filter((column) => columns.includes(column))]))
    yield toEntry(row, host);
}

type Parts = { readonly [Name in keyof HistoryEntry]?: HistoryEntry[Name] | undefined };

/** An entry without the fields that its row does not have. */
export function entryOf(command: unknown, parts: Parts): ReadEntry {
  if (typeof command !== "string" || command === "") return { skipped: "not an entry" };
  // Without a time, a second import could not recognise it.
  if (parts.startMs === undefined) return { skipped: "without a time" };
  const known = Object.entries(parts).filter(([, value]) => value !== undefined);
  return { command, ...(Object.fromEntries(known) as Omit<HistoryEntry, "command">) };
}

/** Programs write a negative value if they did not see the command end. */
export function wholeFromZero(value: unknown): number | undefined {
  const number = typeof value === "bigint" ? Number(value) : value;
  return typeof number === "number" && number >= 0 ? Math.floor(number) : undefined;
}

export function times(value: unknown, factor: number): number | undefined {
  const number = wholeFromZero(value);
  return number === undefined ? undefined : number * factor;
}

export function textIn(value: unknown): string | undefined {
  if (typeof value === "bigint" || typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function isFrom(hostname: unknown, host: string | undefined): boolean {
  return host === undefined || typeof hostname !== "string" || hostname === "" || hostname === host;
}
