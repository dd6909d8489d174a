/** Sorts suggestions by their worth, and says which project one is about. */
import type { CallContext } from "../../context/call-context.ts";
import { ownCommands } from "../../core/command/housekeeping.ts";
import { familiesIn } from "../../detect/longest-sequences.ts";
import { type EvidenceSuggestion, isEvidence } from "./evidence-suggestions.ts";
import type { Finding } from "./habit-findings.ts";
import type { SuggestionView } from "./suggestion-view.ts";
import { type Weighed, worthOf } from "./worth.ts";

type Ranked = Finding | EvidenceSuggestion | SuggestionView;

/** The most useful first; of two that are as useful, the more certain one. */
export function byWorth(call: CallContext): (a: Ranked, b: Ranked) => number {
  const here = { project: call.project?.id, nowMs: call.clock() };
  const known = new Map<Ranked, number>();
  const worth = (one: Ranked): number => {
    const found = known.get(one) ?? worthOf(weighed(one), here);
    known.set(one, found);
    return found;
  };
  return (a, b) => worth(b) - worth(a) || b.confidence - a.confidence;
}

/** Of a suggestion, whether or not its view was made yet. */
export function weighed(one: Ranked): Weighed {
  const { confidence, project } = one;
  if ("habit" in one) {
    const { habit: kind, key, count, sessions } = one;
    return { kind, isTold: false, confidence, project, count, sessions, steps: ownCommands(familiesIn(key)) };
  }
  if (isEvidence(one)) {
    const seen: readonly { readonly session: string; readonly atMs: number }[] = "said" in one ? one.said : one.cures;
    const sessions = new Set(seen.map(({ session }) => session)).size;
    const lastMs = Math.max(...seen.map(({ atMs }) => atMs));
    const isTold = "said" in one;
    const kind = isTold ? "preference" : "pitfall";
    return { kind, isTold, confidence, project, count: seen.length, sessions, steps: 0, lastMs };
  }
  const { kind, origin, evidence, steps = [] } = one;
  const isTold = origin === "captured" && kind === "preference";
  return { kind, isTold, confidence, project, ...evidence, steps: steps.length };
}

/** A suggestion for another project says so. */
export function withProjectName({ store, project }: CallContext, view: SuggestionView): SuggestionView {
  if (view.project === undefined || view.project === project?.id) return view;
  const name = store.registry.all().find(({ id }) => id === view.project)?.name;
  return name === undefined ? view : { ...view, label: `${view.label} (in ${name})` };
}
