/** How often and when a record was used: counted once per record and session, not stored in the files. */
import type { Uses } from "../../../core/ports.ts";
import type { RecordId } from "../../../core/record/record.ts";
import type { Database } from "../databases/database.ts";

export type Counter = { readonly record: RecordId; readonly reinforcement: number; readonly lastUsedMs: number };

export type Counters = Uses & {
  of(id: RecordId): Counter | undefined;
  /** When a record was used and in which session, the first one first. */
  usesOf(id: RecordId): readonly { readonly session: string; readonly atMs: number }[];
  count(session: string, ids: readonly RecordId[], atMs: number): void;
  /** The most recently used. */
  latest(limit: number): readonly Counter[];
  /** Adds the uses of merged records to the one that replaces them. */
  join(into: RecordId, from: readonly RecordId[]): void;
  all(): readonly Counter[];
  set(counter: Counter): void;
};

export function countersOf(state: Database, now: () => number): Counters {
  const bump = (id: RecordId, by: number, atMs: number) =>
    state
      .sql(
        `INSERT INTO counters (record, reinforcement, last_used_ms) VALUES (?, ?, ?)
         ON CONFLICT (record) DO UPDATE SET reinforcement = reinforcement + ?, last_used_ms = max(last_used_ms, excluded.last_used_ms)`,
      )
      .run(id, 1 + by, atMs, by);

  const counters: Counters = {
    async used(session, ids) {
      counters.count(session, ids, now());
    },
    async touch(id) {
      state.write(() => bump(id, 0, now()));
    },
    count(session, ids, atMs) {
      state.write(() => {
        for (const id of ids) {
          const { changes } = state
            .sql("INSERT OR IGNORE INTO uses (session, record, at_ms) VALUES (?, ?, ?)")
            .run(session, id, atMs);
          if (changes > 0) bump(id, 1, atMs);
        }
      });
    },
    of(id) {
      const row = state.sql("SELECT record, reinforcement, last_used_ms FROM counters WHERE record = ?").get(id);
      return row === undefined ? undefined : fromRow(row);
    },
    usesOf: (id) =>
      state
        .sql("SELECT session, at_ms FROM uses WHERE record = ? ORDER BY at_ms")
        .all(id)
        .map((row) => ({ session: String(row.session), atMs: Number(row.at_ms) })),
    join(into, from) {
      state.write(() => {
        const others = from.flatMap((id) => counters.of(id) ?? []);
        if (others.length === 0) return;
        const own = counters.of(into);
        counters.set({
          record: into,
          // Each starts at one: only uses beyond that are added.
          reinforcement: others.reduce((sum, { reinforcement }) => sum + reinforcement - 1, own?.reinforcement ?? 1),
          lastUsedMs: Math.max(own?.lastUsedMs ?? 0, ...others.map(({ lastUsedMs }) => lastUsedMs)),
        });
      });
    },
    latest: (limit) =>
      state
        .sql("SELECT record, reinforcement, last_used_ms FROM counters ORDER BY last_used_ms DESC LIMIT ?")
        .all(limit)
        .map(fromRow),
    all: () => state.sql("SELECT record, reinforcement, last_used_ms FROM counters ORDER BY record").all().map(fromRow),
    set({ record, reinforcement, lastUsedMs }) {
      state
        .sql("INSERT OR REPLACE INTO counters (record, reinforcement, last_used_ms) VALUES (?, ?, ?)")
        .run(record, reinforcement, lastUsedMs);
    },
  };
  return counters;
}

function fromRow(row: Record<string, unknown>): Counter {
  return { record: String(row.record), reinforcement: Number(row.reinforcement), lastUsedMs: Number(row.last_used_ms) };
}
