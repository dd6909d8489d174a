/** What a change of the history changes in the habits: everything seen after it, less everything seen before. */
import type { HabitStep, Observation } from "../core/event/habit-step.ts";
import { recurringCommands } from "./commands.ts";
import { preferredDirectories } from "./directories.ts";
import { sequences } from "./sequences.ts";
import type { Detector } from "./step-detectors.ts";
import { acceptedSubstitutions } from "./substitutions.ts";

export const DETECTORS: readonly Detector[] = [
  preferredDirectories,
  recurringCommands,
  sequences,
  acceptedSubstitutions,
];

/**
 * Both lists are of one session and one actor, in order, and hold the changed steps with those in their reach around
 * them. What an agent runs between two commands of a person is no part of the person's habits.
 */
export function difference(before: readonly HabitStep[], after: readonly HabitStep[]): Observation[] {
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
