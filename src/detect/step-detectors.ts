/** A detector, and how it tells what it saw. */
import type { HabitStep, Observation } from "../core/event/habit-step.ts";

/** Sees only steps of one session and one actor, in their order. */
export type Detector = (steps: readonly HabitStep[]) => Observation[];

/** A status that nobody recorded says nothing about the place: such evidence is of no project. */
export function seen(
  { worked, project, actor, session }: HabitStep,
  what: Pick<Observation, "habit" | "key" | "value">,
): Observation {
  return { ...what, actor, project: worked === "yes" ? project : "", session, n: 1 };
}
