/** Suggestions from what a person told agents in several sessions. */

import { isoTime } from "../../../core/base/clock.ts";
import { derivedId } from "../../../core/base/id.ts";
import { type RecordType, sessionSource } from "../../../core/record/record.ts";
import type { SaidStatement } from "../../../core/session/session.ts";
import { count } from "../../../core/text/wording.ts";
import { normalised, withoutEnd } from "../../../core/text/words.ts";
import { type Demand, repeatedIn, whyNotOffered } from "../../../detect/repeated-demands.ts";
import { classify } from "../../../remember/classify.ts";
import { staticMeaning } from "../../../store/piece-table.ts";
import type { HabitDecision } from "../../../store/rows/suggestions.ts";
import type { CallContext } from "../../call/call-context.ts";
import { admit, candidateFrom, type Remembered } from "../../record/kept/admit.ts";
import { checkStatement } from "../../record/kept/check-statement.ts";
import type { Suggested, SuggestionSource } from "./source.ts";
import type { SuggestionView } from "./suggestion-view.ts";

export type RepeatedDemand = Suggested<"demand"> & Demand;

export const demandSource: SuggestionSource<RepeatedDemand> = {
  from: "demand",
  // All belong to the person, who told agents.
  list: (call, actor) => (actor === "person" ? pendingDemands(call) : []),
  view: (_, one) => viewOfDemand(one),
  accept: acceptDemand,
  dismiss: (call, one) => decideOnDemand(call, one, { status: "dismissed" }),
  weigh({ said, sessions, confidence, project }) {
    const lastMs = Math.max(...said.map(({ atMs }) => atMs));
    const isOften = sessions >= OFTEN || new Set(said.map((one) => one.project)).size > 1;
    return {
      ...{ kind: "preference", isTold: true, isOften, confidence, project },
      ...{ count: said.length, sessions, steps: 0, lastMs },
    };
  },
};

/** Older statements are not grouped again with each list. */
const MOST_STATEMENTS = 5000;
const MOST_QUOTES = 5;
/** In so many sessions, it is the first thing that a newcomer should see. */
const OFTEN = 5;
/** Said in a second session, it is as certain as a habit at its threshold; each further session adds to it. */
const REPEATED_CONFIDENCE = 0.65;
const MOST_CONFIDENCE = 0.95;

export async function pendingDemands({
  store,
  config,
}: Pick<CallContext, "store" | "config">): Promise<RepeatedDemand[]> {
  const repeated = repeatedIn(store.statements.latest(MOST_STATEMENTS), staticMeaning(config)).filter(
    (demand) => whyNotOffered(demand) === undefined,
  );
  if (repeated.length === 0) return [];
  const actAfter = await firstActs({ store });
  const offered = repeated
    .filter((demand) => !isAnswered(demand, actAfter))
    .map((demand) => ({ ...demand, text: standingText({ store }, demand) }));
  return offered.map((demand) => {
    const ids = idsOf(demand);
    const decided = ids.map((id) => store.decisions.of(id)?.status).find((status) => status !== undefined);
    const isDeleted = ids.some((id) => store.tombstones.matchNow({ id, text: "" }).id);
    const sure = Math.min(MOST_CONFIDENCE, REPEATED_CONFIDENCE + 0.05 * (demand.sessions - 2));
    const confidence = Math.round(sure * 100) / 100;
    return {
      from: "demand",
      ...demand,
      id: ids[0]!,
      status: isDeleted ? "dismissed" : (decided ?? "pending"),
      confidence,
    };
  });
}

/** A text that is said as a whole in every session, in the order of its sentences as far as the session still has them. */
function standingText({ store }: Pick<CallContext, "store">, { text, together, said }: Demand): string {
  if (together.length === 0) return text;
  const messages = store.sessions.turnsOf(said.at(-1)!.session).map((turn) => turn.text.replace(/\s+/g, " "));
  const message = messages.find((one) => one.includes(text)) ?? "";
  return [text, ...together].toSorted((a, b) => message.indexOf(a) - message.indexOf(b)).join(" ");
}

