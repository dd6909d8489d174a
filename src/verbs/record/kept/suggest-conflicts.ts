/** Suggests a decision if a project's record contradicts a global one with more authority: until then both apply. */

import type { Kept } from "../../../core/ports.ts";
import { isVouchedFor } from "../../../core/record/acceptance.ts";
import { authorityConflicts } from "../../../core/record/effective.ts";
import { contradictionReason } from "../../../remember/decide.ts";
import type { CallContext } from "../../call/call-context.ts";
import { propose } from "../../suggestion/proposal/propose.ts";

/** Each conflict is suggested once, whatever was decided. Records that nobody accepted contradict nothing yet. */
export async function suggestConflicts(call: CallContext, kept: readonly Kept[]): Promise<void> {
  const active = kept.filter(({ record }) => record.status === "active" && isVouchedFor(record));
  const conflicts = authorityConflicts(active);
  if (conflicts.length === 0) return;
  const known = new Set((await call.store.suggestions.list()).map(({ record, reason }) => `${record.id} ${reason}`));
  for (const { own, stronger } of conflicts) {
    const reason = `${contradictionReason({ record: stronger })} Both apply here. Accept it to use it in this project instead.`;
    const asked = { act: "edit", before: own, record: { ...own, accepted: true }, reason } as const;
    if (!known.has(`${own.id} ${reason}`)) await propose(call, asked, "oldhand");
  }
}
