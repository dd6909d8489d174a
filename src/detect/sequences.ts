/** Sequences of commands in a session: runs without a break, and every window of them. */
import type { HabitStep, Observation } from "../core/event/event.ts";

/** Takes the steps of one session and one actor, in order. */
export type Detector = (steps: readonly HabitStep[]) => Observation[];

export const ARROW = " → ";

/** A routine of more steps is shown by its first ones. */
export const LONGEST = 8;

/**
 * How far one step can affect others: before each step of a sequence there can be a failed try of the same command,
 * which is skipped.
 */
export const REACH = 2 * LONGEST + 2;

const LONGEST_GAP_MS = 30 * 60_000;

/** Every sequence of 2 to 8 steps. A family occurs in a sequence only once, so two windows of one never overlap. */
export const sequences: Detector = (steps) =>
  unbroken(steps.filter(({ family }) => family !== "")).flatMap((run) => run.flatMap((_, at) => startingAt(run, at)));

function startingAt(run: readonly HabitStep[], start: number): Observation[] {
  const found: Observation[] = [];
  const families = new Set<string>();
  for (let end = start; end < run.length && end < start + LONGEST; end++) {
    const { family } = run[end]!;
    if (families.has(family)) break;
    families.add(family);
    if (end > start) found.push(sequenceObservation(run.slice(start, end + 1), [...families].join(ARROW)));
  }
  return found;
}

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

/** Without a recorded status the step says nothing about its place, so the observation belongs to no project. */
export function observation(
  { worked, project, actor, session }: HabitStep,
  what: Pick<Observation, "habit" | "key" | "value">,
): Observation {
  return { ...what, actor, project: worked === "yes" ? project : "", session, n: 1 };
}
