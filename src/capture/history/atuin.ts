/** Reads atuin's database, which has the session, directory, exit status and duration of each command. */
import { SHELLS } from "../../core/event/event.ts";
import type { HistoryEntry, ReadEntry } from "./sources.ts";

export type HistoryRow = Readonly<Record<string, unknown>>;

/** A table as the caller opened it: the columns that this version has, and the rows in order. */
type OpenTable = {
  readonly columns: readonly string[];
  readonly rows: (columns: readonly string[]) => Iterable<HistoryRow>;
};

export const ATUIN = {
  table: "history",
  required: ["timestamp", "command"],
  optional: "duration exit cwd session hostname deleted_at author author_kind shell".split(" "),
  orderBy: "timestamp",
} as const;

/** `host` is the name of this machine: a directory of another one does not exist here. */
export function* readAtuin({ columns, rows }: OpenTable, host?: string): Generator<ReadEntry> {
  const missing = ATUIN.required.filter((column) => !columns.includes(column));
  if (missing.length > 0) {
    yield { skipped: `the table ${ATUIN.table} has no column ${missing.join(", ")}` };
    return;
  }
  const wanted = [...ATUIN.required, ...ATUIN.optional.filter((column) => columns.includes(column))];
  for (const row of rows(wanted)) yield entryOf(row, host);
}

function entryOf(row: HistoryRow, host: string | undefined): ReadEntry {
  if (row.deleted_at != null) return { skipped: "deleted in atuin" };
  const { command } = row;
  if (typeof command !== "string" || command === "") return { skipped: "not an entry" };
  const startMs = msOf(row.timestamp);
  // Without a time, a second import could not recognise it.
  if (startMs === undefined) return { skipped: "without a time" };
  const parts = {
    actor: isAgent(row) ? "agent" : "person",
    startMs,
    durationMs: msOf(row.duration),
    exitCode: wholeFromZero(row.exit),
    // Written as "host:user".
    cwd: isFrom(String(row.hostname ?? "").split(":")[0], host) ? textOrNumber(row.cwd) : undefined,
    session: textOrNumber(row.session),
    shell: SHELLS.find((name) => name === row.shell),
  };
  const known = Object.entries(parts).filter(([, value]) => value !== undefined);
  return { command, ...(Object.fromEntries(known) as Omit<HistoryEntry, "command">) };
}

const NS_PER_MS = 1_000_000;

function msOf(value: unknown): number | undefined {
  const ns = wholeFromZero(value);
  return ns === undefined ? undefined : Math.floor(ns / NS_PER_MS);
}

/** A negative value means that the end of the command was not seen. */
function wholeFromZero(value: unknown): number | undefined {
  const number = typeof value === "bigint" ? Number(value) : value;
  return typeof number === "number" && number >= 0 ? Math.floor(number) : undefined;
}

function textOrNumber(value: unknown): string | undefined {
  if (typeof value === "bigint" || typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

function isFrom(hostname: string | undefined, host: string | undefined): boolean {
  return host === undefined || hostname === undefined || hostname === "" || hostname === host;
}

/** Older versions have only the author. `pi` is not in the list: it may be the user's own name. */
function isAgent({ author, author_kind: kind }: HistoryRow): boolean {
  if (typeof kind === "string" && kind !== "") return /agent/i.test(kind);
  return typeof author === "string" && /^(?:claude-code|codex|opencode|gemini-cli)$/.test(author);
}
