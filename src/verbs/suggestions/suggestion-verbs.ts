/** The verbs on suggestions, from statements and from counted habits: list, accept, dismiss. */

import { type CallContext, demandPerson } from "../../context/call-context.ts";
import { countElsewhere, type Elsewhere, reachOf } from "../../context/everywhere.ts";
import { inProjectOf } from "../../context/open-for-writing.ts";
import { isoTime } from "../../core/base/clock.ts";
import { OldhandError } from "../../core/base/error.ts";
import { FEWEST_CHARS, isShortFor } from "../../core/base/id.ts";
import type { Actor } from "../../core/event/event.ts";
import { categoryOf, type MemoryRecord, type ProjectId, TYPE_TABLE } from "../../core/record/record.ts";
import type { Suggestion } from "../../core/record/suggestion.ts";
import { count, listOf, quotedName } from "../../core/text/wording.ts";
import { slug } from "../../core/text/words.ts";
import { stepsText } from "../../core/workflow/slots.ts";
import { acceptProposal, olderChange } from "../proposals/accept-proposal.ts";
import { isChanged } from "../proposals/differences.ts";
import { admit, type Remembered } from "../records/admit.ts";
import { checkStatement } from "../records/check-statement.ts";
import {
  acceptEvidence,
  decideOnEvidence,
  type EvidenceSuggestion,
  evidenceSuggestions,
  isEvidence,
  viewOfEvidence,
} from "./evidence-suggestions.ts";
import { decideOn, type Finding, findings } from "./habit-findings.ts";
import { inOrderOfWorth, withProjectName } from "./rank-suggestions.ts";
import { type SuggestionView, viewOfSuggestion } from "./suggestion-view.ts";

type SuggestionsAsk = {
  /** Whose habits; statements are listed in any case. */
  readonly actor?: Actor;
  readonly limit?: number;
  /** Those of all projects; default: the global ones and those of this project. */
  readonly everywhere?: boolean | undefined;
};

/** What a person changes on acceptance. */
export type Acceptance = { readonly name?: string; readonly steps?: readonly string[] };

export function suggestionVerbs(call: CallContext) {
  const { store, clock } = call;
  return {
    /** The most useful here first. */
    async suggestions(
      status?: Suggestion["status"],
      { actor = "person", limit = Number.POSITIVE_INFINITY, everywhere }: SuggestionsAsk = {},
    ): Promise<readonly SuggestionView[]> {
      await proposeNewGuards(call);
      const isWanted = wantedIn(call, { everywhere, status });
      const stored = (await store.suggestions.list(status)).filter(isWanted);
      const statements = await Promise.all(stored.map((one) => viewNow(call, one)));
      const counted = [...evidenceSuggestions(call, actor), ...(await findings(call, actor))].filter(isWanted);
      const sorted = inOrderOfWorth(call, [...statements, ...counted]);
      // The view of a habit parses its commands, so its code is loaded only if there is one.
      const shown = sorted.slice(0, limit).map((one) => {
        if ("habit" in one) return viewOfHabit(call, one);
        return isEvidence(one) ? viewOfEvidence(one) : one;
      });
      return (await Promise.all(shown)).map((view) => withProjectName(call, view));
    },

    /** One suggestion, by its id or a unique part of it. */
    async suggestion(id: string): Promise<SuggestionView> {
      const found = await suggestionWith(call, id);
      if (isEvidence(found)) return viewOfEvidence(found);
      return "habit" in found ? viewOfHabit(call, found) : viewNow(call, found);
    },

    async suggestionCounts(
      actor: Actor = "person",
      { everywhere }: Pick<SuggestionsAsk, "everywhere"> = {},
    ): Promise<Record<Suggestion["status"], number>> {
      const counts = { pending: 0, accepted: 0, dismissed: 0 };
      const all = (await everySuggestion(call, actor)).filter(wantedIn(call, { everywhere }));
      for (const { status } of all) counts[status] += 1;
      return counts;
    },

    /** Pending ones of other projects; undefined if there are none, or if this caller may not know. */
    suggestionsElsewhere: async (actor: Actor = "person"): Promise<Elsewhere | undefined> =>
      countElsewhere(
        call,
        (await pendingByProject(call, actor)).filter(({ project }) => project !== ""),
      ),

    /** Makes it an accepted record, with the trust it came with, in its own project. */
    async accept(id: string, changes: Acceptance = {}): Promise<Remembered> {
      const pending = await pendingWith(call, id);
      if (isEvidence(pending))
        return inProjectOf(call, pending.project, (there) => acceptEvidence(there, pending, changes));
      if ("habit" in pending)
        return inProjectOf(call, pending.project, (there) => acceptHabit(there, pending, changes));
      return inProjectOf(call, pending.record.project, (there) => acceptProposal(there, pending, changes));
    },

    async dismiss(id: string): Promise<SuggestionView> {
      const pending = await pendingWith(call, id);
      if (isEvidence(pending)) {
        decideOnEvidence(call, pending, { status: "dismissed" });
        return viewOfEvidence({ ...pending, status: "dismissed" });
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
      // A person who keeps a record says that it holds.
      if (change?.act === "archive") store.advice.confirm(record.id, clock());
      return viewOfSuggestion((await store.suggestions.decide(pending.id, "dismissed"))!);
    },
  };
}

type AnySuggestion = Suggestion | Finding | EvidenceSuggestion;

async function everySuggestion(call: CallContext, actor: Actor): Promise<AnySuggestion[]> {
  await proposeNewGuards(call);
  return [
    ...(await call.store.suggestions.list()),
    ...evidenceSuggestions(call, actor),
    ...(await findings(call, actor)),
  ];
}

/** Before suggestions are listed or counted, so that both agree. */
async function proposeNewGuards(call: CallContext): Promise<void> {
  await (await import("./guard-proposals.ts")).proposeGuards(call);
}

/** How many are pending in each project; the empty project is what applies everywhere. */
export async function pendingByProject(
  call: CallContext,
  actor: Actor = "person",
): Promise<{ readonly project: ProjectId | ""; readonly count: number }[]> {
  const pending = (await everySuggestion(call, actor)).filter(({ status }) => status === "pending");
  const byProject = Map.groupBy(pending, (one) => projectOf(one) ?? "");
  return [...byProject].map(([project, some]) => ({ project, count: some.length }));
}

type Wanted = { readonly everywhere: boolean | undefined; readonly status?: Suggestion["status"] | undefined };

function wantedIn(call: CallContext, { everywhere, status }: Wanted): (one: AnySuggestion) => boolean {
  const reach = reachOf(call, { everywhere });
  return (one) => {
    const project = projectOf(one);
    const isInReach = reach === undefined || project === undefined || project === reach;
    return isInReach && (status === undefined || one.status === status);
  };
}

function projectOf(one: AnySuggestion): ProjectId | undefined {
  return "record" in one ? one.record.project : one.project;
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

async function pendingWith(call: CallContext, id: string): Promise<Suggestion | Finding | EvidenceSuggestion> {
  demandPerson(call.env, "decide on suggestions");
  const only = await suggestionWith(call, id);
  if (only.status !== "pending") throw new OldhandError("invalid", `${only.id} is already ${only.status}.`);
  return only;
}

async function suggestionWith(call: CallContext, id: string): Promise<Suggestion | Finding | EvidenceSuggestion> {
  const all = [
    ...(await call.store.suggestions.list()),
    ...(await findings(call)),
    ...(await findings(call, "agent")),
    ...evidenceSuggestions(call),
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
