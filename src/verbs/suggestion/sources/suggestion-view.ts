/** A suggestion as it is shown, whether it is a statement, a change to a record or a counted habit. */

import { describeGuard } from "../../../core/guard/describe.ts";
import { type Habit, kindOf, type MemoryRecord, type RecordType, TRUST_SOURCES } from "../../../core/record/record.ts";
import type { ProposedAct, Suggestion } from "../../../core/record/suggestion.ts";
import { type Difference, differences } from "../proposal/differences.ts";

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
  /** What accepting it does. */
  readonly act: ProposedAct;
  /** Who asks for it. */
  readonly by: string;
  /** Each field that accepting it changes, before and after. */
  readonly changes: readonly Difference[];
  /** The record that it changes; absent for a new one. */
  readonly recordId?: string;
  /** The records that a new one replaces. */
  readonly replaces?: readonly Pick<MemoryRecord, "id" | "text">[];
  /** The record changed after this was proposed: accepting shows the new difference first. */
  readonly isOutdated?: true;
};

export function viewOfSuggestion({ id, record, reason, status, change }: Suggestion): SuggestionView {
  const { confidence, scope, project, key, value, steps, type, text, origin, trust, source, quote } = record;
  const { act = "keep", before, replaces } = change ?? {};
  return {
    id,
    kind: kindOf(record),
    label: labelOf(act, { record, before }),
    confidence,
    evidence: { count: 1, sessions: 1, examples: [quote ?? text] },
    scope,
    ...(project !== undefined && { project }),
    key,
    value: value ?? text,
    ...(steps !== undefined && { steps }),
    ...{ type, text, origin, trust, source, status, reason },
    act,
    by: change?.by ?? TRUST_SOURCES[trust],
    changes: changesOf(act, { record, before }),
    ...(before !== undefined && { recordId: before.id }),
    ...(replaces !== undefined && { replaces }),
  };
}

type States = { readonly record: MemoryRecord; readonly before: MemoryRecord | undefined };

/** The act and what it is done to, in one line. */
function labelOf(act: ProposedAct, { record, before = record }: States): string {
  switch (act) {
    case "keep":
      return `Keep as ${withArticle(kindOf(record))}: ${record.text}`;
    case "make a rule":
      return `Change from ${withArticle(before.type)} to ${withArticle(record.type)}: ${record.text}`;
    case "reclassify":
      return `Change from ${withArticle(before.type)} to ${withArticle(record.type)}: ${record.text}`;
    case "expire":
      return `Let it expire on ${record.expires?.slice(0, 10)}: ${record.text}`;
    case "archive":
      return `Archive: ${before.text}`;
    case "restore":
      return `Restore: ${record.text}`;
    case "delete":
      return `Delete: ${before.text}`;
    case "edit": {
      if (before.text !== record.text) return `Change "${before.text}" to "${record.text}"`;
      const fields = differences(before, record).map(({ field }) => field);
      if (fields.join() === "guards" && record.guards !== undefined)
        return `Add a guard to "${record.text}": ${record.guards.map(describeGuard).join("; ")}`;
      return `Change ${fields.join(", ") || "details"} of: ${record.text}`;
    }
  }
}

function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;
}

function changesOf(act: ProposedAct, { record, before }: States): readonly Difference[] {
  if (act === "delete") return [{ field: "text", before: record.text, after: null }];
  if (before !== undefined) return differences(before, record);
  return [
    { field: "text", before: null, after: record.text },
    ...(record.steps === undefined ? [] : [{ field: "steps", before: null, after: record.steps }]),
  ];
}
