/** The briefed table: which records a session was given by its hooks, when, and what that cost. */
import type { Receipt } from "../../core/ports.ts";
import { type Database, insertRow } from "../databases/database.ts";

type Briefing = {
  readonly session: string;
  readonly atMs: number;
  readonly tokens: number;
  readonly records: readonly string[];
};

/** Longer than anybody looks back. */
const KEEP_MS = 400 * 24 * 3_600_000;

/** Receipts of briefs for agent sessions; each counts once, however often the journal is read. */
export function addBriefing(state: Database, session: string, receipt: Receipt): void {
  const records = briefedBy(receipt);
  if (!session.startsWith("ses_") || records.length === 0) return;
  const { id, atMs, tokens } = receipt;
  // The briefing itself has the empty record, and so stays if its records are forgotten.
  for (const record of ["", ...records]) {
    const row = { receipt: id, record, session, at_ms: atMs, tokens: record === "" ? tokens : 0 };
    insertRow(state, "briefed", row, "OR IGNORE ");
  }
}

/** What a brief has in its layers. The answer to a recall is none: the agent asked for it. */
function briefedBy({ included }: Receipt): string[] {
  return included.filter(({ layer }) => layer !== undefined).map(({ id }) => id);
}

export function briefingsOf(state: Database) {
  return {
    /** All of them, in order of time. */
    all(): readonly Briefing[] {
      const rows = state.sql("SELECT * FROM briefed ORDER BY at_ms, receipt, record").all();
      return [...Map.groupBy(rows, ({ receipt }) => receipt).values()].map((own) => ({
        session: String(own[0]!.session),
        atMs: Number(own[0]!.at_ms),
        tokens: Number(own[0]!.tokens),
        records: own.flatMap(({ record }) => (record === "" ? [] : [String(record)])),
      }));
    },
    /** The records that a session was given, each with the first time. */
    givenTo(session: string): ReadonlyMap<string, number> {
      const rows = state
        .sql("SELECT record, min(at_ms) AS first_ms FROM briefed WHERE session = ? AND record <> '' GROUP BY record")
        .all(session);
      return new Map(rows.map(({ record, first_ms }) => [String(record), Number(first_ms)]));
    },
    /** Deletes those that are too old to be counted. */
    expire: (nowMs: number): void => void state.sql("DELETE FROM briefed WHERE at_ms < ?").run(nowMs - KEEP_MS),
  };
}
