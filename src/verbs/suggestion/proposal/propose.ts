/** Asks the person: adds a suggestion that states the act, the record before and after, who asks and why. */

import { isoTime } from "../../../core/base/clock.ts";
import type { MemoryRecord } from "../../../core/record/record.ts";
import type { ProposedChange, Suggestion } from "../../../core/record/suggestion.ts";
import type { CallContext } from "../../call/call-context.ts";
import { type SuggestionView, viewOfSuggestion } from "../sources/suggestion-view.ts";
import { differences } from "./differences.ts";

export type WantedProposal = Omit<ProposedChange, "by"> & { readonly record: MemoryRecord; readonly reason: string };

type Proposed =
  | { readonly outcome: "proposed"; readonly suggestion: SuggestionView; readonly reason: string }
  | { readonly outcome: "refused"; readonly reason: string };

/** A change that was asked for before is not asked again: it is still pending, or the person dismissed it. */
export async function propose(
  { store, clock }: Pick<CallContext, "store" | "clock">,
  { record, reason, act, before, replaces, unread }: WantedProposal,
  by: string,
): Promise<Proposed> {
  const change = {
    ...{ act, by },
    ...(before !== undefined && { before }),
    ...(replaces !== undefined && { replaces }),
    ...(unread !== undefined && { unread }),
  };
  const suggestion: Suggestion = {
    id: store.newId("sug"),
    record,
    change,
    reason,
    status: "pending",
    createdAt: isoTime(clock()),
  };
  const asked = before === undefined ? undefined : (await store.suggestions.list()).find(isSameAs(suggestion));
  if (asked?.status === "pending")
    return { outcome: "proposed", suggestion: viewOfSuggestion(asked), reason: asked.reason };
  if (asked?.status === "dismissed")
    return { outcome: "refused", reason: `The person dismissed this change before (${asked.id}).` };
  await store.suggestions.put(suggestion);
  return { outcome: "proposed", suggestion: viewOfSuggestion(suggestion), reason };
}

function isSameAs(one: Suggestion): (other: Suggestion) => boolean {
  const wanted = changeOf(one);
  return (other) =>
    other.record.id === one.record.id &&
    other.status !== "accepted" &&
    other.change?.before !== undefined &&
    changeOf(other) === wanted;
}

function changeOf({ record, change }: Suggestion): string {
  return JSON.stringify([change?.act, change?.before === undefined ? [] : differences(change.before, record)]);
}
