/** Reads atuin's database, which has the session, directory, exit status and duration of each command. */
import { SHELLS } from "../../core/event/event.ts";
import type { HistoryEntry, ReadEntry } from "./sources.ts";

export type AtuinRow = Readonly<Record<string, unknown>>;

/** The table `history` as the caller opened it: the columns that this version has, and the rows by time. */
type AtuinTable = {
  readonly columns: readonly string[];
  readonly rows: (columns: readonly string[]) => Iterable<AtuinRow>;
};

/** Rows that were synchronised from another machine lose their directory, which does not exist on this one. */
export function* readAtuin({ columns, rows }: AtuinTable, host?: string): Generator<ReadEntry> {
  const missing = REQUIRED.filter((column) => !columns.includes(column));
  if (missing.length > 0) {
    yield { skipped: `atuin's table has no column ${missing.join(", ")}` };
    return;
  }
  for (const row of rows([...REQUIRED, ...OPTIONAL.filter((column) => columns.includes(column))])) {
    yield toEntry(row, host);
  }
}

const REQUIRED = ["timestamp", "command"];
const OPTIONAL = "duration exit cwd session hostname deleted_at author author_kind shell".split(" ");
const NS_PER_MS = 1_000_000;

function toEntry(row: AtuinRow, host: string | undefined): ReadEntry {
  const { command, session } = row;
  if (row.deleted_at != null) return { skipped: "deleted in atuin" };
  if (typeof command !== "string") return { skipped: "not an entry" };
  const startMs = toMs(row.timestamp);
  const durationMs = toMs(row.duration);
  const exitCode = wholeFromZero(row.exit);
  const cwd = typeof row.cwd === "string" && isFrom(row.hostname, host) ? row.cwd : undefined;
  const shell = SHELLS.find((name) => name === row.shell);
  const base: HistoryEntry = { command, actor: isAgent(row) ? "agent" : "person" };
  return {
    ...base,
    ...(startMs === undefined ? {} : { startMs }),
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(typeof session === "string" && session !== "" ? { session } : {}),
    ...(shell === undefined ? {} : { shell }),
  };
}

/** Atuin writes a negative value if it did not see the command end. */
function wholeFromZero(value: unknown): number | undefined {
  const number = typeof value === "bigint" ? Number(value) : value;
  return typeof number === "number" && number >= 0 ? number : undefined;
}

function toMs(value: unknown): number | undefined {
  const ns = wholeFromZero(value);
  return ns === undefined ? undefined : Math.floor(ns / NS_PER_MS);
}

/** `hostname` is written as "host:user". */
function isFrom(hostname: unknown, host: string | undefined): boolean {
  return host === undefined || typeof hostname !== "string" || hostname.split(":")[0] === host;
}

/** Older versions have only the author. `pi` is not in the list: it may be the user's own name. */
function isAgent({ author, author_kind: kind }: AtuinRow): boolean {
  if (typeof kind === "string" && kind !== "") return /agent/i.test(kind);
  return typeof author === "string" && /^(?:claude-code|codex|opencode|gemini-cli)$/.test(author);
}
