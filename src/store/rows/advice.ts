/** The advice table: what became of records and cures that sessions were given and followed. */
import type { Doubt } from "../../core/record/doubt.ts";
import { type Database, optionalText, putRow } from "../databases/database.ts";

export type AdviceRow = Omit<Doubt, "outcome"> & {
  readonly record: string;
  readonly outcome: Doubt["outcome"] | "worked" | "confirmed";
};

export function adviceOf(state: Database) {
  const put = (session: string, { record, outcome, atMs, command, isGone, error, instead }: AdviceRow): void =>
    putRow(state, "advice", {
      ...{ session, record, at_ms: atMs, outcome, command, gone: isGone ? 1 : 0 },
      ...{ error: error ?? null, instead: instead ?? null },
    });
  return {
    /** Replaces what a session says, so that a session that is read again counts once. */
    put(session: string, rows: readonly AdviceRow[]): void {
      state.write(() => {
        state.sql("DELETE FROM advice WHERE session = ?").run(session);
        for (const row of rows) put(session, row);
      });
    },
    /** A person says that the record holds: what happened before no longer counts against it. */
    confirm: (record: string, atMs: number): void =>
      put("", { record, outcome: "confirmed", atMs, command: "", isGone: false }),
    /** The failures and corrections of each record or cure, in order of time. */
    against(): ReadonlyMap<string, readonly Doubt[]> {
      const rows = state.sql(`SELECT * FROM advice WHERE ${AGAINST} ORDER BY at_ms, session`).all();
      const byRecord = Map.groupBy(rows, ({ record }) => String(record));
      return new Map([...byRecord].map(([record, own]) => [record, own.map(doubtFrom)]));
    },
  };
}

const AGAINST = "outcome IN ('failed', 'corrected')";

export function doubtsIn(state: Database): (record: string) => Doubt | undefined {
  // A success clears a failure; what the person corrected, only a person clears.
  const latest = `SELECT * FROM advice AS one WHERE record = ? AND ${AGAINST} AND NOT EXISTS (
    SELECT 1 FROM advice AS later WHERE later.record = one.record AND later.at_ms > one.at_ms
    AND (later.outcome = 'confirmed' OR (later.outcome = 'worked' AND one.outcome = 'failed'))
  ) ORDER BY at_ms DESC LIMIT 1`;
  return (record) => {
    const row = state.sql(latest).get(record);
    return row === undefined ? undefined : doubtFrom(row);
  };
}

function doubtFrom(row: Record<string, unknown>): Doubt {
  return {
    ...{ outcome: row.outcome as Doubt["outcome"], atMs: Number(row.at_ms), command: String(row.command) },
    ...{ isGone: row.gone === 1, ...optionalText("error", row.error), ...optionalText("instead", row.instead) },
  };
}
