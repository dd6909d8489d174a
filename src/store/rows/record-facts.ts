/** What this machine knows about a record besides its file: its uses, and since when it is stale. */
import type { Uses } from "../../core/ports.ts";
import type { RecordId } from "../../core/record/record.ts";
import { type Database, insertRow, putRow } from "../databases/database.ts";

export type Counter = { readonly record: RecordId; readonly reinforcement: number; readonly lastUsedMs: number };

/** The sums have the session `*`. Hooks only read them. */
export function countsOf(state: Database) {
  return {
    of: (id: RecordId) =>
      state.sql("SELECT * FROM uses WHERE session = '*' AND record = ?").all(id).map(counterFrom)[0],
    /** The most recently used. */
    latest: (limit: number) =>
      state.sql("SELECT * FROM uses WHERE session = '*' ORDER BY at_ms DESC LIMIT ?").all(limit).map(counterFrom),
  };
}

export type Counters = ReturnType<typeof countersOf>;

/** Uses are counted once per record and session. */
export function countersOf(state: Database, now: () => number) {
  const counts = countsOf(state);
  const { of } = counts;
  const bump = (id: RecordId, by: number, atMs: number) =>
    state
      .sql(
        `INSERT INTO uses (session, record, at_ms, count) VALUES ('*', ?, ?, ?)
         ON CONFLICT DO UPDATE SET count = count + ?, at_ms = max(at_ms, excluded.at_ms)`,
      )
      .run(id, atMs, 1 + by, by);
  const count = (session: string, ids: readonly RecordId[], atMs: number): void =>
    state.write(() => {
      for (const id of ids) {
        const { changes } = state
          .sql("INSERT OR IGNORE INTO uses (session, record, at_ms) VALUES (?, ?, ?)")
          .run(session, id, atMs);
        if (changes > 0) bump(id, 1, atMs);
      }
    });
  const uses: Uses = {
    used: async (session, ids) => count(session, ids, now()),
    touch: async (id) => void state.write(() => bump(id, 0, now())),
  };
  return {
    ...uses,
    ...counts,
    count,
    /** When a record was used and in which session, the first one first. */
    usesOf: (id: RecordId) =>
      state
        .sql("SELECT session, at_ms FROM uses WHERE record = ? AND session <> '*' ORDER BY at_ms")
        .all(id)
        .map((row) => ({ session: String(row.session), atMs: Number(row.at_ms) })),
    /** Adds the uses of merged records to the one that replaces them. */
    join(into: RecordId, from: readonly RecordId[]): void {
      state.write(() => {
        const others = from.flatMap((id) => of(id) ?? []);
        if (others.length === 0) return;
        const own = of(into);
        putRow(state, "uses", {
          ...{ session: "*", record: into },
          // Each starts at one: only uses beyond that are added.
          count: others.reduce((sum, { reinforcement }) => sum + reinforcement - 1, own?.reinforcement ?? 1),
          at_ms: Math.max(own?.lastUsedMs ?? 0, ...others.map(({ lastUsedMs }) => lastUsedMs)),
        });
      });
    },
  };
}

function counterFrom(row: Record<string, unknown>): Counter {
  return { record: String(row.record), reinforcement: Number(row.count), lastUsedMs: Number(row.at_ms) };
}

/** In the column `session` of the advice table: what the record's own repository says about it. */
const REPOSITORY = "repository";

/** Keeps the time and the reason of the first failed check. */
export function markStale(state: Database, id: RecordId, { atMs, why }: { atMs: number; why: string }): void {
  const row = { session: REPOSITORY, record: id, at_ms: atMs, outcome: "stale", command: "", gone: 0, error: why };
  insertRow(state, "advice", row, "OR IGNORE ");
}

export function staleSinceMs(state: Database, id: RecordId): number {
  return Number(state.sql("SELECT at_ms FROM advice WHERE session = ? AND record = ?").get(REPOSITORY, id)?.at_ms);
}

export function unmarkStale(state: Database, ids: readonly RecordId[]): void {
  state
    .sql("DELETE FROM advice WHERE session = ? AND record IN (SELECT value FROM json_each(?))")
    .run(REPOSITORY, JSON.stringify(ids));
}
