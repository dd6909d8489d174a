/** Reads atuin's database, which knows session, directory, exit status and duration of each command. */
import { SHELLS } from "../core/event/event.ts";
import type { Entry, Told } from "./told.ts";

export type AtuinRow = Readonly<Record<string, unknown>>;

/** Its table `history`, as the caller opens it: the columns that this version has, and their rows in order of time. */
type AtuinTable = {
  readonly columns: readonly string[];
  readonly rows: (columns: readonly string[]) => Iterable<AtuinRow>;
};

/** Of rows that another machine synchronised here only the directory is left out: it means nothing on this one. */
export function* readAtuin({ columns, rows }: AtuinTable, host?: string): Generator<Entry> {
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

function toEntry(row: AtuinRow, host: string | undefined): Entry {
  const { command, session } = row;
  if (row.deleted_at != null) return { skipped: "deleted in atuin" };
  if (typeof command !== "string") return { skipped: "not an entry" };
  const startMs = toMs(row.timestamp);
  const durationMs = toMs(row.duration);
  const exitCode = wholeFromZero(row.exit);
  const cwd = typeof row.cwd === "string" && isFrom(row.hostname, host) ? row.cwd : undefined;
  const shell = SHELLS.find((name) => name === row.shell);
  const told: Told = { command, actor: isAgent(row) ? "agent" : "person" };
  return {
    ...told,
    ...(startMs === undefined ? {} : { startMs }),
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(typeof session === "string" && session !== "" ? { session } : {}),
    ...(shell === undefined ? {} : { shell }),
  };
}

/** Negative values stand for a command whose end atuin did not see. */
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

/** Older versions name only the author: elsewhere the user's own name, which may well be `pi`. */
function isAgent({ author, author_kind: kind }: AtuinRow): boolean {
  if (typeof kind === "string" && kind !== "") return /agent/i.test(kind);
  return typeof author === "string" && /^(?:claude-code|codex|opencode|gemini-cli)$/.test(author);
}
