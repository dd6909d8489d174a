/** Sessions of coding agents and their turns. */
import type { ProjectId } from "../../core/record/record.ts";
import type { Clean } from "../../core/screen/clean.ts";
import {
  type AgentName,
  type AgentSession,
  NOWHERE,
  type Role,
  type SessionId,
  type ToolKind,
  type Turn,
} from "../../core/session/session.ts";
import { type Database, optionalNumber, optionalText, putRow } from "../databases/database.ts";
import type { ProjectCount } from "./event-counts.ts";

export type KeptSession = AgentSession & {
  readonly project?: ProjectId;
  /** When it was last imported. */
  readonly readMs?: number;
  /** When its text was deleted; later text may exist. */
  readonly textDeletedMs?: number;
  readonly textDeletedWhy?: string;
  readonly isPinned?: boolean;
};
export type PlacedTurn = Turn & { readonly ord: number };
export type TurnPlace = { readonly place: number; readonly ord: number };

export function sessionsOf(state: Database) {
  /** Deletes the imported data of a session, so that it can be imported again. */
  const empty = (session: SessionId): void => {
    for (const table of ["turns", "synopses"]) state.sql(`DELETE FROM ${table} WHERE session = ?`).run(session);
    state.sql("DELETE FROM sentences WHERE session = ? AND kind = 'read'").run(session);
  };
  return {
    put({ id, agent, nativeId, file, cwd, project, title, parent, startedMs, endedMs, readMs }: KeptSession): void {
      state
        .sql(
          `INSERT INTO sessions (id, agent, native_id, file, cwd, project, title, parent, started_ms, ended_ms, read_ms)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
           ON CONFLICT (id) DO UPDATE SET file = excluded.file, cwd = excluded.cwd, project = excluded.project,
             title = excluded.title, parent = excluded.parent, started_ms = excluded.started_ms, ended_ms = excluded.ended_ms,
             read_ms = coalesce(excluded.read_ms, read_ms)`,
        )
        .run(
          ...[id, agent, nativeId, file, cwd ?? null, project ?? null, title ?? null, parent ?? null],
          ...[startedMs ?? null, endedMs ?? null, readMs ?? null],
        );
    },
    get: (id: SessionId) => state.sql("SELECT * FROM sessions WHERE id = ?").all(id).map(sessionFrom)[0],
    /** The latest first. */
    list: ({ project, limit }: { readonly project?: ProjectId | "" | undefined; readonly limit: number }) =>
      state
        .sql("SELECT * FROM sessions WHERE ? IS NULL OR coalesce(project, '') = ? ORDER BY ended_ms DESC, id LIMIT ?")
        .all(project ?? null, project ?? null, limit)
        .map(sessionFrom),
    /** By project: how many, and when the last one ended; the empty project is what belongs to no known one. */
    byProject: (): ProjectCount[] =>
      state
        .sql("SELECT coalesce(project, '') AS project, count(*) AS n, max(ended_ms) AS last FROM sessions GROUP BY 1")
        .all()
        .map(({ project, n, last }) => ({
          project: String(project),
          count: Number(n),
          ...optionalNumber("lastMs", last),
        })),
    putTurns(turns: readonly PlacedTurn[]): void {
      for (const { session, span, ord, role, atMs, text, files, tool } of turns)
        putRow(state, "turns", {
          ...{ session, place: span.from, ord, role, at_ms: atMs, text, files: JSON.stringify(files) },
          ...{ tool: tool?.name, act: tool?.act },
        });
    },
    turnsOf: (session: SessionId) =>
      state.sql("SELECT * FROM turns WHERE session = ? ORDER BY place, ord").all(session).map(turnFrom),
    *turnsAfter(session: SessionId, { place, ord }: TurnPlace): Generator<PlacedTurn> {
      const after = state.raw.prepare(
        "SELECT * FROM turns WHERE session = ? AND (place, ord) > (?, ?) ORDER BY place, ord",
      );
      for (const row of after.iterate(session, place, ord)) yield { ...turnFrom(row), ord: Number(row.ord) };
    },
    turn: (session: SessionId, { place, ord }: TurnPlace): PlacedTurn | undefined =>
      state
        .sql("SELECT * FROM turns WHERE session = ? AND place = ? AND ord = ?")
        .all(session, place, ord)
        .map((row) => ({ ...turnFrom(row), ord: Number(row.ord) }))[0],
    /** The person's last messages, the latest first, and the agent's last one. */
    endOf(session: SessionId, most: number): { readonly asked: readonly string[]; readonly done: string | undefined } {
      const last = state.sql(
        "SELECT text FROM turns WHERE session = ? AND role = ? ORDER BY place DESC, ord DESC LIMIT ?",
      );
      const asked = last.all(session, "person", most).map(({ text }) => String(text));
      const done = last.get(session, "agent", 1)?.text;
      return { asked, done: done === undefined ? undefined : String(done) };
    },
    /** The latest first. */
    lastCommands: (session: SessionId, most: number): { readonly command: string; readonly status: string }[] =>
      state
        .sql("SELECT command, status FROM events WHERE session = ? ORDER BY at DESC, seq DESC LIMIT ?")
        .all(session, most) as { command: string; status: string }[],
    /** What the person and the agent said around a position, in order. */
    talkAround(session: SessionId, { place, ord }: TurnPlace, most: { before: number; after: number }): PlacedTurn[] {
      const talk = "SELECT * FROM turns WHERE session = ? AND role IN ('person', 'agent')";
      const before = state
        .sql(`${talk} AND (place, ord) < (?, ?) ORDER BY place DESC, ord DESC LIMIT ?`)
        .all(session, place, ord, most.before);
      const after = state
        .sql(`${talk} AND (place, ord) >= (?, ?) ORDER BY place, ord LIMIT ?`)
        .all(session, place, ord, most.after);
      return [...before.reverse(), ...after].map((row) => ({ ...turnFrom(row), ord: Number(row.ord) }));
    },
    /** The person's message at or before a position. */
    personTurnBefore: (session: SessionId, { place, ord }: TurnPlace): PlacedTurn | undefined =>
      state
        .sql(
          `SELECT * FROM turns WHERE session = ? AND role = 'person' AND (place, ord) <= (?, ?)
           ORDER BY place DESC, ord DESC LIMIT 1`,
        )
        .all(session, place, ord)
        .map((row) => ({ ...turnFrom(row), ord: Number(row.ord) }))[0],
    /** The messages of the agent after a message of the person, up to the person's next one; at most `limit`. */
    answersTo: (session: SessionId, { place, ord }: TurnPlace, limit: number): PlacedTurn[] =>
      state
        .sql(
          `SELECT * FROM turns WHERE session = ?1 AND role = 'agent' AND (place, ord) > (?2, ?3)
             AND (place, ord) < (SELECT coalesce(min(place), 9e15), 0 FROM turns
               WHERE session = ?1 AND role = 'person' AND (place, ord) > (?2, ?3))
           ORDER BY place, ord LIMIT ?4`,
        )
        .all(session, place, ord, limit)
        .map((row) => ({ ...turnFrom(row), ord: Number(row.ord) })),
    has: (session: SessionId, { place, ord }: TurnPlace): boolean =>
      state.sql("SELECT 1 FROM turns WHERE session = ? AND place = ? AND ord = ?").get(session, place, ord) !==
      undefined,
    /** Whether all of these messages still exist. */
    hasTurns: (session: SessionId, places: readonly TurnPlace[]): boolean => {
      const at = ({ place, ord }: TurnPlace): string => `${place}.${ord}`;
      const rows = state.sql("SELECT place, ord FROM turns WHERE session = ?").all(session);
      const known = new Set(rows.map(({ place, ord }) => at({ place: Number(place), ord: Number(ord) })));
      return known.size > 0 && places.every((place) => known.has(at(place)));
    },
    /** Sessions with text, the latest first, with what changes whenever their text does. */
    indexStates: (only?: SessionId) =>
      state
        .sql(
          `SELECT session, count(*) AS turns, read_ms, project FROM turns LEFT JOIN sessions ON sessions.id = session
           WHERE ?1 IS NULL OR session = ?1 GROUP BY session ORDER BY ended_ms DESC, session`,
        )
        .all(only ?? null)
        .map(({ session, turns, read_ms, project }) => ({
          session: String(session),
          turns: Number(turns),
          readMs: Number(read_ms ?? 0),
          scopeKey: typeof project === "string" ? project : NOWHERE,
        })),
    /** Changes whenever the text of any session does. */
    state: (): string => {
      const { n, read } = state.sql("SELECT count(*) AS n, coalesce(sum(read_ms), 0) AS read FROM sessions").get()!;
      return `${n}/${read}/${count(state, "turns")}`;
    },
    /** Records that the agent reported its end; the session itself may be imported later. */
    recordEnd(session: SessionId, atMs: number): void {
      state
        .sql(
          `INSERT INTO acts (kind, session, at_ms) VALUES ('end', ?, ?)
           ON CONFLICT (session) WHERE kind = 'end' DO UPDATE SET at_ms = max(at_ms, excluded.at_ms)`,
        )
        .run(session, atMs);
    },
    /** When each ended, as reported by the agent. */
    ends: (): ReadonlyMap<SessionId, number> =>
      new Map(
        state
          .sql("SELECT session, at_ms FROM acts WHERE kind = 'end'")
          .all()
          .map((row) => [String(row.session), Number(row.at_ms)]),
      ),
    empty,
    drop(session: SessionId): void {
      empty(session);
      state.sql("DELETE FROM acts WHERE session = ? AND kind = 'end'").run(session);
      state.sql("DELETE FROM sessions WHERE id = ?").run(session);
    },
    count: () => count(state, "sessions"),
  };
}

