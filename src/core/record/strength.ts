/** How much a record counts: its strength, which decays without use, and its confidence, by origin or counted evidence. */
import { DAY_MS } from "../base/clock.ts";
import { type Habit, type Origin, type RecordType, TYPE_TABLE } from "./record.ts";

type Use = { readonly lastUsedMs: number; readonly reinforcement: number };

export function strength(type: RecordType, use: Use, at: { nowMs: number; halfLifeDays: number }): number {
  // A clock that was set back must not make a record stronger than it was when last used.
  const days = Math.max(0, at.nowMs - use.lastUsedMs) / DAY_MS;
  // With a half-life of 0, only a record that was used just now has strength; 0 / 0 would be NaN.
  const left = days === 0 ? 1 : 0.5 ** (days / at.halfLifeDays);
  return TYPE_TABLE[type].weight * left * use.reinforcement;
}

export function archivedByDecay(type: RecordType, now: { strength: number; archiveBelow: number }): boolean {
  return TYPE_TABLE[type].decays && now.strength < now.archiveBelow;
}

export const BIRTH_CONFIDENCE: Readonly<Record<Exclude<Origin, "observed">, number>> = {
  told: 1.0,
  captured: 0.8,
  extracted: 0.7,
  imported: 0.5,
};

type Ramp = { readonly threshold: number; readonly base: number; readonly cap: number };

export const HABIT_RAMPS: Readonly<Record<Habit, Ramp>> = {
  preferred_cwd: { threshold: 5, base: 0.7, cap: 0.95 },
  recurring_command: { threshold: 4, base: 0.6, cap: 0.9 },
  workflow_pattern: { threshold: 3, base: 0.65, cap: 0.85 },
  accepted_substitution: { threshold: 1, base: 0.72, cap: 0.72 },
};

/** Grows from base at the threshold to the cap at three times the threshold, rounded to two places. */
export function habitConfidence(habit: Habit, count: number): number {
  const { threshold, base, cap } = HABIT_RAMPS[habit];
  const grown = Math.min(1, Math.max(0, (count - threshold) / (2 * threshold)));
  return roundHundredth(base + grown * (cap - base));
}

/** Half up on the decimal value: 0.825 is 0.83, which plain binary rounding would miss. */
function roundHundredth(x: number): number {
  return Math.round(Number((x * 100).toFixed(6))) / 100;
}
