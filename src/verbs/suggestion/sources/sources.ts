/** All sources of suggestions, in one list, and what they list together: the most useful first. */

import type { Actor } from "../../../core/event/event.ts";
import type { CallContext } from "../../call/call-context.ts";
import { demandSource } from "./demand-suggestions.ts";
import { fixSource } from "./fix-suggestions.ts";
import { habitSource } from "./habits/habit-suggestions.ts";
import type { Suggested, SuggestionSource } from "./source.ts";
import { proposalSource } from "./stored-proposals.ts";
import type { SuggestionView } from "./suggestion-view.ts";
import { worthOf } from "./worth.ts";

/** Adding one is a file with its source, and a line here. */
export const SUGGESTION_SOURCES: SuggestionSource[] = [proposalSource, demandSource, fixSource, habitSource];

export function sourceOf({ from }: Suggested<string>): SuggestionSource {
  const found = SUGGESTION_SOURCES.find((source) => source.from === from);
  if (found === undefined) throw new Error(`No source of suggestions is called ${from}.`);
  return found;
}

export async function everySuggestion(call: CallContext, actor: Actor): Promise<Suggested<string>[]> {
  const lists = await Promise.all(SUGGESTION_SOURCES.map((source) => source.list(call, actor)));
  return lists.flat();
}

/** The most useful first; of two that are as useful, the more certain one. */
export function inOrderOfWorth<T extends Suggested<string>>(call: CallContext, all: readonly T[]): T[] {
  const here = { project: call.project?.id, nowMs: call.clock() };
  const worth = new Map(all.map((one) => [one, worthOf(sourceOf(one).weigh(one, all), here)]));
  return all.toSorted((a, b) => worth.get(b)! - worth.get(a)! || b.confidence - a.confidence);
}

/** A suggestion for another project says so. */
export async function viewSuggestion(call: CallContext, one: Suggested<string>): Promise<SuggestionView> {
  const view = await sourceOf(one).view(call, one);
  const { store, project } = call;
  if (view.project === undefined || view.project === project?.id) return view;
  const name = store.registry.all().find(({ id }) => id === view.project)?.name;
  return name === undefined ? view : { ...view, label: `${view.label} (in ${name})` };
}
