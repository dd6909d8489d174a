/** Finds the commands that a person runs again and again, by their family. */
import { type Detector, seen } from "./step-detectors.ts";

export const recurringCommands: Detector = (steps) =>
  steps
    .filter(({ family, worked }) => family !== "" && worked !== "no")
    .map((step) => seen(step, { habit: "recurring_command", key: step.family, value: "" }));
