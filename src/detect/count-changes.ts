/** How a change of the history changes the habit counts: what the detectors find after it, minus what they found before. */
import type { HabitStep, Observation } from "../core/event/event.ts";
import { sequences } from "./sequences.ts";
import { acceptedSubstitutions, type Detector, preferredDirectories, recurringCommands } from "./step-detectors.ts";

export const DETECTORS: readonly Detector[] = [
  preferredDirectories,
  recurringCommands,
  sequences,
  acceptedSubstitutions,
];

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
