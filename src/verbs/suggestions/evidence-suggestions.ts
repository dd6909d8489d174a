/** Suggestions that rest on evidence from sessions: what a person told agents, and commands that failed until something changed. */
import type { CallContext } from "../../context/call-context.ts";
import type { Actor } from "../../core/event/event.ts";
import type { Decision } from "../../store/local/rows/suggestions.ts";
import type { Remembered } from "../records/admit.ts";
import { acceptCure, type CureSuggestion, cureSuggestions, decideOnCure, viewOfCure } from "./cure-suggestions.ts";
import { acceptDemand, type DemandSuggestion, decideOnDemand, demands, viewOfDemand } from "./demand-suggestions.ts";
import type { SuggestionView } from "./suggestion-view.ts";

export type EvidenceSuggestion = DemandSuggestion | CureSuggestion;

/** All belong to the person: agents made the mistakes, but the person decides what is kept of them. */
export function evidenceSuggestions(call: CallContext, actor: Actor = "person"): EvidenceSuggestion[] {
  return actor === "person" ? [...demands(call), ...cureSuggestions(call)] : [];
}

export function isEvidence(one: object): one is EvidenceSuggestion {
  return "said" in one || "cures" in one;
}

export function viewOfEvidence(one: EvidenceSuggestion): SuggestionView {
  return "said" in one ? viewOfDemand(one) : viewOfCure(one);
}

export function acceptEvidence(
  call: CallContext,
  one: EvidenceSuggestion,
  changes: { readonly name?: string },
): Promise<Remembered> {
  return "said" in one ? acceptDemand(call, one, changes) : acceptCure(call, one, changes);
}

export function decideOnEvidence(call: CallContext, one: EvidenceSuggestion, decision: Decision): void {
  if ("said" in one) decideOnDemand(call, one, decision);
  else decideOnCure(call, one, decision);
}