function count(state: Database, table: string): number {
  return Number(state.sql(`SELECT count(*) AS n FROM ${table}`).get()?.n);
}

function sessionFrom(row: Record<string, unknown>): KeptSession {
  return {
    id: String(row.id),
    agent: row.agent as AgentName,
    nativeId: String(row.native_id),
    file: String(row.file),
    ...optionalText("cwd", row.cwd),
    ...optionalText("project", row.project),
    ...optionalText("title", row.title),
    ...optionalText("parent", row.parent),
    ...optionalNumber("startedMs", row.started_ms),
    ...optionalNumber("endedMs", row.ended_ms),
    ...optionalNumber("readMs", row.read_ms),
    ...optionalNumber("textDeletedMs", row.let_go_ms),
    ...optionalText("textDeletedWhy", row.let_go_why),
    ...(row.is_pinned === 1 && { isPinned: true }),
  };
}

function turnFrom(row: Record<string, unknown>): Turn {
  return {
    session: String(row.session),
    role: row.role as Role,
    text: row.text as Clean,
    ...optionalNumber("atMs", row.at_ms),
    files: JSON.parse(String(row.files)) as string[],
    ...(typeof row.act === "string" ? { tool: { name: String(row.tool), act: row.act as ToolKind } } : {}),
    span: { from: Number(row.place), to: Number(row.place) },
  };
}
