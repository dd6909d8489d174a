/** Turns counts into proposals: which habits are regular enough, with which confidence, and for which scope. */
import type { CountedHabit } from "../core/event/event.ts";
import type { Habit, ProjectId, Scope } from "../core/record/record.ts";
import { HABIT_RAMPS, habitConfidence } from "../core/record/strength.ts";
import { ARROW } from "./detectors.ts";

export type Proposal = Pick<CountedHabit, "habit" | "key" | "value"> & {
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
export function proposals(counted: readonly CountedHabit[]): Proposal[] {
  const regular = counted.flatMap((habit) => proposalOf(habit) ?? []);
  return withoutParts(regular).toSorted((a, b) => b.confidence - a.confidence || b.count - a.count || byKey(a, b));
}

/**
 * Evidence from two or more projects, or from none, makes a global habit; evidence from one project makes a habit of that
 * project, unless the evidence outside any project is regular by itself.
 */
function proposalOf({ habit, key, value, byProject, sessions }: CountedHabit): Proposal | undefined {
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

/**
 * A triple covers its pairs, also the pair from its end to its start, which appears when it is run twice in a row. Of the
 * three rotations of such a cycle only the most frequent one is proposed.
 */
function withoutParts(found: readonly Proposal[]): Proposal[] {
  const patterns = found.filter(({ habit }) => habit === "workflow_pattern");
  const triples = patterns.filter(({ key }) => key.split(ARROW).length === 3);
  const pairs = new Set(triples.flatMap(({ key }) => rotations(key).map((turned) => turned.slice(0, 2).join(ARROW))));
  const isPart = (pattern: Proposal): boolean => {
    if (pairs.has(pattern.key)) return true;
    const turned = rotations(pattern.key).map((families) => families.join(ARROW));
    return patterns.some(
      (other) =>
        other !== pattern && turned.includes(other.key) && (other.count - pattern.count || byKey(pattern, other)) > 0,
    );
  };
  return found.filter((proposal) => proposal.habit !== "workflow_pattern" || !isPart(proposal));
}

/**
 * The keys of all equivalent patterns, the given one first: each rotation, and for a triple its pairs. A decision on one
 * applies to all of them.
 */
export function equivalentKeys({ habit, key }: Pick<Proposal, "habit" | "key">): string[] {
  if (habit !== "workflow_pattern") return [key];
  const turned = rotations(key);
  const parts = turned[0]!.length === 3 ? turned.map((families) => families.slice(0, 2)) : [];
  return [...turned, ...parts].map((families) => families.join(ARROW));
}

function rotations(key: string): string[][] {
  const families = key.split(ARROW);
  return families.map((_, at) => [...families.slice(at), ...families.slice(0, at)]);
}

function byKey(a: Proposal, b: Proposal): number {
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
}
