/** Histories that are kept in a database: which table and columns a program uses, and how a row becomes an entry. */
import { type OpenTable, rowsOf, type TableColumns, type TableRow } from "../table-rows.ts";
import type { HistoryEntry, ReadEntry } from "./sources.ts";

export type HistoryRow = TableRow;

/** A column of a joined table is written with its table: `commands.argv`. */
export type HistoryTable = TableColumns & {
  /** Tables whose rowid stands in a column of the first one. */
  readonly joined?: readonly { readonly table: string; readonly by: string }[];
  readonly orderBy: string;
  /** `host` is the name of this machine: a directory of another one does not exist here. */
  readonly toEntry: (row: HistoryRow, host: string | undefined) => ReadEntry;
};

export function* readRows(table: HistoryTable, open: OpenTable, host?: string): Generator<ReadEntry> {
  const rows = rowsOf(table, open);
  if (typeof rows === "string") yield { skipped: rows };
  else for (const row of rows) yield table.toEntry(row, host);
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
