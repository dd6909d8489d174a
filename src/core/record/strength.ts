/** The current strength of a record: its type's weight, halved for every half-life without use, times its reinforcement. */
import { DAY_MS } from "../base/clock.ts";
import { type RecordType, TYPE_TABLE } from "./record.ts";

export type Use = { readonly lastUsedMs: number; readonly reinforcement: number };

export function strength(type: RecordType, use: Use, at: { nowMs: number; halfLifeDays: number }): number {
  // A clock that was set back must not make a record stronger than it was when last used.
  const days = Math.max(0, at.nowMs - use.lastUsedMs) / DAY_MS;
  // With a half-life of 0, only a record that was used just now has strength; 0 / 0 would be NaN.
  const left = days === 0 ? 1 : 0.5 ** (days / at.halfLifeDays);
  return TYPE_TABLE[type].weight * left * use.reinforcement;
}

/** Policies and architecture are never archived for lack of use. */
export function archivedByDecay(type: RecordType, now: { strength: number; archiveBelow: number }): boolean {
  return type !== "policy" && type !== "architecture" && now.strength < now.archiveBelow;
}
