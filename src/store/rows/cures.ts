/** The cures table: commands that failed and what made them work, with their session and date. */
import type { ProjectId } from "../../core/record/record.ts";
import type { CureFix, KeptCure } from "../../core/session/cure.ts";
import { type Database, optionalText, placeholders, putRow } from "../databases/database.ts";

export function curesOf(state: Database) {
  return {
    /** Replaces the cures of a session, so that a session that is read again counts once. */
    put(session: string, cures: readonly Omit<KeptCure, "session">[]): void {
      state.write(() => {
        state.sql("DELETE FROM cures WHERE session = ?").run(session);
        for (const { family, mark, turn, atMs, project, trust, error, failed, fix, didNotHelp } of cures)
          putRow(state, "cures", {
            ...{ session, family, mark, turn, at_ms: atMs, project: project ?? null, trust, error, failed },
            ...{ fix_by: fix.by, fix: fix.text, did_not_help: JSON.stringify(didNotHelp) },
          });
      });
    },
    /** In order of time. */
    all: () => state.sql("SELECT * FROM cures ORDER BY at_ms, session").all().map(cureFrom),
  };
}

/** For hooks. */
export function readCures(state: Database) {
  const dismissed = "SELECT 1 FROM decisions WHERE kind = 'suggestion' AND subject = ? AND value = 'dismissed'";
  return {
    curesOf: (marks: readonly string[]): readonly KeptCure[] => curesOfError(state, marks),
    isDismissed: (suggestion: string): boolean => state.sql(dismissed).get(suggestion) !== undefined,
  };
}

/** The cures of an error, the latest first. */
function curesOfError(state: Database, marks: readonly string[]): KeptCure[] {
  return state
    .sql(`SELECT * FROM cures WHERE mark IN (${placeholders(marks)}) ORDER BY at_ms DESC, session`)
    .all(...marks)
    .map(cureFrom);
}

function cureFrom(row: Record<string, unknown>): KeptCure {
  return {
    session: String(row.session),
    family: String(row.family),
    mark: String(row.mark),
    turn: Number(row.turn),
    atMs: Number(row.at_ms),
    ...(optionalText("project", row.project) as { readonly project?: ProjectId }),
    trust: row.trust as KeptCure["trust"],
    error: String(row.error),
    failed: String(row.failed),
    fix: { by: row.fix_by, text: String(row.fix) } as CureFix,
    didNotHelp: JSON.parse(String(row.did_not_help)) as string[],
  };
}
