/** The latest commands of a project, and when agents changed its files: what a prediction is made from. */
import type { Actor, CommandEvent } from "../../core/event/event.ts";
import type { ProjectId } from "../../core/record/record.ts";
import type { Database } from "../databases/database.ts";

export type PlainEvent = Pick<CommandEvent, "session" | "actor" | "status"> & {
  readonly command: string;
  /** Empty if unknown. */
  readonly cwd: string;
  /** 0 without times. */
  readonly atMs: number;
};

export function projectEventsOf(state: Database) {
  return {
    /** Which projects have commands, the latest used first; null for commands outside of projects. */
    places: (): { readonly project: ProjectId | null; readonly mark: string }[] =>
      state
        .sql(
          `SELECT project, max(seq) AS seq, count(*) AS n, max(CASE is_timed WHEN 1 THEN at ELSE 0 END) AS last,
             (SELECT count(*) FROM events WHERE project IS NULL AND cwd IS NULL) AS anywhere
           FROM events GROUP BY project ORDER BY last DESC`,
        )
        .all()
        .map(({ project, seq, n, anywhere }) => ({
          project: project as ProjectId | null,
          mark: `${seq}.${n}.${anywhere}`,
        })),
    /** Of this actor; also those of a history that has no directories, which may have been run anywhere. */
    latest(project: ProjectId | null, actor: Actor, limit: number): PlainEvent[] {
      const rowsOf = (where: string, own: ProjectId | null) =>
        state
          .sql(
            `SELECT session, actor, status, command, cwd, at, is_timed, seq FROM events INDEXED BY events_by_project
             WHERE project IS ? AND ${where} AND actor = ? AND status <> 'rejected'
             ORDER BY is_timed DESC, at DESC, seq DESC LIMIT ?`,
          )
          .all(own, actor, limit)
          .map((row) => ({
            session: String(row.session),
            actor: row.actor as Actor,
            status: row.status as PlainEvent["status"],
            command: String(row.command),
            cwd: row.cwd === null ? "" : String(row.cwd),
            atMs: row.is_timed === 1 ? Number(row.at) : 0,
            seq: Number(row.seq),
          }));
      const anywhere = project === null ? [] : rowsOf("cwd IS NULL", null);
      return [...rowsOf("true", project), ...anywhere]
        .toSorted((a, b) => a.atMs - b.atMs || a.seq - b.seq)
        .slice(-limit)
        .map(({ seq: _, ...event }) => event);
    },
    /** When agents changed files, in the last sessions of the project; in order. */
    editTimes: (project: ProjectId | null): number[] =>
      state
        .sql(
          `SELECT at_ms FROM turns WHERE act = 'edit' AND at_ms IS NOT NULL AND session IN
             (SELECT id FROM sessions WHERE project IS ? ORDER BY coalesce(ended_ms, started_ms) DESC LIMIT ?)
           ORDER BY at_ms`,
        )
        .all(project, MOST_SESSIONS)
        .map(({ at_ms }) => Number(at_ms)),
  };
}

const MOST_SESSIONS = 20;