/** The agent did the same next each time, as after "commit this": it was an order, and it was carried out. */
function isAnswered({ said }: Demand, actAfter: (one: SaidStatement) => string | undefined): boolean {
  const acts = said.map(actAfter);
  return acts[0] !== undefined && acts.every((act) => act === acts[0]);
}

/** What the agent ran next, and not only to look. The reader of shell lines is loaded for it. */
async function firstActs({ store }: Pick<CallContext, "store">): Promise<(one: SaidStatement) => string | undefined> {
  const { parseLine } = await import("../../../core/command/steps.ts");
  const { seemsToLook } = await import("../../../core/command/only-looks.ts");
  return ({ session, atMs }) => {
    for (const { command, actor, startMs = 0 } of store.events.ofSession(session)) {
      if (actor !== "agent" || startMs < atMs) continue;
      const step = parseLine(command).find((one) => !seemsToLook(one));
      if (step !== undefined) return step.family ?? step.program;
    }
    return undefined;
  };
}

/** A decision on one statement of the group holds for all of it, also when it grows. */
function decideOnDemand({ store, clock }: CallContext, demand: Demand, decision: HabitDecision): void {
  const ids = idsOf(demand);
  if (decision.status === "dismissed") store.tombstones.addNames(ids, "dismiss", clock());
  for (const id of ids) store.decisions.put(id, decision, clock());
}

async function acceptDemand(
  call: CallContext,
  demand: RepeatedDemand,
  { name }: { readonly name?: string },
): Promise<Remembered> {
  const check = checkStatement({ text: statementOf(demand.text), ...(name !== undefined && { key: name }) }, call);
  if (check.outcome === "refused") return check;
  const best = demand.said.find(({ text }) => demand.text.includes(text)) ?? demand.said[0]!;
  const speaker = { origin: "captured", trust: "person", source: sourceOf(best) } as const;
  const said = { quote: best.text, saidAt: isoTime(best.atMs), scope: demand.scope, type: typeOf(demand) };
  const made = candidateFrom(call, { ...check.statement, ...said }, speaker);
  const done = await admit(call, { ...made, record: { ...made.record, accepted: true } }, { isAccepted: true });
  if (done.outcome !== "refused")
    decideOnDemand(call, demand, { status: "accepted", ...(done.record !== undefined && { made: done.record.id }) });
  return done;
}

function viewOfDemand(demand: RepeatedDemand): SuggestionView {
  const { id, said, sessions, scope, project, confidence, status } = demand;
  const text = statementOf(demand.text);
  const type = typeOf(demand);
  const quotes = said.toReversed().map((one) => one.text);
  return {
    id,
    kind: type,
    label: `You told agents this ${count(sessions, "time")}: ${text}`,
    confidence,
    evidence: { count: said.length, sessions, examples: quotes.slice(0, MOST_QUOTES) },
    scope,
    ...(project !== undefined && { project }),
    key: text,
    value: text,
    type,
    text,
    origin: "captured",
    trust: "person",
    source: sourceOf(said.at(-1)!),
    status,
    reason: `Said ${count(said.length, "time")} in ${count(sessions, "session")}, last on ${isoTime(said.at(-1)!.atMs).slice(0, 10)}.`,
    act: "keep",
    by: "oldhand",
    changes: [{ field: "text", before: null, after: text }],
  };
}

function typeOf({ text, scope }: Demand): RecordType {
  return classify(text, { inProject: scope === "project" }).type;
}

function statementOf(quote: string): string {
  const plain = withoutEnd(quote.trim(), ".! ");
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

function sourceOf({ session, turn }: SaidStatement): string {
  return sessionSource(session, { from: turn, to: turn });
}

/** One for each statement, the earliest first. */
function idsOf({ said }: Demand): string[] {
  return [...new Set(said.map(({ text }) => derivedId("sug", `said\n${normalised(text)}`)))];
}
