/** The verbs on suggestions, from statements and from counted habits: list, accept, dismiss. */

import { type CallContext, demandPerson } from "../../context/call-context.ts";
import { inProjectOf } from "../../context/open-for-writing.ts";
import { isoTime } from "../../core/base/clock.ts";
import { OldhandError } from "../../core/base/error.ts";
import { derivedId, FEWEST_CHARS, isShortFor } from "../../core/base/id.ts";
import type { Actor } from "../../core/event/event.ts";
import { categoryOf, type MemoryRecord, TYPE_TABLE } from "../../core/record/record.ts";
import type { Suggestion } from "../../core/record/suggestion.ts";
import { count, listOf, quotedName } from "../../core/text/wording.ts";
import { slug } from "../../core/text/words.ts";
import { stepsText } from "../../core/workflow/slots.ts";
import { equivalentKeys, type Proposal, proposals } from "../../detect/propose.ts";
import type { Decision } from "../../store/local/rows/suggestions.ts";
import { admit, type Remembered } from "../records/admit.ts";
import { checkStatement } from "../records/check-statement.ts";
import { acceptProposal, olderChange } from "./accept-proposal.ts";
import { acceptDemand, type DemandSuggestion, decideOnDemand, demands, viewOfDemand } from "./demand-suggestions.ts";
import { isChanged } from "./differences.ts";
import { type SuggestionView, viewOfSuggestion } from "./suggestion-view.ts";

/** A counted habit as a suggestion. */
export type Finding = Proposal & Pick<Suggestion, "id" | "status"> & { readonly actor: Actor };

type SuggestionsAsk = {
  /** Whose habits; statements are listed in any case. */
  readonly actor?: Actor;
  readonly limit?: number;
};

/** What a person changes on acceptance. */
export type Acceptance = { readonly name?: string; readonly steps?: readonly string[] };

