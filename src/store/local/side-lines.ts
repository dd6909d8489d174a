/** Everything that is kept beside the files, as lines of JSON: for exports, imports and the canonical dump. */
import type { WriteStore } from "./write-store.ts";

type Row = Record<string, string | number | null>;

/** The tables that make up a person's memory, with the columns that mean the same on another machine. */
const TABLES = {
  counter: { table: "counters", columns: ["record", "reinforcement", "last_used_ms"], order: "record" },
  use: { table: "uses", columns: ["session", "record", "at_ms"], order: "session, record" },
  accepted: { table: "accepted", columns: ["project", "hash", "at_ms"], order: "project, hash" },
  suggestion: { table: "suggestions", columns: ["id", "record", "reason", "status", "created_at"], order: "id" },
  revision: {
    table: "revisions",
    columns: ["batch", "record", "folder", "at_ms", "verb", "by", "before", "after", "undone"],
    order: "seq",
  },
} as const;

type Kind = keyof typeof TABLES;

export function sideLines({ state }: Pick<WriteStore, "state">): string[] {
  return state.view(() =>
    kinds().flatMap((kind) => {
      const { table, columns, order } = TABLES[kind];
      const rows = state.sql(`SELECT ${columns.join(", ")} FROM ${table} ORDER BY ${order}`).all();
      return rows.map((row) => JSON.stringify({ kind, ...row }));
    }),
  );
}

/** Takes lines in; a row that is there already stays as it is. Returns how many were new. */
export function takeSideLines({ state }: Pick<WriteStore, "state">, lines: readonly string[]): number {
  return state.write(() => lines.reduce((taken, line) => taken + takeLine(state, line), 0));
}

function takeLine(state: WriteStore["state"], line: string): number {
  const row = readLine(line);
  if (row === undefined) return 0;
  const { table, columns } = TABLES[row.kind];
  const values = columns.map((column) => row.values[column] ?? null);
  // Revisions have no key of their own: the same change of the same record in the same batch is the same revision.
  if (row.kind === "revision") {
    const known = state.sql("SELECT 1 FROM revisions WHERE batch = ? AND record = ? AND verb = ?");
    if (known.get(values[0]!, values[1]!, values[4]!) !== undefined) return 0;
  }
  const marks = columns.map(() => "?").join(", ");
  return Number(
    state.sql(`INSERT OR IGNORE INTO ${table} (${columns.join(", ")}) VALUES (${marks})`).run(...values).changes,
  );
}

function readLine(line: string): { kind: Kind; values: Row } | undefined {
  try {
    const { kind, ...values } = JSON.parse(line) as { kind: string } & Row;
    return kinds().includes(kind as Kind) ? { kind: kind as Kind, values } : undefined;
  } catch {
    return undefined; // a line that was cut; the caller counts what was taken
  }
}

function kinds(): Kind[] {
  return Object.keys(TABLES) as Kind[];
}
