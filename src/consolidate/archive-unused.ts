/** Chooses unused records to archive by their strength, the weakest first. */
import { isoTime } from "../core/base/clock.ts";
import type { Kept } from "../core/ports.ts";
import type { MemoryRecord, RecordId } from "../core/record/record.ts";
import { archivedByDecay, strength, type Use } from "../core/record/strength.ts";
import type { DuplicateGroup } from "./merge-duplicates.ts";
import { daysOf } from "./pass-timing.ts";

export type Archive = { readonly id: RecordId; readonly reason: string; readonly record: MemoryRecord };
export type Held = { readonly id: RecordId; readonly reason: string };

type Limits = {
  readonly nowMs: number;
  readonly halfLifeDays: number;
  readonly archiveBelow: number;
  readonly mostRecords: number;
};

/** The uses of duplicates are added up, and duplicates are archived together or not at all. */
export function archiveUnused(
  groups: readonly DuplicateGroup[],
  limits: Limits,
): { archives: Archive[]; held: Held[] } {
  const unused = groups
    .map(({ survivor, others }) => ({ all: [survivor, ...others], now: strengthOf([survivor, ...others], limits) }))
    .filter(({ all, now }) =>
      archivedByDecay(all[0]!.record.type, { strength: now, archiveBelow: limits.archiveBelow }),
    )
    .toSorted((a, b) => a.now - b.now || (a.all[0]!.record.id < b.all[0]!.record.id ? -1 : 1))
    .flatMap(({ all }) => all);
  const isOver = (at: number): boolean => at >= limits.mostRecords;
  return {
    archives: unused.filter((_, at) => !isOver(at)).map((kept) => archive(kept, limits.nowMs)),
    held: unused
      .filter((_, at) => isOver(at))
      .map((kept) => ({
        id: kept.record.id,
        reason: `${unusedFor(kept, limits.nowMs)}, but the clock may have jumped`,
      })),
  };
}

function strengthOf(duplicates: readonly Kept[], { nowMs, halfLifeDays }: Limits): number {
  const use: Use = {
    lastUsedMs: Math.max(...duplicates.map(({ lastUsedMs }) => lastUsedMs)),
    reinforcement: duplicates.reduce((sum, { reinforcement }) => sum + reinforcement, 0),
  };
  return strength(duplicates[0]!.record.type, use, { nowMs, halfLifeDays });
}

function archive(kept: Kept, nowMs: number): Archive {
  const reason = unusedFor(kept, nowMs);
  const record: MemoryRecord = { ...kept.record, status: "archived", statusReason: reason, updatedAt: isoTime(nowMs) };
  return { id: kept.record.id, reason, record };
}

function unusedFor({ lastUsedMs }: Kept, nowMs: number): string {
  return `not used for ${daysOf(nowMs - lastUsedMs)}`;
}
