/** The detectors of habits (directories, recurring commands, sequences, substitutions), and how a changed history changes their counts. */
import type { HabitStep, Observation } from "../core/event/event.ts";
import { type Detector, observation, sequences } from "./sequences.ts";

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

export const DETECTORS: Detector[] = [preferredDirectories, recurringCommands, sequences, acceptedSubstitutions];
