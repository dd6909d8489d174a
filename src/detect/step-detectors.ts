/** The detectors that look at one step at a time: directories, recurring commands, and substitutions. */
import type { HabitStep, Observation } from "../core/event/event.ts";

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
export function observation(
  { worked, project, actor, session }: HabitStep,
  what: Pick<Observation, "habit" | "key" | "value">,
): Observation {
  return { ...what, actor, project: worked === "yes" ? project : "", session, n: 1 };
}
