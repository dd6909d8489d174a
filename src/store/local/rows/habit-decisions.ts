/** A person's word on habits: what was accepted or dismissed, so that it is never asked again. */
import type { RecordId } from "../../../core/record/record.ts";
import type { Database } from "../databases/database.ts";

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
