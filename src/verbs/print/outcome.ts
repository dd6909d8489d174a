/** What became of a statement: a record that was added or updated, a workflow, an accepted suggestion. */
import { listOf } from "../../core/text/wording.ts";
import type { Remembered } from "../record/kept/admit.ts";
import { recordName } from "./format.ts";
import { type RecordJson, recordJson } from "./json.ts";
import { oneLine, type Style } from "./style.ts";

export type OutcomeJson = Pick<Remembered, "outcome" | "suggestion" | "reason"> & { readonly record?: RecordJson };

export function outcomeJson({ outcome, record, suggestion, reason }: Remembered): OutcomeJson {
  return {
    outcome,
    ...(record !== undefined && { record: recordJson(record) }),
    ...(suggestion !== undefined && { suggestion }),
    ...(reason !== undefined && { reason }),
  };
}

type Doing = "Added" | "Updated" | "Accepted" | "Saved";

export function outcomeText({ outcome, record, suggestion, reason }: OutcomeJson, doing: Doing, style: Style): string {
  if (outcome === "refused") return oneLine(reason ?? "Refused.");
  const because = reason === undefined ? [] : [style.dim(style.wrap(`  ${oneLine(reason)}`, "  "))];
  if (suggestion !== undefined) {
    const accept = `  oldhand suggestions accept ${suggestion.id}`;
    const head = style.wrap(`Suggested ${style.bold(suggestion.id)}: ${oneLine(suggestion.label)}`, "  ");
    return [head, "Accept it with:", accept, ...because].join("\n");
  }
  if (record === undefined) return because.join("\n");
  if (outcome === "deleted") return `Deleted ${style.bold(recordName(record))}. To undo: oldhand record undo`;
  const name = style.bold(recordName(record));
  const older = record.supersedes ?? [];
  if (outcome === "merged") return `Merged into ${name}.`;
  if (outcome === "superseded" && older.length > 0)
    return style.wrap(`Updated: ${name} replaces ${listOf(older)}.`, "  ");
  return [`${doing} ${name}.`, ...because].join("\n");
}
