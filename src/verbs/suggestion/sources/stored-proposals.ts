/** Suggestions that were stored when something was proposed: a new record, or a change to one. */

import { kindOf } from "../../../core/record/record.ts";
import type { Suggestion } from "../../../core/record/suggestion.ts";
import type { CallContext } from "../../call/call-context.ts";
import { acceptProposal, olderChange } from "../proposal/accept-proposal.ts";
import { isChanged } from "../proposal/differences.ts";
import type { Suggested, SuggestionSource } from "./source.ts";
import { type SuggestionView, viewOfSuggestion } from "./suggestion-view.ts";

export type StoredProposal = Suggested<"proposal"> & { readonly stored: Suggestion };

export const proposalSource: SuggestionSource<StoredProposal> = {
  from: "proposal",
  list: async ({ store }) => (await store.suggestions.list()).map(proposalOf),
  view: (call, { stored }) => viewNow(call, stored),
  accept: (call, { stored }, changes) => acceptProposal(call, stored, changes),
  async dismiss({ store, clock }, { stored }) {
    const { id, record, change } = stored;
    // A dismissed change leaves its record as it is: only the new words must not come back.
    if (change?.before === undefined) store.tombstones.add({ id: record.id, text: record.text }, "dismiss", clock());
    else if (change.before.text !== record.text) store.tombstones.add({ id, text: record.text }, "dismiss", clock());
    // A person who keeps a record says that it holds.
    if (change?.act === "archive") store.advice.confirm(record.id, clock());
    await store.suggestions.decide(id, "dismissed");
  },
  weigh({ stored: { record }, confidence, project }) {
    const { origin, steps = [] } = record;
    const kind = kindOf(record);
    const isTold = origin === "captured" && kind === "preference";
    return { kind, isTold, confidence, project, count: 1, sessions: 1, steps: steps.length };
  },
};

function proposalOf(stored: Suggestion): StoredProposal {
  const { id, status, record } = stored;
  return { from: "proposal", id, status, confidence: record.confidence, project: record.project, stored };
}

/** With a mark if the record changed since; records of other projects are not compared. */
async function viewNow({ store }: CallContext, suggestion: Suggestion): Promise<SuggestionView> {
  const { change, record, status } = suggestion;
  const now = status === "pending" ? (await store.records.get(record.id))?.record : undefined;
  const view = viewOfSuggestion(
    change === undefined ? { ...suggestion, change: olderChange(now, record) } : suggestion,
  );
  const before = change?.before;
  return before === undefined || now === undefined || !isChanged(before, now) ? view : { ...view, isOutdated: true };
}
