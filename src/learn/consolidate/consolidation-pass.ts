/** One consolidation pass: duplicates are merged, unused records archived, recurring episodes suggested. */
import { isoTime } from "../../core/base/clock.ts";
import type { Episode } from "../../core/event/event.ts";
import { clockDoubt, daysOf } from "../../core/job/job.ts";
import type { Kept } from "../../core/ports.ts";
import type { MemoryRecord, RecordId } from "../../core/record/record.ts";
import { archivedByDecay, strength } from "../../core/record/strength.ts";
import { type DuplicateGroup, duplicateGroups, type Merge, mergeGroup } from "./merge-duplicates.ts";
import { type Promotion, promotions } from "./promote-episodes.ts";

export type PassInput = {
  readonly kept: readonly Kept[];
  readonly episodes: readonly Episode[];
  readonly nowMs: number;
  readonly settings: { readonly halfLifeDays: number; readonly archiveBelow: number };
  readonly lastRunMs?: number;
  /** When a pass last reported a jump of the clock. */
  readonly lastJumpMs?: number;
  /** Everything that was ever suggested, whatever the decision: it is not suggested again. */
  readonly suggested?: readonly MemoryRecord[];
  /** Records in the repository's own files: its team decides about them, so they are not changed. */
  readonly carried?: ReadonlySet<RecordId>;
};

export type ConsolidationPass = {
  readonly merges: readonly Merge[];
  readonly archives: readonly Archive[];
  readonly promotions: readonly Promotion[];
  /** Unused records that are not archived yet because the clock is in doubt. */
  readonly held: readonly Held[];
  /** Why the clock is in doubt; the caller passes its time as `lastJumpMs` next time. */
  readonly jump?: string;
};

/** No record occurs twice in merges and archives, so all of it can be committed at once. */
export function consolidationPass(input: PassInput): ConsolidationPass {
  const { nowMs, settings, carried = new Set() } = input;
  const own = input.kept
    .filter(({ record }) => record.status === "active" && !carried.has(record.id))
    .toSorted((a, b) => (a.record.id < b.record.id ? -1 : 1));
  const jump = clockDoubt(input);
  const groups = duplicateGroups(own);
  const { archives, held } = archiveUnused(groups, {
    nowMs,
    ...settings,
    mostRecords: jump === undefined ? Infinity : capOf(input.kept),
  });
  // A group that is or will be archived is not merged first.
  const gone = new Set([...archives, ...held].map(({ id }) => id));
  const current = groups.filter(({ survivor }) => !gone.has(survivor.record.id));
  return {
    merges: current.flatMap((group) => (group.others.length === 0 ? [] : [mergeGroup(group, nowMs)])),
    archives,
    promotions: promotions(input.episodes, {
      nowMs,
      known: [...input.kept.map(({ record }) => record), ...(input.suggested ?? [])],
    }),
    held,
    ...(jump !== undefined && { jump }),
  };
}

/** After a jump of the clock everything looks old, so only a few records may be archived at once. */
const MOST_SHARE = 0.05;

function capOf(kept: readonly Kept[]): number {
  const active = kept.filter(({ record }) => record.status === "active").length;
  return Math.max(1, Math.floor(active * MOST_SHARE));
}

type Archive = { readonly id: RecordId; readonly reason: string; readonly record: MemoryRecord };
type Held = { readonly id: RecordId; readonly reason: string };

type Limits = PassInput["settings"] & { readonly nowMs: number; readonly mostRecords: number };

/** The weakest first. The uses of duplicates are added up, and duplicates are archived together or not at all. */
function archiveUnused(groups: readonly DuplicateGroup[], limits: Limits): { archives: Archive[]; held: Held[] } {
  const { nowMs, archiveBelow, mostRecords } = limits;
  const unused = groups
    .map(({ survivor, others }) => ({ all: [survivor, ...others], now: strengthOf([survivor, ...others], limits) }))
    .filter(({ all, now }) => archivedByDecay(all[0]!.record.type, { strength: now, archiveBelow }))
    .toSorted((a, b) => a.now - b.now || (a.all[0]!.record.id < b.all[0]!.record.id ? -1 : 1))
    .flatMap(({ all }) => all)
    .map(({ record, lastUsedMs }) => ({ record, reason: `not used for ${daysOf(nowMs - lastUsedMs)}` }));
  return {
    archives: unused.slice(0, mostRecords).map(({ record, reason }) => ({
      id: record.id,
      reason,
      record: { ...record, status: "archived", statusReason: reason, updatedAt: isoTime(nowMs) },
    })),
    held: unused.slice(mostRecords).map(({ record, reason }) => ({
      id: record.id,
      reason: `${reason}, but the clock may have jumped`,
    })),
  };
}

function strengthOf(duplicates: readonly Kept[], { nowMs, halfLifeDays }: Limits): number {
  const use = {
    lastUsedMs: Math.max(...duplicates.map(({ lastUsedMs }) => lastUsedMs)),
    reinforcement: duplicates.reduce((sum, { reinforcement }) => sum + reinforcement, 0),
  };
  return strength(duplicates[0]!.record.type, use, { nowMs, halfLifeDays });
}
