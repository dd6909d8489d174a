/** Counts for habits: the steps of commands, how often each habit was seen per session, and the sums. Can be rebuilt. */
import type { Actor, EventId, HabitCounts, HabitStep, Observation } from "../../core/event/event.ts";
import type { Habit, RecordType } from "../../core/record/record.ts";
import { type Database, getMeta, insertRow, optionalNumber, setMeta } from "../databases/database.ts";

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
-- With the project '*' are the sums, so that regular habits are found without adding up all tallies.
CREATE INDEX tallies_regular ON tallies (actor, habit, n)
  WHERE project = '*' AND (n >= 3 OR habit = 'accepted_substitution');
`;

type Span = {
  readonly session: string;
  readonly actor: Actor;
  readonly from: Pick<HabitStep, "at" | "seq">;
  readonly to: Pick<HabitStep, "at" | "seq">;
};

type Change = {
  readonly removed: readonly HabitStep[];
  readonly added: readonly HabitStep[];
  readonly seen: readonly Observation[];
};

export type Habits = ReturnType<typeof habitsOf>;

export function habitsOf(index: Database) {
  return {
    clear(): void {
      for (const table of ["steps", "tallies"]) index.sql(`DELETE FROM ${table}`).run();
      setMeta(index, "events_seq", "0");
    },
    /** The number of the last event that was counted. */
    consumed: () => Number(getMeta(index, "events_seq") ?? 0),
    /** The steps that an event left when it was counted before. */
    ofEvent: (event: EventId) => index.sql("SELECT * FROM steps WHERE event = ?").all(event).map(fromRow),
    /** Named steps, from `reach` before the first position to `reach` after the last. */
    around({ session, actor, from, to }: Span, reach: number): HabitStep[] {
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
    /** Removes and adds steps, and updates the counts. */
    apply({ removed, added, seen }: Change): void {
      const place = "session = ? AND actor = ? AND at = ? AND seq = ? AND ord = ?";
      for (const { session, actor, at, seq, ord } of removed)
        index.sql(`DELETE FROM steps WHERE ${place}`).run(session, actor, at, seq, ord);
      for (const step of added) insertStep(index, step);
      tally(index, seen);
    },
    consumedUpTo: (seq: number) => setMeta(index, "events_seq", String(seq)),
    /** Habits that were seen often enough to be considered. */
    regular: (actor: Actor) => regular(index, actor),
    count(habit: Habit, key: string): number {
      const sum =
        "SELECT coalesce(sum(n), 0) AS n FROM tallies WHERE habit = ? AND key = ? AND actor = 'person' AND project = '*'";
      return Number(index.sql(sum).get(habit, key)?.n);
    },
    /** Habits that are stored as records, whether or not a decision on them is known. */
    recorded: () =>
      index
        .sql(
          `SELECT json_extract(body, '$.habit') AS habit, coalesce(json_extract(body, '$.value'), json_extract(body, '$.key')) AS value
           FROM files WHERE type IN ('habit', 'workflow') AND body <> '' AND json_extract(body, '$.habit') IS NOT NULL`,
        )
        .all()
        .map(({ habit, value }) => ({ habit: String(habit), value: String(value) })),
    /** The steps of each workflow that is kept. */
    workflowSteps: (): readonly (readonly string[])[] =>
      index
        .sql(
          `SELECT json_extract(body, '$.steps') AS steps FROM files
           WHERE type = 'workflow' AND state = 'kept' AND status = 'active' AND body <> ''`,
        )
        .all()
        .flatMap(({ steps }) => (steps === null ? [] : [JSON.parse(String(steps)) as string[]])),
    /** The ids of the active records of a type, by key. */
    idsByKey: (type: RecordType): ReadonlyMap<string, string> =>
      new Map(
        index
          .sql(
            `SELECT id, json_extract(body, '$.key') AS key FROM files
             WHERE type = ? AND state = 'kept' AND status = 'active' AND body <> ''`,
          )
          .all(type)
          .map(({ id, key }) => [String(key), String(id)]),
      ),
    /** Sessions in which it was seen, the latest first. */
    sessionsOf: ({ habit, key, value, actor }: Omit<Observation, "project" | "session" | "n">, limit: number) =>
      index
        .sql(
          `SELECT DISTINCT session, (SELECT max(at) FROM steps WHERE steps.session = tallies.session) AS last FROM tallies
           WHERE habit = ? AND key = ? AND value = ? AND actor = ? AND project <> '*' ORDER BY last DESC, session LIMIT ?`,
        )
        .all(habit, key, value, actor, limit)
        .map(({ session }) => String(session)),
    /** The last steps of a session, in order: enough to show evidence for a habit. */
    latestIn: (session: string, actor: Actor) =>
      index
        .sql("SELECT * FROM steps WHERE session = ? AND actor = ? ORDER BY at DESC, seq DESC, ord DESC LIMIT ?")
        .all(session, actor, LATEST)
        .toReversed()
        .map(fromRow),
  };
}

/** Writes each row of a batch once, in table order, so that neighbouring rows are written together. */
function tally(index: Database, seen: readonly Observation[]): void {
  const sums = new Map<string, Observation>();
  const put = index.sql(
    `INSERT INTO tallies (habit, key, value, actor, project, session, n) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET n = n + excluded.n`,
  );
  // A count of zero leaves no row, and so no text, behind.
  const drop = index.sql(
    "DELETE FROM tallies WHERE habit = ? AND key = ? AND value = ? AND actor = ? AND project = ? AND session = ? AND n = 0",
  );
  const add = ({ habit, key, value, actor, project, session, n }: Observation): void => {
    put.run(habit, key, value, actor, project, session, n);
    if (n <= 0) drop.run(habit, key, value, actor, project, session);
  };
  for (const [place, one] of inTableOrder(seen)) {
    add(one);
    const name = place.split("\0", 4).join("\0");
    sums.set(name, { ...one, project: ALL, session: "", n: one.n + (sums.get(name)?.n ?? 0) });
  }
  for (const sum of sums.values()) add(sum);
}

/** The project of the sums. */
const ALL = "*";

function inTableOrder(seen: readonly Observation[]): [place: string, observation: Observation][] {
  const placed = seen.map((one): [string, Observation] => {
    const { habit, key, value, actor, project, session } = one;
    return [[habit, key, value, actor, project, session].join("\0"), one];
  });
  return placed.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

/** Sums per project are computed on demand: few habits are regular. */
function regular(index: Database, actor: Actor): HabitCounts[] {
  return index
    .sql(
      `SELECT habit, key, value FROM tallies INDEXED BY tallies_regular
       WHERE actor = ? AND project = '*' AND (n >= 3 OR habit = 'accepted_substitution')`,
    )
    .all(actor)
    .map((row) => {
      const [habit, key, value] = [row.habit as Habit, String(row.key), String(row.value)];
      const of = "FROM tallies WHERE habit = ? AND key = ? AND value = ? AND actor = ? AND project <> '*'";
      const byProject = index
        .sql(`SELECT project, sum(n) AS n, count(*) AS sessions ${of} GROUP BY project ORDER BY project`)
        .all(habit, key, value, actor)
        .map(({ project, n, sessions }) => ({ project: String(project), n: Number(n), sessions: Number(sessions) }));
      const distinct = index.sql(`SELECT count(DISTINCT session) AS n ${of}`).get(habit, key, value, actor);
      return { habit, key, value, byProject, sessions: Number(distinct?.n) };
    });
}

function insertStep(index: Database, step: HabitStep): void {
  const { session, actor, at, seq, ord, event, family, project, cwd, worked, endMs, instead } = step;
  const further = { end_ms: endMs, proposed: instead?.proposed, ran: instead?.ran };
  insertRow(index, "steps", { session, actor, at, seq, ord, event, family, project, cwd, worked, ...further });
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
    ...optionalNumber("endMs", row.end_ms),
    ...(row.proposed !== null && { instead: { proposed: String(row.proposed), ran: String(row.ran) } }),
  };
}
