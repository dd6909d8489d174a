/** Suggestions: what waits for a person's word, and what that word was. */
import type { Suggestion, Suggestions } from "../../../core/ports.ts";
import type { MemoryRecord } from "../../../core/record/record.ts";
import type { Database } from "../databases/database.ts";

export function suggestionsOf(state: Database): Suggestions {
  return {
    async put({ id, record, reason, status, createdAt }) {
      state
        .sql("INSERT OR REPLACE INTO suggestions (id, record, reason, status, created_at) VALUES (?, ?, ?, ?, ?)")
        .run(id, JSON.stringify(record), reason, status, createdAt);
    },
    async list(status) {
      const rows =
        status === undefined
          ? state.sql("SELECT * FROM suggestions ORDER BY id").all()
          : state.sql("SELECT * FROM suggestions WHERE status = ? ORDER BY id").all(status);
      return rows.map(fromRow);
    },
    async decide(id, status) {
      const row = state
        .sql("UPDATE suggestions SET status = ? WHERE id = ? AND status = 'pending' RETURNING *")
        .get(status, id);
      return row === undefined ? undefined : fromRow(row);
    },
  };
}

function fromRow(row: Record<string, unknown>): Suggestion {
  return {
    id: String(row.id),
    record: JSON.parse(String(row.record)) as MemoryRecord,
    reason: String(row.reason),
    status: row.status as Suggestion["status"],
    createdAt: String(row.created_at),
  };
}
