/** The whole history in pages, the latest first, and what is around one command: for the interactive search. */
import type { Actor, EventStatus } from "../../core/event/event.ts";
import type { Database } from "../databases/database.ts";

/** One command, with as little as a line of the finder needs. */
export type FoundCommand = {
  readonly seq: number;
  readonly command: string;
  readonly session: string;
  readonly actor: Actor;
  readonly status: EventStatus;
  /** Position in its session; a time only if it is timed. */
  readonly at: number;
  readonly isTimed: boolean;
  readonly exitCode: number | null;
  readonly durationMs: number | null;
  readonly cwd: string;
  readonly project: string;
  /** Where it is in the transcript of an agent's session. */
  readonly place: number | null;
};

const COLUMNS = "seq, command, session, actor, status, at, is_timed, exit_code, duration_ms, cwd, project, place";

const LATEST = `SELECT ${COLUMNS} FROM events INDEXED BY events_by_time WHERE is_timed >= 0 AND status <> 'rejected'
  ORDER BY is_timed DESC, at DESC`;

export function searchEventsOf(state: Database) {
  return {
    /** The latest first; those without times last. */
    page: (limit: number): FoundCommand[] => state.sql(`${LATEST} LIMIT ?`).all(limit).map(fromRow),
    /** All after so many, read one at a time: a page at an offset would walk over everything before it again. */
    *after(skip: number): Generator<FoundCommand> {
      for (const row of state.raw.prepare(`${LATEST} LIMIT -1 OFFSET ?`).iterate(skip)) yield fromRow(row);
    },
    count: () => Number(state.sql("SELECT count(*) AS n FROM events").get()?.n),
    /** All of its session, in order. */
    session: (session: string): FoundCommand[] =>
      state.sql(`SELECT ${COLUMNS} FROM events WHERE session = ? ORDER BY at, seq`).all(session).map(fromRow),
    /** What an agent said before it ran the command. */
    saidBefore({ session, place }: Pick<FoundCommand, "session" | "place">): string | undefined {
      if (place === null) return undefined;
      const row = state
        .sql(
          `SELECT text FROM turns WHERE session = ? AND place <= ? AND role = 'agent' AND text <> ''
           ORDER BY place DESC, ord DESC LIMIT 1`,
        )
        .get(session, place);
      return row === undefined ? undefined : String(row.text);
    },
    /** Without a title, what the person asked for first. */
    titleOf(session: string): string | undefined {
      const row = state
        .sql(
          `SELECT agent, coalesce(title, (SELECT text FROM turns WHERE session = id AND role = 'person' AND text <> ''
             ORDER BY place, ord LIMIT 1)) AS title
           FROM sessions WHERE id = ?`,
        )
        .get(session);
      return row === undefined ? undefined : [row.agent, row.title].filter((part) => part !== null).join(": ");
    },
  };
}

function fromRow(row: Record<string, unknown>): FoundCommand {
  return {
    seq: Number(row.seq),
    command: String(row.command),
    session: String(row.session),
    actor: row.actor as Actor,
    status: row.status as EventStatus,
    at: Number(row.at),
    isTimed: row.is_timed === 1,
    exitCode: row.exit_code === null ? null : Number(row.exit_code),
    durationMs: row.duration_ms === null ? null : Number(row.duration_ms),
    cwd: row.cwd === null ? "" : String(row.cwd),
    project: row.project === null ? "" : String(row.project),
    place: row.place === null ? null : Number(row.place),
  };
}
