/** Accepts a counted habit: it becomes a record, a sequence becomes a workflow. */

import { isoTime } from "../../../../core/base/clock.ts";
import { OldhandError } from "../../../../core/base/error.ts";
import { categoryOf, type MemoryRecord, TYPE_TABLE } from "../../../../core/record/record.ts";
import { slug } from "../../../../core/text/words.ts";
import { stepsText } from "../../../../core/workflow/slots.ts";
import type { CallContext } from "../../../call/call-context.ts";
import { admit, type Remembered } from "../../../record/kept/admit.ts";
import { checkStatement } from "../../../record/kept/check-statement.ts";
import type { Acceptance } from "../source.ts";
import { type CountedHabit, decideOn } from "./habit-suggestions.ts";
import { viewOfFinding } from "./habit-view.ts";

/** A sequence becomes a workflow with the counted key as its value; other habits keep their key. */
export async function acceptHabit(
  call: CallContext,
  finding: CountedHabit,
  { name, steps }: Acceptance,
): Promise<Remembered> {
  const view = viewOfFinding(call, finding);
  const isPattern = finding.habit === "workflow_pattern";
  const wanted = steps ?? view.steps ?? [];
  const check = checkStatement(
    { text: isPattern ? stepsText(wanted) : view.text, key: name ?? "", steps: wanted },
    call,
  );
  if (check.outcome === "refused") return check;
  const { text, key, steps: clean } = check.statement;
  const at = isoTime(call.clock());
  const record: MemoryRecord = {
    id: call.store.newId("rec"),
    type: view.type,
    category: categoryOf(view.type),
    habit: finding.habit,
    scope: finding.scope,
    ...(finding.project !== undefined && { project: finding.project }),
    key: key || (isPattern ? slug(finding.key) : finding.key),
    value: view.value,
    ...(isPattern && { steps: clean }),
    text,
    priority: TYPE_TABLE[view.type].priority,
    confidence: finding.confidence,
    origin: "observed",
    trust: finding.actor,
    accepted: true,
    status: "active",
    ...{ tags: [], paths: [], aliases: [], keywords: [] },
    createdAt: at,
    updatedAt: at,
    source: view.source,
  };
  const done = await admit(call, { record, keyBy: "given" }, { isAccepted: true });
  if (done.outcome === "refused") throw new OldhandError("invalid", done.reason ?? "It was refused.");
  decideOn(call, finding, { status: "accepted", made: done.record?.id ?? record.id });
  return done;
}
