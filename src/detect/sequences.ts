/** Detects sequences: two or three families in a row, in one session, without a break in between. */
import type { HabitStep, Observation } from "../core/event/event.ts";
import { type Detector, observation } from "./step-detectors.ts";

export const ARROW = " → ";

/** Triples come first: a triple says more than its pairs. */
export const LENGTHS = [3, 2] as const;

/**
 * How far one step can affect others: a sequence has at most three steps, and before each there can be a failed try of
 * the same command, which is skipped.
 */
export const REACH = 8;

const LONGEST_GAP_MS = 30 * 60_000;

/** A family occurs in a sequence only once, so two windows of the same sequence never overlap. */
export const sequences: Detector = (steps) =>
  unbroken(steps.filter(({ family }) => family !== "")).flatMap((run) =>
    LENGTHS.flatMap((length) =>
      windows(run, length).flatMap((window) => {
        const families = window.map(({ family }) => family);
        return new Set(families).size === length ? [sequenceObservation(window, families.join(ARROW))] : [];
      }),
    ),
  );

/** Runs of steps without a break; a pause breaks a run, and so does a failure without a successful retry. */
function unbroken(steps: readonly HabitStep[]): HabitStep[][] {
  const runs: HabitStep[][] = [[]];
  steps.forEach((step, at) => {
    const before = steps[at - 1];
    if (before !== undefined && hasPause(before, step)) runs.push([]);
    if (step.worked !== "no") runs.at(-1)!.push(step);
    else if (!isRetried(step, steps[at + 1])) runs.push([]);
  });
  return runs;
}

function isRetried(failed: HabitStep, next: HabitStep | undefined): boolean {
  return next !== undefined && next.family === failed.family && next.worked === "yes" && !hasPause(failed, next);
}

function hasPause(before: HabitStep, after: HabitStep): boolean {
  return before.endMs !== undefined && after.endMs !== undefined && after.at - before.endMs > LONGEST_GAP_MS;
}

function windows(run: readonly HabitStep[], length: number): HabitStep[][] {
  return Array.from({ length: Math.max(0, run.length - length + 1) }, (_, at) => run.slice(at, at + length));
}

/** It belongs to a project only if all of its steps do. */
function sequenceObservation(window: readonly HabitStep[], key: string): Observation {
  const first = window[0]!;
  const isOneProject = window.every(({ project, worked }) => project === first.project && worked === "yes");
  const found = observation(first, { habit: "workflow_pattern", key, value: "" });
  return isOneProject ? found : { ...found, project: "" };
}

/** Where a sequence was run in a session, the latest last. */
export function occurrences(steps: readonly HabitStep[], key: string): HabitStep[][] {
  const length = key.split(ARROW).length;
  return unbroken(steps.filter(({ family }) => family !== "")).flatMap((run) =>
    windows(run, length).filter((window) => window.map(({ family }) => family).join(ARROW) === key),
  );
}
