/** Every sentence of the person, with its session and date, to count what is said again. */
import type { ProjectId } from "../../core/record/record.ts";
import type { SaidStatement } from "../../core/session/session.ts";
import { type Database, optionalText, putRow } from "../databases/database.ts";

export function statementsOf(state: Database) {
  return {
    /** Replaces the statements of a session, so that a session that is read again counts once. */
    put(session: string, statements: readonly Omit<SaidStatement, "session">[]): void {
      state.write(() => {
        state.sql("DELETE FROM sentences WHERE session = ? AND kind = 'said'").run(session);
        for (const { turn, text, atMs, project, isKept } of statements)
          putRow(state, "sentences", {
            ...{ kind: "said", session, turn, text, at_ms: atMs, project, is_taken: isKept ? 1 : 0 },
          });
      });
    },
    /** The latest, in order of time. */
    latest: (limit: number) =>
      state
        .sql("SELECT * FROM sentences WHERE kind = 'said' ORDER BY at_ms DESC, session, turn LIMIT ?")
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
    isKept: row.is_taken === 1,
  };
}
