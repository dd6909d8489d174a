/** What was counted: the steps of commands, how often each habit was seen in each session, and the sums. Rebuilt at will. */
import type { Actor, EventId } from "../../core/event/event.ts";
import type { CountedHabit, HabitStep, Observation } from "../../core/event/habit-step.ts";
import type { Habit } from "../../core/record/record.ts";
import { type Database, getMeta, setMeta } from "./database.ts";

/** Over all projects: so that what is regular is found without summing up everything that was ever seen. */
const ALL = "*";

const LATEST = 1000;

export const HABIT_TABLES = `
CREATE TABLE steps (
  session TEXT NOT NULL, actor TEXT NOT NULL, at INTEGER NOT NULL, seq INTEGER NOT NULL, ord INTEGER NOT NULL,
  event TEXT NOT NULL, family TEXT NOT NULL, project TEXT NOT NULL, cwd TEXT NOT NULL, worked TEXT NOT NULL,
  end_ms INTEGER, proposed TEXT, ran TEXT,
  PRIMARY KEY (session, actor, at, seq, ord)
) STRICT, WITHOUT ROWID;
CREATE INDEX steps_named ON steps (session, actor, at, seq, ord) WHERE family <> '';
CREATE INDEX steps_by_event ON steps (event);
CREATE TABLE tallies (
  habit TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, actor TEXT NOT NULL, project TEXT NOT NULL,
  session TEXT NOT NULL, n INTEGER NOT NULL,
  PRIMARY KEY (habit, key, value, actor, project, session)
) STRICT, WITHOUT ROWID;
CREATE TABLE habits (
  habit TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, actor TEXT NOT NULL, project TEXT NOT NULL,
  n INTEGER NOT NULL, sessions INTEGER NOT NULL,
  PRIMARY KEY (habit, key, value, actor, project)
) STRICT, WITHOUT ROWID;
CREATE INDEX habits_regular ON habits (actor, habit, n) WHERE project = '*' AND (n >= 3 OR habit = 'accepted_substitution');
`;

export type Habits = {
  clear(): void;
  /** The number of the last event that was counted. */
  consumed(): number;
  /** The steps that an event left when it was counted before. */
  ofEvent(event: EventId): HabitStep[];
  /** Steps that name something, from `reach` before the first place to `reach` after the last. */
  around(span: Span, reach: number): HabitStep[];
  /** Takes steps out and in, with what that changes in the counts. */
  apply(change: { removed: readonly HabitStep[]; added: readonly HabitStep[]; seen: readonly Observation[] }): void;
  consumedUpTo(seq: number): void;
  /** Everything that was seen often enough to be looked at. */
  regular(actor: Actor): CountedHabit[];
  count(habit: Habit, key: string): number;
  /** Sessions in which it was seen, the latest first. */
  sessionsOf(what: Pick<Observation, "habit" | "key" | "value" | "actor">, limit: number): string[];
  /** The last steps of a session, in order: enough to show what a habit rests on. */
  latestIn(session: string, actor: Actor): HabitStep[];
};

export type Span = {
  readonly session: string;
  readonly actor: Actor;
  readonly from: Pick<HabitStep, "at" | "seq">;
  readonly to: Pick<HabitStep, "at" | "seq">;
};

export function habitsOf(index: Database): Habits {
  return {
    clear() {
      for (const table of ["steps", "tallies", "habits"]) index.sql(`DELETE FROM ${table}`).run();
      setMeta(index, "events_seq", "0");
    },
    consumed: () => Number(getMeta(index, "events_seq") ?? 0),
    ofEvent: (event) => index.sql("SELECT * FROM steps WHERE event = ?").all(event).map(fromRow),
    around({ session, actor, from, to }, reach) {
      const named = "FROM steps INDEXED BY steps_named WHERE session = ? AND actor = ? AND family <> ''";
      const before = index
        .sql(`SELECT * ${named} AND (at, seq) < (?, ?) ORDER BY at DESC, seq DESC, ord DESC LIMIT ?`)
        .all(session, actor, from.at, from.seq, reach)
        .toReversed();
      const between = index
        .sql(`SELECT * ${named} AND (at, seq) >= (?, ?) AND (at, seq) <= (?, ?) ORDER BY at, seq, ord`)
        .all(session, actor, from.at, from.seq, to.at, to.seq);
      const after = index
        .sql(`SELECT * ${named} AND (at, seq) > (?, ?) ORDER BY at, seq, ord LIMIT ?`)
        .all(session, actor, to.at, to.seq, reach);
      return [...before, ...between, ...after].map(fromRow);
    },
    apply({ removed, added, seen }) {
      const place = "session = ? AND actor = ? AND at = ? AND seq = ? AND ord = ?";
      for (const { session, actor, at, seq, ord } of removed)
        index.sql(`DELETE FROM steps WHERE ${place}`).run(session, actor, at, seq, ord);
      for (const step of added) insertStep(index, step);
      for (const observation of seen) count(index, observation);
    },
    consumedUpTo: (seq) => setMeta(index, "events_seq", String(seq)),
    regular: (actor) => regular(index, actor),
    count(habit, key) {
      const sum =
        "SELECT coalesce(sum(n), 0) AS n FROM habits WHERE habit = ? AND key = ? AND actor = 'person' AND project = ?";
      return Number(index.sql(sum).get(habit, key, ALL)?.n);
    },
    sessionsOf: ({ habit, key, value, actor }, limit) =>
      index
        .sql(
          `SELECT DISTINCT session, (SELECT max(at) FROM steps WHERE steps.session = tallies.session) AS last FROM tallies
           WHERE habit = ? AND key = ? AND value = ? AND actor = ? ORDER BY last DESC, session LIMIT ?`,
        )
        .all(habit, key, value, actor, limit)
        .map(({ session }) => String(session)),
    latestIn: (session, actor) =>
      index
        .sql("SELECT * FROM steps WHERE session = ? AND actor = ? ORDER BY at DESC, seq DESC, ord DESC LIMIT ?")
        .all(session, actor, LATEST)
        .toReversed()
        .map(fromRow),
  };
}

