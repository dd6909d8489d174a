/** Counted habits as suggestions, with what a person decided on them. */

import { derivedId } from "../../../../core/base/id.ts";
import { ownCommands } from "../../../../core/command/family-name.ts";
import { runsFamily } from "../../../../core/command/runs-family.ts";
import type { Actor } from "../../../../core/event/event.ts";
import { addedSteps, familiesIn, largePartsOf, partsOf } from "../../../../detect/longest-sequences.ts";
import { type HabitProposal, habitProposals } from "../../../../detect/propose.ts";
import type { HabitDecision } from "../../../../store/rows/suggestions.ts";
import type { CallContext } from "../../../call/call-context.ts";
import type { Suggested, SuggestionSource } from "../source.ts";
import type { SuggestionView } from "../suggestion-view.ts";

/** A counted habit as a suggestion. */
export type CountedHabit = Suggested<"habit"> & HabitProposal & { readonly actor: Actor };

export const habitSource: SuggestionSource<CountedHabit> = {
  from: "habit",
  list: countedHabits,
  view: viewOfHabit,
  accept: async (call, one, changes) => (await import("./accept-habit.ts")).acceptHabit(call, one, changes),
  dismiss: (call, one) => decideOn(call, one, { status: "dismissed" }),
  weigh(one, all) {
    const { habit: kind, key, count, sessions, confidence, project } = one;
    const isSequence = (other: Suggested<string>): other is CountedHabit =>
      other.from === "habit" && (other as CountedHabit).habit === "workflow_pattern";
    // A routine with what was run before or after it saves little beyond the routine alone.
    const families = kind === "workflow_pattern" ? addedSteps(one, all.filter(isSequence)) : familiesIn(key);
    return { kind, isTold: false, confidence, project, count, sessions, steps: ownCommands(families) };
  },
};

/** It parses commands, so its code is loaded only if there is something to show. */
async function viewOfHabit(call: CallContext, one: CountedHabit): Promise<SuggestionView> {
  return (await import("./habit-view.ts")).viewOfFinding(call, one);
}

/** The id is the same in every scope, so a decision applies to all of them. */
export async function countedHabits(call: CallContext, actor: Actor = "person"): Promise<CountedHabit[]> {
  const { store } = call;
  // Records survive a deleted database, so they count as decisions too.
  const recorded = store.habits.recorded();
  const statusOf = statusReader(call, recorded);
  const workflows = store.habits.workflowSteps();
  const found = habitProposals(store.habits.regular(actor)).flatMap((proposal): CountedHabit[] => {
    const status = statusOf(proposal);
    const isKnown = status === "pending" && isPartOfWorkflow(proposal, workflows);
    return status === "silenced" || isKnown
      ? []
      : [{ ...proposal, from: "habit", id: habitId(proposal), actor, status }];
  });
  // It parses commands, so its code is loaded only if there is something to check.
  const isChecked = actor === "agent" && found.some(({ habit }) => habit === "workflow_pattern");
  return isChecked ? (await import("./agent-workflows.ts")).repeatable(call, found) : found;
}

/** Applies to all rotations and parts, so that a dismissed habit does not return in another form. */
export function decideOn({ store, clock }: CallContext, finding: CountedHabit, decision: HabitDecision): void {
  const { rotations, parts } = finding.habit === "workflow_pattern" ? partsOf(finding.key) : ownKey(finding);
  const ids = [
    ...rotations.map((key) => habitId({ ...finding, key })),
    ...parts.map((key) => partId({ ...finding, key })),
  ];
  // Tombstones survive a deleted database, and imported history is counted again.
  if (decision.status === "dismissed") store.tombstones.addNames(ids, "dismiss", clock());
  for (const id of ids) store.decisions.put(id, decision, clock());
}

function ownKey({ key }: CountedHabit): ReturnType<typeof partsOf> {
  return { rotations: [key], parts: [] };
}

type Habit = Pick<HabitProposal, "habit" | "key" | "value">;
type Recorded = readonly { readonly habit: string; readonly value: string }[];

/** `silenced`: a decision on another sequence covers it, so nobody decided on it by itself. */
function statusReader(
  { store }: CallContext,
  recorded: Recorded,
): (habit: Habit) => CountedHabit["status"] | "silenced" {
  const values = new Set(recorded.map(({ habit, value }) => `${habit}\n${value}`));
  const accepted = new Set(
    recorded.flatMap(({ habit, value }) => (habit === "workflow_pattern" ? partsOf(value).parts : [])),
  );
  const decided = (id: string): CountedHabit["status"] | undefined =>
    store.tombstones.matchNow({ id, text: "" }).id ? "dismissed" : store.decisions.of(id)?.status;
  return (habit) => {
    const isSequence = habit.habit === "workflow_pattern";
    const own = decided(habitId(habit));
    if (own !== undefined) return own;
    if (values.has(`${habit.habit}\n${habit.value || habit.key}`)) return "accepted";
    if (!isSequence) return "pending";
    const isCovered =
      accepted.has(habit.key) ||
      decided(partId(habit)) !== undefined ||
      largePartsOf(habit.key).some((key) => decided(habitId({ ...habit, key })) === "dismissed");
    return isCovered ? "silenced" : "pending";
  };
}

function habitId({ habit, key, value }: Habit): string {
  return derivedId("sug", [habit, key, value].join("\n"));
}

/** Apart from a decision on the sequence itself: a part that nobody saw must not decide on longer ones. */
function partId(habit: Habit): string {
  return derivedId("sug", `part\n${habitId(habit)}`);
}

/** The steps of a workflow are known already, one by one and in its order. */
function isPartOfWorkflow({ habit, key }: Habit, workflows: readonly (readonly string[])[]): boolean {
  if (habit !== "recurring_command" && habit !== "workflow_pattern") return false;
  const families = familiesIn(key);
  return workflows.some((steps) =>
    steps.some((_, start) =>
      families.every((family, at) => steps[start + at] !== undefined && runsFamily(steps[start + at]!, family)),
    ),
  );
}
