/** The briefings and briefed tables: which records a session was given by its hooks, when, and what that cost. */
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
  insertRow(state, "briefings", { receipt: id, session, at_ms: atMs, tokens }, "OR IGNORE ");
  for (const record of records) insertRow(state, "briefed", { receipt: id, record, session }, "OR IGNORE ");
}

/** What a brief has in its layers. The answer to a recall is none: the agent asked for it. */
function briefedBy({ included }: Receipt): string[] {
  return included.filter(({ layer }) => layer !== undefined).map(({ id }) => id);
}

export function briefingsOf(state: Database) {
  return {
    /** All of them, in order of time. */
    all(): readonly Briefing[] {
      const rows = state.sql("SELECT receipt, record FROM briefed").all();
      const records = Map.groupBy(rows, ({ receipt }) => String(receipt));
      return state
        .sql("SELECT * FROM briefings ORDER BY at_ms, receipt")
        .all()
        .map((row) => ({
          session: String(row.session),
          atMs: Number(row.at_ms),
          tokens: Number(row.tokens),
          records: (records.get(String(row.receipt)) ?? []).map(({ record }) => String(record)),
        }));
    },
    /** The records that a session was given, each with the first time. */
    givenTo(session: string): ReadonlyMap<string, number> {
      const rows = state
        .sql(
          `SELECT record, min(at_ms) AS first_ms FROM briefed JOIN briefings USING (receipt)
           WHERE briefings.session = ? GROUP BY record`,
        )
        .all(session);
      return new Map(rows.map(({ record, first_ms }) => [String(record), Number(first_ms)]));
    },
    /** Deletes those that are too old to be counted. */
    expire(nowMs: number): void {
      const before = nowMs - KEEP_MS;
      state.write(() => {
        state.sql("DELETE FROM briefed WHERE receipt IN (SELECT receipt FROM briefings WHERE at_ms < ?)").run(before);
        state.sql("DELETE FROM briefings WHERE at_ms < ?").run(before);
      });
    },
  };
}
