/** Which records a command goes against. */
import type { Conflict } from "../core/plan/plan.ts";
import type { MemoryRecord } from "../core/record/record.ts";
import type { RiskMeans } from "./risk/assess.ts";

export type Remembered = Pick<MemoryRecord, "id" | "type" | "text" | "key" | "priority" | "trust"> &
  Partial<Pick<MemoryRecord, "value" | "accepted">> & { readonly stale?: boolean };

export type MemoryMeans = RiskMeans & { readonly branch?: string };

export function conflictsWith(command: string, records: readonly Remembered[], _: MemoryMeans): Conflict[] {
  return records
    .filter(({ type, text }) => type === "policy" && text.toLowerCase() === `never run ${command}`.toLowerCase())
    .map(({ id, type, text }) => ({ record: id, type, text, why: "it says so", forbids: true }));
}
