/** Which records a command goes against. */
import type { Conflict } from "../core/plan/plan.ts";
import type { MemoryRecord } from "../core/record/record.ts";

export function conflictsWith(command: string, records: readonly MemoryRecord[]): readonly Conflict[] {
  return records
    .filter(({ type, text }) => type === "policy" && text.toLowerCase() === `never run ${command}`.toLowerCase())
    .map(({ id, type, text }) => ({ record: id, type, text, why: "it says so", forbids: true }));
}
