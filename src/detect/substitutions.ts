/** Finds where a person ran another command than the one that was proposed. */
import { type Detector, seen } from "./step-detectors.ts";

export const acceptedSubstitutions: Detector = (steps) =>
  steps.flatMap((step) => {
    if (step.instead === undefined || step.worked === "no") return [];
    const { proposed, ran } = step.instead;
    return [seen(step, { habit: "accepted_substitution", key: proposed, value: ran })];
  });
