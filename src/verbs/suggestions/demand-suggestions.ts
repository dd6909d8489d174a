/** Suggestions from what a person told agents in several sessions, or once in words that are likely to last. */
import type { CallContext } from "../../context/call-context.ts";
import { isoTime } from "../../core/base/clock.ts";
import { derivedId } from "../../core/base/id.ts";
import { type RecordType, sessionSource } from "../../core/record/record.ts";
import type { Suggestion } from "../../core/record/suggestion.ts";
import type { SaidStatement } from "../../core/session/said-statement.ts";
import { count } from "../../core/text/wording.ts";
import { normalised, withoutEnd } from "../../core/text/words.ts";
import { type Demand, demandsIn } from "../../detect/repeated-demands.ts";
import { classify } from "../../remember/classify.ts";
import { staticMeaning } from "../../store/local/piece-table.ts";
import type { Decision } from "../../store/local/rows/suggestions.ts";
import { admit, candidateFrom, type Remembered } from "../records/admit.ts";
import { checkStatement } from "../records/check-statement.ts";
import type { SuggestionView } from "./suggestion-view.ts";

export type DemandSuggestion = Demand & Pick<Suggestion, "id" | "status"> & { readonly confidence: number };

/** Older statements are not grouped again with each list. */
const MOST_STATEMENTS = 5000;
const MOST_QUOTES = 5;
/** Surely said in a second session, it is as certain as a habit at its threshold; each further session adds to it. */
const REPEATED_CONFIDENCE = 0.65;
const MOST_CONFIDENCE = 0.95;

export function demands({ store, config }: Pick<CallContext, "store" | "config">): DemandSuggestion[] {
  return demandsIn(store.statements.latest(MOST_STATEMENTS), staticMeaning(config)).map((demand) => {
    const ids = idsOf(demand);
    const decided = ids.map((id) => store.decisions.of(id)?.status).find((status) => status !== undefined);
    const isDeleted = ids.some((id) => store.tombstones.matchNow({ id, text: "" }).id);
    const sure =
      demand.surely > 1 ? Math.min(MOST_CONFIDENCE, REPEATED_CONFIDENCE + 0.05 * (demand.sessions - 2)) : demand.score;
    const confidence = Math.round(sure * 100) / 100;
    return { ...demand, id: ids[0]!, status: isDeleted ? "dismissed" : (decided ?? "pending"), confidence };
  });
}

/** A decision on one statement of the group holds for all of it, also when it grows. */
export function decideOnDemand({ store, clock }: CallContext, demand: Demand, decision: Decision): void {
  const ids = idsOf(demand);
  if (decision.status === "dismissed") store.tombstones.addNames(ids, "dismiss", clock());
  for (const id of ids) store.decisions.put(id, decision, clock());
}

export async function acceptDemand(
  call: CallContext,
  demand: DemandSuggestion,
  { name }: { readonly name?: string },
): Promise<Remembered> {
  const check = checkStatement({ text: statementOf(demand.text), ...(name !== undefined && { key: name }) }, call);
  if (check.outcome === "refused") return check;
  const best = demand.said.find(({ text }) => text === demand.text)!;
  const speaker = { origin: "captured", trust: "person", source: sourceOf(best) } as const;
  const said = { quote: best.text, saidAt: isoTime(best.atMs), scope: demand.scope, type: typeOf(demand) };
  const made = candidateFrom(call, { ...check.statement, ...said }, speaker);
  const done = await admit(call, { ...made, record: { ...made.record, accepted: true } }, { isAccepted: true });
  if (done.outcome !== "refused")
    decideOnDemand(call, demand, { status: "accepted", ...(done.record !== undefined && { made: done.record.id }) });
  return done;
}

export function viewOfDemand(demand: DemandSuggestion): SuggestionView {
  const { id, said, sessions, scope, project, confidence, status } = demand;
  const text = statementOf(demand.text);
  const type = typeOf(demand);
  const times = sessions > 1 ? `You told agents this ${count(sessions, "time")}` : "You told an agent";
  const quotes = said.toReversed().map((one) => one.text);
  return {
    id,
    kind: type,
    label: `${times}: ${text}`,
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
