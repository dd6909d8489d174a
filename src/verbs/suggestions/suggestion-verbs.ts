/** The verbs on suggestions: list what waits, accept it, or dismiss it for good. */

import { type CallContext, changedBy } from "../../context/call-context.ts";
import { inProjectOf } from "../../context/in-other-project.ts";
import { isoTime } from "../../core/base/clock.ts";
import { OldhandError } from "../../core/base/error.ts";
import { FEWEST_CHARS, isShortFor } from "../../core/base/id.ts";
import type { Actor } from "../../core/event/event.ts";
import type { Suggestion } from "../../core/ports.ts";
import { keyFor } from "../../core/record/key.ts";
import { categoryOf, type MemoryRecord, TYPE_TABLE } from "../../core/record/record.ts";
import { slug } from "../../core/text/words.ts";
import { stepsText } from "../../core/workflow/slots.ts";
import { decideEdit } from "../../remember/decide.ts";
import { admit, carryOut, type Remembered, retried } from "../records/admit.ts";
import { checkStatement } from "../records/check-statement.ts";
import { decideOn, type Finding, findings } from "./habit-findings.ts";
import { type SuggestionView, viewOfSaid } from "./suggestion-view.ts";

type SuggestionsAsk = {
  /** Whose habits; what was said waits for the person in any case. */
  readonly actor?: Actor;
  readonly limit?: number;
};

/** What a person changes before it is kept. */
type Acceptance = { readonly name?: string; readonly steps?: readonly string[] };

export function suggestionVerbs(call: CallContext) {
  const { store, clock } = call;
  const isWanted =
    (status: Suggestion["status"] | undefined) =>
    (one: { status: Suggestion["status"] }): boolean =>
      status === undefined || one.status === status;
  return {
    /** The surest first. */
    async suggestions(
      status?: Suggestion["status"],
      { actor = "person", limit = Number.POSITIVE_INFINITY }: SuggestionsAsk = {},
    ): Promise<readonly SuggestionView[]> {
      const said = (await store.suggestions.list(status)).map(viewOfSaid);
      const counted = findings(call, actor).filter(isWanted(status));
      const sorted = [...said, ...counted].toSorted((a, b) => b.confidence - a.confidence);
      // Showing a habit takes parsing its commands, which is only loaded where there is one.
      const shown = sorted.slice(0, limit).map((one) => ("habit" in one ? viewOfHabit(call, one) : one));
      return Promise.all(shown);
    },

    async suggestionCounts(actor: Actor = "person"): Promise<Record<Suggestion["status"], number>> {
      const counts = { pending: 0, accepted: 0, dismissed: 0 };
      for (const { status } of [...(await store.suggestions.list()), ...findings(call, actor)]) counts[status] += 1;
      return counts;
    },

    /** A person's word makes it a record; it keeps the trust it came with, and is accepted. */
    async accept(id: string, changes: Acceptance = {}): Promise<Remembered> {
      const waiting = await waitingFor(call, id);
      // What is a project's is kept with that project, wherever the person stands who accepts it.
      if ("habit" in waiting)
        return inProjectOf(call, waiting.project, (there) => acceptHabit(there, waiting, changes));
      return inProjectOf(call, waiting.record.project, (there) => acceptSaid(there, waiting, changes));
    },

    async dismiss(id: string): Promise<SuggestionView> {
      const waiting = await waitingFor(call, id);
      if ("habit" in waiting) {
        decideOn(call, waiting, { status: "dismissed" });
        return viewOfHabit(call, { ...waiting, status: "dismissed" });
      }
      const { id: whole, record } = waiting;
      store.tombstones.add({ id: record.id, text: record.text }, "dismiss", clock());
      return viewOfSaid((await store.suggestions.decide(whole, "dismissed"))!);
    },
  };
}

async function acceptSaid(
  call: CallContext,
  { id, record: said }: Suggestion,
  { name }: Acceptance,
): Promise<Remembered> {
  const { store, clock, env } = call;
  const record: MemoryRecord = {
    ...said,
    ...(name !== undefined && { key: name }),
    accepted: true,
    updatedAt: isoTime(clock()),
  };
  await store.tombstones.lift({ id: record.id, text: record.text });
  const done = await retried(call, async () => {
    const kept = await store.records.get(record.id);
    // A suggested change to an existing record is made as it was shown.
    if (kept !== undefined)
      return carryOut(call, decideEdit(kept, record, { similar: [], by: changedBy(env) }), undefined);
    const keyBy = keyFor(record.text, record.key).by;
    return admit(call, { record, keyBy }, { isAccepted: true });
  });
  await store.suggestions.decide(id, "accepted");
  return done;
}

async function viewOfHabit(call: CallContext, finding: Finding): Promise<SuggestionView> {
  return (await import("./habit-view.ts")).viewOfFinding(call, finding);
}

/** A pattern becomes a workflow under its name, with what was counted as its value; other habits keep their key. */
async function acceptHabit(call: CallContext, finding: Finding, { name, steps }: Acceptance): Promise<Remembered> {
  const view = await viewOfHabit(call, finding);
  const isPattern = finding.habit === "workflow_pattern";
  const wanted = steps ?? view.steps ?? [];
  const check = checkStatement(
    { text: isPattern ? stepsText(wanted) : view.text, key: name ?? "", steps: wanted },
    call,
  );
  if (check.outcome === "refused") return check;
  const { text, key, steps: clean } = check.said;
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

async function waitingFor(call: CallContext, id: string): Promise<Suggestion | Finding> {
  const { store, env } = call;
  if (env.isAgent) throw new OldhandError("invalid", "A suggestion waits for a person. Ask the person to decide.");
  const all = [...(await store.suggestions.list()), ...findings(call), ...findings(call, "agent")];
  const found = all.filter(
    (one) => one.id === id || isShortFor(one.id, id) || (id.length >= FEWEST_CHARS && one.id.startsWith(id)),
  );
  const only = found[0];
  if (only === undefined || found.some((one) => one.id !== only.id))
    throw new OldhandError("not-found", `There is no one suggestion ${id}. \`oldhand suggestions --all\` lists them.`);
  if (only.status !== "pending") throw new OldhandError("invalid", `${only.id} was ${only.status} before.`);
  return only;
}
