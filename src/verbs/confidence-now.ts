/** How sure a habit is by what was counted until now. */
import { habitConfidence } from "../core/record/confidence.ts";
import type { MemoryRecord } from "../core/record/record.ts";
import type { Habits } from "../store/local/habits.ts";

/** What was counted since speaks for a habit after it was accepted as well. */
export function confidenceNow(habits: Pick<Habits, "count">, { habit, key, value, confidence }: MemoryRecord): number {
  if (habit === undefined) return confidence;
  // A person may have named it otherwise; its value is what was counted, but for a substitution, which is kept by both.
  const count = habits.count(habit, habit === "accepted_substitution" ? key : (value ?? key));
  return count === 0 ? confidence : habitConfidence(habit, count);
}
