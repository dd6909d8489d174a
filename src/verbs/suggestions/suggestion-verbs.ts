/** The verbs on suggestions: list what waits, accept it, or dismiss it for good. */

import { changedBy, type House } from "../../context/call-context.ts";
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
import { decide } from "../../remember/decide.ts";
import { viewOf } from "../records/record-view.ts";
import { carryOut, checked, knownAbout, put, type Remembered } from "../records/remember.ts";
import { decideOn, type Finding, findings } from "./habit-findings.ts";
import { type SuggestionView, viewOfSaid } from "./suggestion-view.ts";

export type SuggestionsAsk = {
  /** Whose habits; what was said waits for the person in any case. */
  readonly actor?: Actor;
  readonly limit?: number;
};

/** What a person changes before it is kept. */
export type Acceptance = { readonly name?: string; readonly steps?: readonly string[] };

export function suggestionVerbs(house: House) {
  const { store, clock } = house;
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
      const counted = findings(house, actor).filter(isWanted(status));
      const sorted = [...said, ...counted].toSorted((a, b) => b.confidence - a.confidence);
      // Showing a habit takes parsing its commands, which is only loaded where there is one.
      const shown = sorted.slice(0, limit).map((one) => ("habit" in one ? viewOfHabit(house, one) : one));
      return Promise.all(shown);
    },

    async suggestionCounts(actor: Actor = "person"): Promise<Record<Suggestion["status"], number>> {
      const counts = { pending: 0, accepted: 0, dismissed: 0 };
      for (const { status } of [...(await store.suggestions.list()), ...findings(house, actor)]) counts[status] += 1;
      return counts;
    },

    /** A person's word makes it a record; it keeps the trust it came with, and is accepted. */
    async accept(id: string, changes: Acceptance = {}): Promise<Remembered> {
      const waiting = await waitingFor(house, id);
      // What is a project's is kept with that project, wherever the person stands who accepts it.
      if ("habit" in waiting)
        return inProjectOf(house, waiting.project, (there) => acceptHabit(there, waiting, changes));
      return inProjectOf(house, waiting.record.project, (there) => acceptSaid(there, waiting, changes));
    },

    async dismiss(id: string): Promise<SuggestionView> {
      const waiting = await waitingFor(house, id);
      if ("habit" in waiting) {
        decideOn(house, waiting, { status: "dismissed" });
        return viewOfHabit(house, { ...waiting, status: "dismissed" });
      }
      const { id: whole, record } = waiting;
      store.tombstones.add({ id: record.id, text: record.text }, "dismiss", clock());
      return viewOfSaid((await store.suggestions.decide(whole, "dismissed"))!);
    },
  };
}

async function acceptSaid(house: House, { id, record: said }: Suggestion, { name }: Acceptance): Promise<Remembered> {
  const { store, clock } = house;
  const record: MemoryRecord = {
    ...said,
    ...(name !== undefined && { key: name }),
    accepted: true,
    updatedAt: isoTime(clock()),
  };
  await store.tombstones.lift({ id: record.id, text: record.text });
  const done = (await changeOf(house, record)) ?? (await newRecord(house, record));
  await store.suggestions.decide(id, "accepted");
  return done;
}

async function viewOfHabit(house: House, finding: Finding): Promise<SuggestionView> {
  return (await import("./habit-view.ts")).viewOfFinding(house, finding);
}

/** A pattern becomes a workflow under its name, with what was counted as its value; other habits keep their key. */
async function acceptHabit(house: House, finding: Finding, { name, steps }: Acceptance): Promise<Remembered> {
  const { store, clock } = house;
  const view = await viewOfHabit(house, finding);
  const isPattern = finding.habit === "workflow_pattern";
  const wanted = steps ?? view.steps;
  const screened = checked(
    { text: isPattern ? stepsText(wanted ?? []) : view.text, key: name ?? "", steps: wanted ?? [] },
    house,
  );
  if (screened.outcome === "refused") return screened;
  const { said } = screened;
  const at = isoTime(clock());
  const record: MemoryRecord = {
    id: store.newId("rec"),
    type: view.type,
    category: categoryOf(view.type),
    habit: finding.habit,
    scope: finding.scope,
    ...(finding.project !== undefined && { project: finding.project }),
    key: said.key || (isPattern ? slug(finding.key) : finding.key),
    value: view.value,
    ...(isPattern && { steps: said.steps }),
    text: said.text,
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
  await demandFreeName(house, record);
  const committed = await store.records.commit([put(record, null, { verb: "add", by: changedBy(house.env) })]);
  if (committed.outcome === "conflict") throw new OldhandError("conflict", "It was changed meanwhile. Run it again.");
  decideOn(house, finding, { status: "accepted", made: record.id });
  return { outcome: "remembered", record: viewOf(committed.kept[0]!, house) };
}

async function demandFreeName({ search }: House, { type, key, scope }: MemoryRecord): Promise<void> {
  if (type !== "workflow") return;
  const named = await search.claiming([`workflow ${key.toLowerCase()}`, `workflow_pattern ${key.toLowerCase()}`], {
    scopes: [scope],
  });
  if (named.length > 0)
    throw new OldhandError("invalid", `There is a workflow ${key} already. Give this one another name with --name.`);
}

/** A suggested change to a record that is there. */
async function changeOf(house: House, record: MemoryRecord): Promise<Remembered | undefined> {
  const now = await house.store.records.get(record.id);
  if (now === undefined) return undefined;
  const committed = await house.store.records.commit([
    put(record, now.version, { verb: "update", by: changedBy(house.env) }),
  ]);
  if (committed.outcome === "conflict")
    throw new OldhandError("conflict", `${record.id} was changed meanwhile. Run it again.`);
  return { outcome: "remembered", record: viewOf(committed.kept[0]!, house) };
}

async function newRecord(house: House, record: MemoryRecord): Promise<Remembered> {
  const made = { record, keyBy: keyFor(record.text, record.key).by };
  const decision = decide(made, { ...(await knownAbout(house, made)), isAccepted: true }, changedBy(house.env));
  const done = await carryOut(house, decision, undefined);
  if (done === undefined) throw new OldhandError("conflict", "What it touches was changed meanwhile. Run it again.");
  return done;
}

async function waitingFor(house: House, id: string): Promise<Suggestion | Finding> {
  const { store, env } = house;
  if (env.isAgent) throw new OldhandError("invalid", "A suggestion waits for a person. Ask the person to decide.");
  const all = [...(await store.suggestions.list()), ...findings(house), ...findings(house, "agent")];
  const found = all.filter(
    (one) => one.id === id || isShortFor(one.id, id) || (id.length >= FEWEST_CHARS && one.id.startsWith(id)),
  );
  const only = found[0];
  if (only === undefined || found.some((one) => one.id !== only.id))
    throw new OldhandError("not-found", `There is no one suggestion ${id}. \`oldhand suggestions --all\` lists them.`);
  if (only.status !== "pending") throw new OldhandError("invalid", `${only.id} was ${only.status} before.`);
  return only;
}
