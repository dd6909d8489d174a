/** Suggestions from commands that failed and what made them work: each can become a pitfall. */

import { isoTime } from "../../../core/base/clock.ts";
import type { Scope } from "../../../core/record/record.ts";
import { cureName, cureSuggestionId, type KeptCure } from "../../../core/session/cure.ts";
import { count } from "../../../core/text/wording.ts";
import type { HabitDecision } from "../../../store/rows/suggestions.ts";
import type { CallContext } from "../../call/call-context.ts";
import { pitfallOf } from "../../learning/admit-pitfalls.ts";
import { admit, candidateFrom, type Remembered } from "../../record/kept/admit.ts";
import { checkStatement } from "../../record/kept/check-statement.ts";
import type { Suggested, SuggestionSource } from "./source.ts";
import type { SuggestionView } from "./suggestion-view.ts";

export type SeenFix = Suggested<"fix"> & {
  /** The same cure, each time that it was seen; the latest last. */
  readonly cures: readonly KeptCure[];
  readonly scope: Scope;
  /** The pitfall that it became. */
  readonly made?: string;
};

export const fixSource: SuggestionSource<SeenFix> = {
  from: "fix",
  // Agents made the mistakes, but the person decides what is kept of them.
  list: (call, actor) => (actor === "person" ? seenFixes(call) : []),
  view: (_, one) => viewOfFix(one),
  accept: acceptFix,
  dismiss: (call, one) => decideOnFix(call, one, { status: "dismissed" }),
  weigh({ cures, confidence, project }) {
    const sessions = new Set(cures.map(({ session }) => session)).size;
    const lastMs = Math.max(...cures.map(({ atMs }) => atMs));
    return {
      ...{ kind: "pitfall", isTold: false, confidence, project },
      ...{ count: cures.length, sessions, steps: 0, lastMs },
    };
  },
};

const ONCE = 0.6;
const TWICE = 0.75;

/** One for each error of a command family: the newest cure replaces older ones. */
export function seenFixes({ store }: Pick<CallContext, "store">): SeenFix[] {
  const all = store.cures.all();
  if (all.length === 0) return [];
  const newest = new Map(all.map((cure) => [`${cure.family}\n${cure.mark}`, cure]));
  const recorded = store.habits.idsByKey("pitfall");
  return [...newest.values()].map((last) => {
    const cures = all.filter((one) => cureName(one) === cureName(last));
    const { statement, project } = pitfallOf(cures);
    const id: string = cureSuggestionId(last);
    const isDeleted = store.tombstones.matchNow({ id, text: "" }).id;
    const made = recorded.get(statement.key ?? "");
    const decided = store.decisions.of(id)?.status ?? (made === undefined ? "pending" : "accepted");
    const sessions = new Set(cures.map(({ session }) => session)).size;
    return {
      ...{ from: "fix", id, cures, status: isDeleted ? "dismissed" : decided, confidence: sessions > 1 ? TWICE : ONCE },
      scope: statement.scope ?? "global",
      ...(project !== undefined && { project }),
      ...(made !== undefined && { made }),
    };
  });
}

function decideOnFix({ store, clock }: CallContext, { id }: SeenFix, decision: HabitDecision): void {
  if (decision.status === "dismissed") store.tombstones.addNames([id], "dismiss", clock());
  store.decisions.put(id, decision, clock());
}

async function acceptFix(call: CallContext, cure: SeenFix, { name }: { readonly name?: string }): Promise<Remembered> {
  const { statement, trust, source } = pitfallOf(cure.cures);
  const check = checkStatement({ ...statement, ...(name !== undefined && { key: name }) }, call);
  if (check.outcome === "refused") return check;
  const made = candidateFrom(call, check.statement, { origin: "extracted", trust, source });
  const done = await admit(call, { ...made, record: { ...made.record, accepted: true } }, { isAccepted: true });
  if (done.outcome !== "refused")
    decideOnFix(call, cure, { status: "accepted", ...(done.record !== undefined && { made: done.record.id }) });
  return done;
}

function viewOfFix({ id, cures, confidence, status, scope, project }: SeenFix): SuggestionView {
  const { statement, trust, source } = pitfallOf(cures);
  const { text, key = "" } = statement;
  const last = cures.at(-1)!;
  const sessions = new Set(cures.map(({ session }) => session)).size;
  return {
    ...{ id, kind: "pitfall", label: text, confidence, scope },
    evidence: { count: cures.length, sessions, examples: [last.failed, last.error] },
    ...(project !== undefined && { project }),
    ...{ key, value: text, type: "pitfall", text, origin: "extracted", trust, source, status },
    reason: `Happened in ${count(sessions, "session")}, last on ${isoTime(last.atMs).slice(0, 10)}.`,
    act: "keep",
    by: "oldhand",
    changes: [{ field: "text", before: null, after: text }],
  };
}
