/** Suggestions and the decisions on them: records that a person has to accept, and habits that were decided. */
import type { Suggestion, Suggestions } from "../../../core/ports.ts";
import type { MemoryRecord, RecordId } from "../../../core/record/record.ts";
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

/** A person's decision on a habit, so that it is not suggested again. */
export type Decision = { readonly status: "accepted" | "dismissed"; readonly made?: RecordId };

export type Decisions = {
  of(suggestion: string): Decision | undefined;
  put(suggestion: string, decision: Decision, atMs: number): void;
};

export function decisionsOf(state: Database): Decisions {
  return {
    of(suggestion) {
      const row = state.sql("SELECT status, made FROM decisions WHERE suggestion = ?").get(suggestion);
      if (row === undefined) return undefined;
      return { status: row.status as Decision["status"], ...(row.made !== null && { made: String(row.made) }) };
    },
    put(suggestion, { status, made }, atMs) {
      state
        .sql("INSERT OR REPLACE INTO decisions (suggestion, status, at_ms, made) VALUES (?, ?, ?, ?)")
        .run(suggestion, status, atMs, made ?? null);
    },
  };
}
