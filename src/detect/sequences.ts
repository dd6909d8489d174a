/** Finds commands that follow each other: two or three families in a row, in one session, without a break between. */
import type { HabitStep, Observation } from "../core/event/habit-step.ts";
import { type Detector, seen } from "./detector.ts";

export const ARROW = " → ";

/** The lengths that are looked for; a triple says more than its pairs. */
const LENGTHS = [3, 2] as const;

/**
 * The furthest that one step reaches: a sequence has at most three steps, and before each may stand a failed try of the
 * same command, which is passed over.
 */
export const REACH = 8;

const LONGEST_GAP_MS = 30 * 60_000;

/** A family stands in a sequence once: so two windows of the same sequence never overlap. */
export const sequences: Detector = (steps) =>
  unbroken(steps.filter(({ family }) => family !== "")).flatMap((run) =>
    LENGTHS.flatMap((length) =>
      windows(run, length).flatMap((window) => {
        const families = window.map(({ family }) => family);
        return new Set(families).size === length ? [observed(window, families.join(ARROW))] : [];
      }),
    ),
  );

/** Stretches in which each command follows the one before: broken by a pause, or by a failure that was not tried again. */
function unbroken(steps: readonly HabitStep[]): HabitStep[][] {
  const runs: HabitStep[][] = [[]];
  steps.forEach((step, at) => {
    const before = steps[at - 1];
    if (before !== undefined && hasPause(before, step)) runs.push([]);
    if (step.worked !== "no") runs.at(-1)!.push(step);
    else if (!isTriedAgain(step, steps[at + 1])) runs.push([]);
  });
  return runs;
}

function isTriedAgain(failed: HabitStep, next: HabitStep | undefined): boolean {
  return next !== undefined && next.family === failed.family && next.worked === "yes" && !hasPause(failed, next);
}

function hasPause(before: HabitStep, after: HabitStep): boolean {
  return before.endMs !== undefined && after.endMs !== undefined && after.at - before.endMs > LONGEST_GAP_MS;
}

function windows(run: readonly HabitStep[], length: number): HabitStep[][] {
  return Array.from({ length: Math.max(0, run.length - length + 1) }, (_, at) => run.slice(at, at + length));
}

/** Of a project only where all of its steps are. */
function observed(window: readonly HabitStep[], key: string): Observation {
  const first = window[0]!;
  const isOneProject = window.every(({ project, worked }) => project === first.project && worked === "yes");
  const observation = seen(first, { habit: "workflow_pattern", key, value: "" });
  return isOneProject ? observation : { ...observation, project: "" };
}

/** The places in a session where a sequence was run, the latest last. */
export function occurrences(steps: readonly HabitStep[], key: string): HabitStep[][] {
  const length = key.split(ARROW).length;
  return unbroken(steps.filter(({ family }) => family !== "")).flatMap((run) =>
    windows(run, length).filter((window) => window.map(({ family }) => family).join(ARROW) === key),
  );
}
