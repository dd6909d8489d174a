/** The statements table: every sentence of the person, with its session and date, to count what is said again. */
import type { ProjectId } from "../../core/record/record.ts";
import type { SaidStatement } from "../../core/session/session.ts";
import { type Database, optionalText, putRow } from "../databases/database.ts";

/** In the column `score`; older versions put an estimate below 1 there. */
const KEPT = 1;

export function statementsOf(state: Database) {
  return {
    /** Replaces the statements of a session, so that a session that is read again counts once. */
    put(session: string, statements: readonly Omit<SaidStatement, "session">[]): void {
      state.write(() => {
        state.sql("DELETE FROM statements WHERE session = ?").run(session);
        for (const { turn, text, atMs, project, isKept } of statements) {
          const score = isKept ? KEPT : 0;
          putRow(state, "statements", { session, turn, text, at_ms: atMs, project: project ?? null, score });
        }
      });
    },
    /** The latest, in order of time. */
    latest: (limit: number) =>
      state
        .sql("SELECT * FROM statements ORDER BY at_ms DESC, session, turn LIMIT ?")
        .all(limit)
        .map(fromRow)
        .toReversed(),
  };
}

function fromRow(row: Record<string, unknown>): SaidStatement {
  return {
    session: String(row.session),
    turn: Number(row.turn),
    text: String(row.text),
    atMs: Number(row.at_ms),
    ...(optionalText("project", row.project) as { readonly project?: ProjectId }),
    isKept: Number(row.score) === KEPT,
  };
}