export function suggestionVerbs(call: CallContext) {
  const { store, clock } = call;
  return {
    /** What agents are told again and again first, then the most certain. */
    async suggestions(
      status?: Suggestion["status"],
      { actor = "person", limit = Number.POSITIVE_INFINITY }: SuggestionsAsk = {},
    ): Promise<readonly SuggestionView[]> {
      const statements = await Promise.all((await store.suggestions.list(status)).map((one) => viewNow(call, one)));
      const habits = findings(call, actor).filter((one) => status === undefined || one.status === status);
      const said = demandsOf(call, actor).filter((one) => status === undefined || one.status === status);
      const sorted = [...said.map(viewOfDemand), ...statements, ...habits].toSorted(byWorth);
      // The view of a habit parses its commands, so its code is loaded only if there is one.
      const shown = sorted.slice(0, limit).map((one) => ("habit" in one ? viewOfHabit(call, one) : one));
      return Promise.all(shown);
    },

    /** One suggestion, by its id or a unique part of it. */
    async suggestion(id: string): Promise<SuggestionView> {
      const found = await suggestionWith(call, id);
      if ("said" in found) return viewOfDemand(found);
      return "habit" in found ? viewOfHabit(call, found) : viewNow(call, found);
    },

    async suggestionCounts(actor: Actor = "person"): Promise<Record<Suggestion["status"], number>> {
      const counts = { pending: 0, accepted: 0, dismissed: 0 };
      const all = [...(await store.suggestions.list()), ...findings(call, actor), ...demandsOf(call, actor)];
      for (const { status } of all) counts[status] += 1;
      return counts;
    },

    /** Makes it an accepted record, with the trust it came with, in its own project. */
    async accept(id: string, changes: Acceptance = {}): Promise<Remembered> {
      const pending = await pendingWith(call, id);
      if ("said" in pending)
        return inProjectOf(call, pending.project, (there) => acceptDemand(there, pending, changes));
      if ("habit" in pending)
        return inProjectOf(call, pending.project, (there) => acceptHabit(there, pending, changes));
      return inProjectOf(call, pending.record.project, (there) => acceptProposal(there, pending, changes));
    },

    async dismiss(id: string): Promise<SuggestionView> {
      const pending = await pendingWith(call, id);
      if ("said" in pending) {
        decideOnDemand(call, pending, { status: "dismissed" });
        return viewOfDemand({ ...pending, status: "dismissed" });
      }
      if ("habit" in pending) {
        decideOn(call, pending, { status: "dismissed" });
        return viewOfHabit(call, { ...pending, status: "dismissed" });
      }
      const { record, change } = pending;
      // A dismissed change leaves its record as it is: only the new words must not come back.
      if (change?.before === undefined) store.tombstones.add({ id: record.id, text: record.text }, "dismiss", clock());
      else if (change.before.text !== record.text)
        store.tombstones.add({ id: pending.id, text: record.text }, "dismiss", clock());
      return viewOfSuggestion((await store.suggestions.decide(pending.id, "dismissed"))!);
    },
  };
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

/** Only a person tells agents what to do. */
function demandsOf(call: CallContext, actor: Actor): DemandSuggestion[] {
  return actor === "person" ? demands(call) : [];
}

type Ranked = Finding | SuggestionView;

/** What a person keeps repeating costs the most; then how certain it is. */
function byWorth(a: Ranked, b: Ranked): number {
  return Number(isRepeated(b)) - Number(isRepeated(a)) || b.confidence - a.confidence;
}

function isRepeated(one: Ranked): boolean {
  return "origin" in one && one.origin === "captured" && one.evidence.sessions > 1;
}

async function viewOfHabit(call: CallContext, finding: Finding): Promise<SuggestionView> {
  return (await import("./habit-view.ts")).viewOfFinding(call, finding);
}

/** A sequence becomes a workflow with the counted key as its value; other habits keep their key. */
async function acceptHabit(call: CallContext, finding: Finding, { name, steps }: Acceptance): Promise<Remembered> {
  const view = await viewOfHabit(call, finding);
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

async function pendingWith(call: CallContext, id: string): Promise<Suggestion | Finding | DemandSuggestion> {
  demandPerson(call.env, "decide on suggestions");
  const only = await suggestionWith(call, id);
  if (only.status !== "pending") throw new OldhandError("invalid", `${only.id} is already ${only.status}.`);
  return only;
}

async function suggestionWith(call: CallContext, id: string): Promise<Suggestion | Finding | DemandSuggestion> {
  const all = [
    ...(await call.store.suggestions.list()),
    ...findings(call),
    ...findings(call, "agent"),
    ...demands(call),
  ];
  const found = all.filter(
    (one) => one.id === id || isShortFor(one.id, id) || (id.length >= FEWEST_CHARS && one.id.startsWith(id)),
  );
  const only = found[0];
  const ids = [...new Set(found.map((one) => one.id))];
  if (only === undefined || ids.length > 1) {
    const matched = only === undefined ? "no suggestion" : `${count(ids.length, "suggestion")}: ${listOf(ids)}`;
    throw new OldhandError(
      "not-found",
      `${quotedName(id)} matches ${matched}. List them with \`oldhand suggestions --all\`.`,
    );
  }
  return only;
}

/** Counted habits, the most certain first. The id is the same in every scope, so a decision applies to all of them. */
function findings({ store }: CallContext, actor: Actor = "person"): Finding[] {
  // Records survive a deleted database, so they count as decisions too.
  const recorded = new Set(store.habits.recorded().map(({ habit, value }) => `${habit}\n${value}`));
  return proposals(store.habits.regular(actor)).map((proposal) => {
    const id = habitId(proposal);
    const isDeleted = store.tombstones.matchNow({ id, text: "" }).id;
    const isRecorded = recorded.has(`${proposal.habit}\n${proposal.value || proposal.key}`);
    const decided = store.decisions.of(id)?.status ?? (isRecorded ? "accepted" : "pending");
    return { ...proposal, id, actor, status: isDeleted ? "dismissed" : decided };
  });
}

function habitId({ habit, key, value }: Pick<Proposal, "habit" | "key" | "value">): string {
  return derivedId("sug", [habit, key, value].join("\n"));
}

/** Applies to all equivalent keys, so that a dismissed habit does not return in another form. */
function decideOn({ store, clock }: CallContext, finding: Finding, decision: Decision): void {
  const { habit, value } = finding;
  const ids = equivalentKeys(finding).map((key) => habitId({ habit, key, value }));
  // Tombstones survive a deleted database, and imported history is counted again.
  if (decision.status === "dismissed") store.tombstones.addNames(ids, "dismiss", clock());
  for (const id of ids) store.decisions.put(id, decision, clock());
}
