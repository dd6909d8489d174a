/** Suggestions and the decisions on them: records that a person has to accept, and habits that were decided. */
import type { Suggestions } from "../../core/ports.ts";
import { isOneOf, type MemoryRecord, type RecordId } from "../../core/record/record.ts";
import { PROPOSED_ACTS, type ProposedChange, type Suggestion } from "../../core/record/suggestion.ts";
import { type Database, optionalText, putRow } from "../databases/database.ts";

export function suggestionsOf(state: Database): Suggestions {
  return {
    async put({ id, record, change, reason, status, createdAt }) {
      const json = { record: JSON.stringify(record), change: change === undefined ? null : JSON.stringify(change) };
      putRow(state, "suggestions", { id, ...json, reason, status, created_at: createdAt });
    },
    list: async (status) =>
      state
        .sql("SELECT * FROM suggestions WHERE ?1 IS NULL OR status = ?1 ORDER BY id")
        .all(status ?? null)
        .map(fromRow),
    unread: () =>
      state
        .sql(`SELECT * FROM suggestions WHERE status = 'pending' AND json_extract(change, '$.unread') IS NOT NULL`)
        .all()
        .map(fromRow),
    decide: async (id, status) =>
      state
        .sql("UPDATE suggestions SET status = ? WHERE id = ? AND status = 'pending' RETURNING *")
        .all(status, id)
        .map(fromRow)[0],
  };
}

/** Pending suggestions that an import made: a person who searches finds them before the decision. */
export function pendingImportsOf(state: Database) {
  const WHERE = "status = 'pending' AND json_extract(record, '$.origin') = 'imported'";
  return {
    all: () => state.sql(`SELECT * FROM suggestions WHERE ${WHERE} ORDER BY id`).all().map(fromRow),
    get: (id: string) => state.sql(`SELECT * FROM suggestions WHERE id = ? AND ${WHERE}`).all(id).map(fromRow)[0],
    /** Changes whenever one is added or decided. */
    state: (): string => {
      const { n, last } = state.sql(`SELECT count(*) AS n, max(id) AS last FROM suggestions WHERE ${WHERE}`).get()!;
      return `${n}/${last}`;
    },
  };
}

function fromRow(row: Record<string, unknown>): Suggestion {
  return {
    id: String(row.id),
    record: JSON.parse(String(row.record)) as MemoryRecord,
    ...changeIn(row.change),
    reason: String(row.reason),
    status: row.status as Suggestion["status"],
    createdAt: String(row.created_at),
  };
}

/** An import may contain anything: a change that cannot be read is left out, and the suggestion is a new record. */
function changeIn(json: unknown): Pick<Suggestion, "change"> {
  if (typeof json !== "string") return {};
  try {
    const change = JSON.parse(json) as ProposedChange;
    return isOneOf(PROPOSED_ACTS, change.act) && typeof change.by === "string" ? { change } : {};
  } catch {
    return {};
  }
}

/** A person's decision on a habit, so that it is not suggested again. */
export type HabitDecision = { readonly status: "accepted" | "dismissed"; readonly made?: RecordId };

export function decisionsOf(state: Database) {
  return {
    of: (suggestion: string) =>
      state
        .sql("SELECT value, made FROM decisions WHERE kind = 'suggestion' AND subject = ?")
        .all(suggestion)
        .map(
          ({ value, made }): HabitDecision => ({
            status: value as HabitDecision["status"],
            ...optionalText("made", made),
          }),
        )[0],
    put: (suggestion: string, { status, made }: HabitDecision, atMs: number): void =>
      putRow(state, "decisions", { kind: "suggestion", subject: suggestion, value: status, at_ms: atMs, made }),
    all: (): (HabitDecision & { readonly suggestion: string; readonly atMs: number })[] =>
      state
        .sql("SELECT subject, value, at_ms, made FROM decisions WHERE kind = 'suggestion' ORDER BY subject")
        .all()
        .map(({ subject, value, at_ms, made }) => ({
          suggestion: String(subject),
          status: value as HabitDecision["status"],
          atMs: Number(at_ms),
          ...optionalText("made", made),
        })),
  };
}
