/** Since when a record disagrees with its repository, as far as it was checked. */
import type { RecordId } from "../../../core/record/record.ts";
import type { Database } from "../databases/database.ts";

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
