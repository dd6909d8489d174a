/** What extraction looked at in each session: taken or refused, by which rule, and why. */
import type { Database } from "../databases/database.ts";

export type LedgerRow = {
  readonly session: string;
  readonly rule: string;
  readonly text: string;
  readonly taken: boolean;
  readonly reason: string;
};

export type Ledger = {
  /** In place of what was noted of the session before. */
  record(session: string, rows: readonly Omit<LedgerRow, "session">[], atMs: number): void;
  of(session: string): readonly LedgerRow[];
  /** The latest last. */
  all(): readonly LedgerRow[];
};

export function ledgerOf(state: Database): Ledger {
  return {
    record(session, rows, atMs) {
      state.write(() => {
        state.sql("DELETE FROM ledger WHERE session = ?").run(session);
        const put = state.sql(
          "INSERT INTO ledger (session, at_ms, rule, text, is_taken, reason) VALUES (?, ?, ?, ?, ?, ?)",
        );
        for (const { rule, text, taken, reason } of rows) put.run(session, atMs, rule, text, taken ? 1 : 0, reason);
      });
    },
    of: (session) =>
      state
        .sql("SELECT session, rule, text, is_taken, reason FROM ledger WHERE session = ? ORDER BY seq")
        .all(session)
        .map(fromRow),
    all: () => state.sql("SELECT session, rule, text, is_taken, reason FROM ledger ORDER BY seq").all().map(fromRow),
  };
}

function fromRow(row: Record<string, unknown>): LedgerRow {
  return {
    session: String(row.session),
    rule: String(row.rule),
    text: String(row.text),
    taken: row.is_taken === 1,
    reason: String(row.reason),
  };
}
