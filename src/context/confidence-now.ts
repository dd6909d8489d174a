/** A habit's confidence from what was counted up to now. */
import type { MemoryRecord } from "../core/record/record.ts";
import { habitConfidence } from "../core/record/strength.ts";
import type { Habits } from "../store/local/index/habit-tallies.ts";

/** Counts after acceptance raise it as well. */
export function confidenceNow(habits: Pick<Habits, "count">): (record: MemoryRecord) => number {
  return ({ habit, key, value, confidence }) => {
    if (habit === undefined) return confidence;
    // A person may have renamed it; its value is what was counted, except for a substitution, which has both.
    const count = habits.count(habit, habit === "accepted_substitution" ? key : (value ?? key));
    return count === 0 ? confidence : habitConfidence(habit, count);
  };
}
