/** Accepts a suggested record or change: does exactly what was shown, or shows the new difference if something changed since. */

import { isoTime } from "../../../core/base/clock.ts";
import { OldhandError } from "../../../core/base/error.ts";
import type { Change, Kept, Verb } from "../../../core/ports.ts";
import { type MemoryRecord, TRUST_SOURCES } from "../../../core/record/record.ts";
import type { ProposedAct, ProposedChange, Suggestion } from "../../../core/record/suggestion.ts";
import { listOf } from "../../../core/text/wording.ts";
import { decideChange, keySource } from "../../../remember/decide-change.ts";
import { type CallContext, changedBy } from "../../call/call-context.ts";
import { carryOut, decisionOn, type Remembered, retried } from "../../record/kept/admit.ts";
import type { Acceptance } from "../sources/source.ts";
import { viewOfSuggestion } from "../sources/suggestion-view.ts";
import { differenceText, isChanged, rebased } from "./differences.ts";

export async function acceptProposal(
  call: CallContext,
  suggestion: Suggestion,
  { name }: Acceptance,
): Promise<Remembered> {
  const { store } = call;
  const done = await retried(call, async () => {
    const kept = await store.records.get(suggestion.record.id);
    const change = suggestion.change ?? olderChange(kept?.record, suggestion.record);
    const { before } = change;
    if (before === undefined) return acceptNew(call, { ...suggestion, change }, name);
    if (kept === undefined) throw gone(suggestion);
    if (suggestion.change === undefined || isChanged(before, kept.record))
      throw await shownAgain(call, suggestion, { change: { ...change, before }, now: kept.record });
    return acceptChange(call, { kept, act: change.act, wanted: suggestion.record, name });
  });
  if (done.outcome !== "refused") await store.suggestions.decide(suggestion.id, "accepted");
  return done;
}

/** Suggestions of older versions do not say what they change: it is the difference to the record as it is now. */
export function olderChange(now: MemoryRecord | undefined, wanted: MemoryRecord): ProposedChange {
  if (now === undefined) return { act: "keep", by: TRUST_SOURCES[wanted.trust] };
  const isArchiving = wanted.status === "archived" && now.status !== "archived";
  return { act: isArchiving ? "archive" : "edit", by: "an agent", before: now };
}

async function acceptNew(
  call: CallContext,
  suggestion: Suggestion & { readonly change: ProposedChange },
  name: string | undefined,
): Promise<Remembered | undefined> {
  const { store } = call;
  const record = acceptedRecord(call, suggestion.record, name);
  const keyBy = name === undefined ? keySource(record) : "given";
  const decision = await decisionOn(call, { record, keyBy }, { isAccepted: true });
  const replaces = decision.outcome === "superseded" ? replacedIn(decision.changes, record) : [];
  const shown = suggestion.change.replaces ?? [];
  if (replaces.some(({ id, text }) => !shown.some((one) => one.id === id && one.text === text))) {
    await store.suggestions.put({ ...suggestion, change: { ...suggestion.change, replaces } });
    const texts = replaces.map(({ id, text }) => `${id}, "${text}"`);
    throw notYet(suggestion.id, `Accepting it would now replace ${listOf(texts)}.`);
  }
  const done = await carryOut(call, decision);
  if (done !== undefined) await store.tombstones.lift({ id: record.id, text: record.text });
  return done;
}

function replacedIn(changes: readonly Change[], { id }: MemoryRecord): Pick<MemoryRecord, "id" | "text">[] {
  return changes.flatMap((change) =>
    change.op === "put" && change.record.id !== id ? [{ id: change.record.id, text: change.record.text }] : [],
  );
}

type Accepting = {
  readonly kept: Kept;
  readonly act: ProposedAct;
  readonly wanted: MemoryRecord;
  readonly name: string | undefined;
};

/** Not merged into a similar record: that is not what was shown. */
async function acceptChange(
  call: CallContext,
  { kept, act, wanted, name }: Accepting,
): Promise<Remembered | undefined> {
  const next = acceptedRecord(call, wanted, name);
  const verb = VERBS[act];
  const decision = decideChange(verb === "delete" ? { kept, verb } : { kept, verb, next }, {
    caller: "person",
    author: changedBy(call.env),
  });
  const done = await carryOut(call, decision);
  if (done !== undefined && verb !== "delete") await call.store.tombstones.lift({ id: next.id, text: next.text });
  return done;
}

const VERBS: Readonly<Record<ProposedAct, Verb>> = {
  keep: "add",
  edit: "update",
  expire: "update",
  "make a rule": "reclassify",
  reclassify: "reclassify",
  archive: "archive",
  restore: "restore",
  delete: "delete",
};

function acceptedRecord({ clock }: CallContext, record: MemoryRecord, name: string | undefined): MemoryRecord {
  return { ...record, ...(name !== undefined && { key: name }), accepted: true, updatedAt: isoTime(clock()) };
}

type Outdated = {
  readonly change: ProposedChange & { readonly before: MemoryRecord };
  readonly now: MemoryRecord;
};

/** Keeps the same change for the record as it is now, and returns the error that shows it. */
async function shownAgain(
  { store }: CallContext,
  suggestion: Suggestion,
  { change, now }: Outdated,
): Promise<OldhandError> {
  const isOlder = suggestion.change === undefined;
  const record =
    change.act === "delete" || isOlder ? suggestion.record : rebased(now, { ...change, after: suggestion.record });
  const next: Suggestion = {
    ...suggestion,
    record: change.act === "delete" ? now : record,
    change: { ...change, before: now },
  };
  const { label, changes } = viewOfSuggestion(next);
  if (changes.length === 0)
    return new OldhandError(
      "conflict",
      `${now.id} changed since this was proposed, and nothing is left to do. Dismiss it with \`oldhand suggestions dismiss ${suggestion.id}\`.`,
    );
  await store.suggestions.put(next);
  const since = isOlder ? "" : `${now.id} changed since this was proposed. `;
  return notYet(suggestion.id, `${since}Accepting it would now do this: ${label} (${differenceText(changes)}).`);
}

function notYet(id: string, difference: string): OldhandError {
  return new OldhandError(
    "conflict",
    `${difference} Nothing was changed. To do this, accept it again: \`oldhand suggestions accept ${id}\`.`,
  );
}

function gone({ id, record }: Suggestion): OldhandError {
  return new OldhandError(
    "conflict",
    `${record.id} was deleted since this was proposed. Dismiss it with \`oldhand suggestions dismiss ${id}\`.`,
  );
}