/** A session counts for a habit while it has seen it; the sums follow in the same transaction. */
function count(index: Database, { habit, key, value, actor, project, session, n }: Observation): void {
  const row = [habit, key, value, actor, project] as const;
  const now = index
    .sql(
      `INSERT INTO tallies (habit, key, value, actor, project, session, n) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET n = n + excluded.n RETURNING n`,
    )
    .get(...row, session, n);
  const left = Number(now?.n);
  if (left === 0)
    index
      .sql(
        "DELETE FROM tallies WHERE habit = ? AND key = ? AND value = ? AND actor = ? AND project = ? AND session = ?",
      )
      .run(...row, session);
  const sessions = left === 0 ? -1 : left === n ? 1 : 0;
  for (const [where, by] of [
    [project, sessions],
    [ALL, 0],
  ] as const) {
    const sum = index
      .sql(
        `INSERT INTO habits (habit, key, value, actor, project, n, sessions) VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET n = n + excluded.n, sessions = sessions + excluded.sessions RETURNING n`,
      )
      .get(habit, key, value, actor, where, n, by);
    if (sum?.n === 0)
      index
        .sql("DELETE FROM habits WHERE habit = ? AND key = ? AND value = ? AND actor = ? AND project = ?")
        .run(habit, key, value, actor, where);
  }
}

function regular(index: Database, actor: Actor): CountedHabit[] {
  return index
    .sql(
      `SELECT habit, key, value FROM habits INDEXED BY habits_regular
       WHERE actor = ? AND project = '*' AND (n >= 3 OR habit = 'accepted_substitution')`,
    )
    .all(actor)
    .map((row) => {
      const [habit, key, value] = [row.habit as Habit, String(row.key), String(row.value)];
      const of = "habit = ? AND key = ? AND value = ? AND actor = ?";
      const byProject = index
        .sql(`SELECT project, n, sessions FROM habits WHERE ${of} AND project <> '*' ORDER BY project`)
        .all(habit, key, value, actor)
        .map(({ project, n, sessions }) => ({ project: String(project), n: Number(n), sessions: Number(sessions) }));
      const distinct = index.sql(`SELECT count(DISTINCT session) AS n FROM tallies WHERE ${of}`);
      return { habit, key, value, byProject, sessions: Number(distinct.get(habit, key, value, actor)?.n) };
    });
}

function insertStep(index: Database, step: HabitStep): void {
  const { session, actor, at, seq, ord, event, family, project, cwd, worked, endMs, instead } = step;
  index
    .sql(
      `INSERT INTO steps (session, actor, at, seq, ord, event, family, project, cwd, worked, end_ms, proposed, ran)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      ...[session, actor, at, seq, ord, event, family, project, cwd, worked, endMs ?? null],
      ...[instead?.proposed ?? null, instead?.ran ?? null],
    );
}

function fromRow(row: Record<string, unknown>): HabitStep {
  return {
    session: String(row.session),
    at: Number(row.at),
    seq: Number(row.seq),
    ord: Number(row.ord),
    event: String(row.event),
    family: String(row.family),
    project: String(row.project),
    cwd: String(row.cwd),
    actor: row.actor as Actor,
    worked: row.worked as HabitStep["worked"],
    ...(row.end_ms !== null && { endMs: Number(row.end_ms) }),
    ...(row.proposed !== null && { instead: { proposed: String(row.proposed), ran: String(row.ran) } }),
  };
}
