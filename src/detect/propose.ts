/** Turns counts into proposals: which habits are regular enough, with which confidence, and for which scope. */
import type { HabitCounts } from "../core/event/event.ts";
import type { Habit, ProjectId, Scope } from "../core/record/record.ts";
import { HABIT_RAMPS, habitConfidence } from "../core/record/strength.ts";
import { longestSequences } from "./longest-sequences.ts";

export type HabitProposal = Pick<HabitCounts, "habit" | "key" | "value"> & {
  readonly scope: Scope;
  readonly project?: ProjectId;
  readonly count: number;
  readonly sessions: number;
  readonly confidence: number;
};

const FEWEST_SESSIONS: Readonly<Record<Habit, number>> = {
  preferred_cwd: 2,
  recurring_command: 1,
  workflow_pattern: 2,
  accepted_substitution: 1,
};

/** By confidence, highest first. */
export function habitProposals(counted: readonly HabitCounts[]): HabitProposal[] {
  const regular = counted.flatMap((habit) => proposalOf(habit) ?? []);
  return withoutParts(regular).toSorted((a, b) => b.confidence - a.confidence || b.count - a.count || byKey(a, b));
}

/**
 * Evidence from two or more projects, or from none, makes a global habit; evidence from one project makes a habit of that
 * project, unless the evidence outside any project is regular by itself.
 */
function proposalOf({ habit, key, value, byProject, sessions }: HabitCounts): HabitProposal | undefined {
  const projects = byProject.filter(({ project }) => project !== "");
  const [only] = projects;
  const none = byProject.find(({ project }) => project === "");
  const isGlobal = projects.length !== 1 || (none !== undefined && isRegular(habit, none));
  const total = { n: byProject.reduce((sum, { n }) => sum + n, 0), sessions };
  const { n: count, sessions: within } = isGlobal ? total : only!;
  if (!isRegular(habit, { n: count, sessions: within })) return undefined;
  const place =
    isGlobal || only!.project === ""
      ? { scope: "global" as const }
      : { scope: "project" as const, project: only!.project };
  return { habit, key, value, ...place, count, sessions: within, confidence: habitConfidence(habit, count) };
}

function isRegular(habit: Habit, { n, sessions }: { n: number; sessions: number }): boolean {
  return n >= HABIT_RAMPS[habit].threshold && sessions >= FEWEST_SESSIONS[habit];
}

function withoutParts(found: readonly HabitProposal[]): HabitProposal[] {
  const patterns = found.filter(({ habit }) => habit === "workflow_pattern");
  const shown = new Set(longestSequences(patterns, HABIT_RAMPS.workflow_pattern.threshold));
  return found.filter((proposal) => proposal.habit !== "workflow_pattern" || shown.has(proposal));
}

function byKey(a: HabitProposal, b: HabitProposal): number {
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
}
