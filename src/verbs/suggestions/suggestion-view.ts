/** A suggestion as it is shown, whether it is a statement or a counted habit. */
import type { Suggestion } from "../../core/ports.ts";
import { type Habit, kindOf, type MemoryRecord, type RecordType } from "../../core/record/record.ts";

export type SuggestionView = Pick<
  MemoryRecord,
  "confidence" | "scope" | "project" | "key" | "steps" | "type" | "text" | "origin" | "trust" | "source"
> & {
  readonly id: string;
  readonly kind: Habit | RecordType;
  readonly label: string;
  readonly evidence: { readonly count: number; readonly sessions: number; readonly examples: readonly string[] };
  readonly value: string;
  readonly status: Suggestion["status"];
  readonly reason: string;
};

export function viewOfSuggestion({ id, record, reason, status }: Suggestion): SuggestionView {
  const { confidence, scope, project, key, value, steps, type, text, origin, trust, source, quote } = record;
  const kind = kindOf(record);
  return {
    id,
    kind,
    label: `Keep as ${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind}: ${text}`,
    confidence,
    evidence: { count: 1, sessions: 1, examples: [quote ?? text] },
    scope,
    ...(project !== undefined && { project }),
    key,
    value: value ?? text,
    ...(steps !== undefined && { steps }),
    ...{ type, text, origin, trust, source, status, reason },
  };
}
