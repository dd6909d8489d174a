/** Sorts suggestions by their worth, and says which project one is about. */
import type { CallContext } from "../../context/call-context.ts";
import { ownCommands } from "../../core/command/housekeeping.ts";
import { addedSteps, familiesIn } from "../../detect/longest-sequences.ts";
import { type EvidenceSuggestion, isEvidence } from "./evidence-suggestions.ts";
import type { Finding } from "./habit-findings.ts";
import type { SuggestionView } from "./suggestion-view.ts";
import { type Weighed, worthOf } from "./worth.ts";

type Ranked = Finding | EvidenceSuggestion | SuggestionView;

/** The most useful first; of two that are as useful, the more certain one. */
export function inOrderOfWorth<T extends Ranked>(call: CallContext, all: readonly T[]): T[] {
  const here = { project: call.project?.id, nowMs: call.clock() };
  const sequences = all.filter((one) => "habit" in one && one.habit === "workflow_pattern") as readonly Finding[];
  const worth = new Map(all.map((one) => [one, worthOf(weighed(one, sequences), here)]));
  return all.toSorted((a, b) => worth.get(b)! - worth.get(a)! || b.confidence - a.confidence);
}

/** Of a suggestion, whether or not its view was made yet. */
function weighed(one: Ranked, sequences: readonly Finding[]): Weighed {
  const { confidence, project } = one;
  if ("habit" in one) {
    const { habit: kind, key, count, sessions } = one;
    // A routine with what was run before or after it saves little beyond the routine alone.
    const families = kind === "workflow_pattern" ? addedSteps(one, sequences) : familiesIn(key);
    return { kind, isTold: false, confidence, project, count, sessions, steps: ownCommands(families) };
  }
  if (isEvidence(one)) {
    const seen: readonly { readonly session: string; readonly atMs: number }[] = "said" in one ? one.said : one.cures;
    const sessions = new Set(seen.map(({ session }) => session)).size;
    const lastMs = Math.max(...seen.map(({ atMs }) => atMs));
    const isTold = "said" in one;
    const kind = isTold ? "preference" : "pitfall";
    const surely = "said" in one ? one.surely : sessions;
    return { kind, isTold, surely, confidence, project, count: seen.length, sessions, steps: 0, lastMs };
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
