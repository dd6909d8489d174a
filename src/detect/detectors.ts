/** The detectors of habits (directories, recurring commands, sequences, substitutions), and how a changed history changes their counts. */
import type { HabitStep, Observation } from "../core/event/event.ts";

/**
 * Both lists have the steps of one session and one actor, in order: the changed steps and those within reach of them.
 * Commands that an agent runs between two commands of a person do not count as the person's habits.
 */
export function countChanges(before: readonly HabitStep[], after: readonly HabitStep[]): Observation[] {
  const sums = new Map<string, { observation: Observation; n: number }>();
  const add = (steps: readonly HabitStep[], sign: 1 | -1): void => {
    for (const observation of DETECTORS.flatMap((detect) => detect(steps))) {
      const { habit, key, value, actor, project } = observation;
      const name = [habit, key, value, actor, project].join("\0");
      const sum = sums.get(name) ?? { observation, n: 0 };
      sums.set(name, { ...sum, n: sum.n + sign * observation.n });
    }
  };
  add(after, 1);
  add(before, -1);
  return [...sums.values()].filter(({ n }) => n !== 0).map(({ observation, n }) => ({ ...observation, n }));
}

export const ARROW = " → ";

/** Triples come first: a triple says more than its pairs. */
const LENGTHS = [3, 2] as const;

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

/** Takes the steps of one session and one actor, in order. */
export type Detector = (steps: readonly HabitStep[]) => Observation[];

/** The directories in which a person works: each command that succeeded there counts. */
export const preferredDirectories: Detector = (steps) =>
  steps
    .filter(({ ord, worked, cwd }) => ord === 0 && worked === "yes" && cwd !== "")
    .map((step) => observation(step, { habit: "preferred_cwd", key: step.cwd, value: "" }));

/** The commands that a person runs again and again, by their family. */
export const recurringCommands: Detector = (steps) =>
  steps
    .filter(({ family, worked }) => family !== "" && worked !== "no")
    .map((step) => observation(step, { habit: "recurring_command", key: step.family, value: "" }));

/** The commands that a person ran instead of the proposed one. */
export const acceptedSubstitutions: Detector = (steps) =>
  steps.flatMap((step) => {
    if (step.instead === undefined || step.worked === "no") return [];
    const { proposed, ran } = step.instead;
    return [observation(step, { habit: "accepted_substitution", key: proposed, value: ran })];
  });

/** Without a recorded status the step says nothing about its place, so the observation belongs to no project. */
function observation(
  { worked, project, actor, session }: HabitStep,
  what: Pick<Observation, "habit" | "key" | "value">,
): Observation {
  return { ...what, actor, project: worked === "yes" ? project : "", session, n: 1 };
}

export const DETECTORS: readonly Detector[] = [
  preferredDirectories,
  recurringCommands,
  sequences,
  acceptedSubstitutions,
];
