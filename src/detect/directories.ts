/** Finds the directories in which a person works: each command that succeeded there counts. */
import { type Detector, seen } from "./step-detectors.ts";

export const preferredDirectories: Detector = (steps) =>
  steps
    .filter(({ ord, worked, cwd }) => ord === 0 && worked === "yes" && cwd !== "")
    .map((step) => seen(step, { habit: "preferred_cwd", key: step.cwd, value: "" }));
