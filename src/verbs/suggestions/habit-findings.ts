/** Habits as suggestions: what was counted, how sure it is, and what the person said to it. */

import type { CallContext } from "../../context/call-context.ts";
import { derivedId } from "../../core/base/id.ts";
import type { Actor } from "../../core/event/event.ts";
import { equivalentKeys, type Proposal, proposals } from "../../detect/propose.ts";
import type { Decision } from "../../store/local/rows/suggestions.ts";

export type Finding = Proposal & {
  readonly id: string;
  readonly actor: Actor;
  readonly status: "pending" | "accepted" | "dismissed";
};

/** The surest first; one id a habit, whatever its scope, so that a word on it holds in every scope. */
export function findings({ store }: Pick<CallContext, "store">, actor: Actor = "person"): Finding[] {
  // A record outlives the database in which it was decided about.
  const recorded = new Set(store.habits.recorded().map(({ habit, value }) => `${habit}\n${value}`));
  return proposals(store.habits.regular(actor)).map((proposal) => {
    const id = suggestionId(proposal);
    const isBuried = store.tombstones.matchNow({ id, text: "" }).id;
    const isRecorded = recorded.has(`${proposal.habit}\n${proposal.value || proposal.key}`);
    const decided = store.decisions.of(id)?.status ?? (isRecorded ? "accepted" : "pending");
    return { ...proposal, id, actor, status: isBuried ? "dismissed" : decided };
  });
}

function suggestionId({ habit, key, value }: Pick<Proposal, "habit" | "key" | "value">): string {
  return derivedId("sug", [habit, key, value].join("\n"));
}

/** A word on a habit is one on everything that says the same: what was dismissed does not return by its parts. */
export function decideOn(
  { store, clock }: Pick<CallContext, "store" | "clock">,
  finding: Finding,
  decision: Decision,
): void {
  const { habit, value } = finding;
  const ids = equivalentKeys(finding).map((key) => suggestionId({ habit, key, value }));
  // Among the tombstones as well: they outlive the database, and what is imported again is counted again.
  if (decision.status === "dismissed") store.tombstones.addNames(ids, "dismiss", clock());
  for (const id of ids) store.decisions.put(id, decision, clock());
}
