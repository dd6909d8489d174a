/** What this machine knows about a record besides its file: its uses, and since when it is stale. */
import type { Uses } from "../../core/ports.ts";
import type { RecordId } from "../../core/record/record.ts";
import { type Database, putRow } from "../databases/database.ts";

export type Counter = { readonly record: RecordId; readonly reinforcement: number; readonly lastUsedMs: number };

/** Hooks only read the counts. */
export function countsOf(state: Database) {
  return {
    of: (id: RecordId) => state.sql("SELECT * FROM counters WHERE record = ?").all(id).map(counterFrom)[0],
    /** The most recently used. */
    latest: (limit: number) =>
      state.sql("SELECT * FROM counters ORDER BY last_used_ms DESC LIMIT ?").all(limit).map(counterFrom),
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
        `INSERT INTO counters (record, reinforcement, last_used_ms) VALUES (?, ?, ?)
         ON CONFLICT (record) DO UPDATE SET reinforcement = reinforcement + ?, last_used_ms = max(last_used_ms, excluded.last_used_ms)`,
      )
      .run(id, 1 + by, atMs, by);
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
        .sql("SELECT session, at_ms FROM uses WHERE record = ? ORDER BY at_ms")
        .all(id)
        .map((row) => ({ session: String(row.session), atMs: Number(row.at_ms) })),
    /** Adds the uses of merged records to the one that replaces them. */
    join(into: RecordId, from: readonly RecordId[]): void {
      state.write(() => {
        const others = from.flatMap((id) => of(id) ?? []);
        if (others.length === 0) return;
        const own = of(into);
        putRow(state, "counters", {
          record: into,
          // Each starts at one: only uses beyond that are added.
          reinforcement: others.reduce((sum, { reinforcement }) => sum + reinforcement - 1, own?.reinforcement ?? 1),
          last_used_ms: Math.max(own?.lastUsedMs ?? 0, ...others.map(({ lastUsedMs }) => lastUsedMs)),
        });
      });
    },
  };
}

function counterFrom(row: Record<string, unknown>): Counter {
  return { record: String(row.record), reinforcement: Number(row.reinforcement), lastUsedMs: Number(row.last_used_ms) };
}

/** Keeps the time and the reason of the first failed check. */
export function markStale(state: Database, id: RecordId, { atMs, why }: { atMs: number; why: string }): void {
  state.sql("INSERT OR IGNORE INTO stale (record, since_ms, why) VALUES (?, ?, ?)").run(id, atMs, why);
}

export function staleSinceMs(state: Database, id: RecordId): number {
  return Number(state.sql("SELECT since_ms FROM stale WHERE record = ?").get(id)?.since_ms);
}

export function unmarkStale(state: Database, ids: readonly RecordId[]): void {
  state.sql("DELETE FROM stale WHERE record IN (SELECT value FROM json_each(?))").run(JSON.stringify(ids));
}
