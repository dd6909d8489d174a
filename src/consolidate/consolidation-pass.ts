/** One pass over what is kept: what says the same is merged, what nobody uses is archived, what recurs is suggested. */

import type { Episode } from "../core/event/episode.ts";
import type { Kept } from "../core/ports.ts";
import type { MemoryRecord, RecordId } from "../core/record/record.ts";
import { type Archive, faded, type Held } from "./archive-unused.ts";
import { type TwinGroup, twinGroups } from "./duplicates.ts";
import { type Merge, merged } from "./merge-duplicates.ts";
import { jumpOf } from "./pass-timing.ts";
import { type Promotion, promotions } from "./promote-episodes.ts";

export type SweepInput = {
  readonly kept: readonly Kept[];
  readonly episodes: readonly Episode[];
  readonly nowMs: number;
  readonly settings: { readonly halfLifeDays: number; readonly archiveBelow: number };
  readonly lastSweepMs?: number;
  /** When a sweep last reported a jump of the clock. */
  readonly lastJumpMs?: number;
  /** What was ever suggested, whatever became of it: it is not suggested again. */
  readonly suggested?: readonly MemoryRecord[];
  /** Records in the repository's own files: its team decides about them, so they are left alone. */
  readonly carried?: ReadonlySet<RecordId>;
};

export type Sweep = {
  readonly merges: readonly Merge[];
  readonly archives: readonly Archive[];
  readonly promotions: readonly Promotion[];
  /** What is as good as dead and was left for the next time. */
  readonly held: readonly Held[];
  /** Why the clock is doubted; to be handed in as `lastJumpMs` the next time. */
  readonly jump?: string;
};

/** No record is named twice in merges and archives, so all of it can be committed at once. */
export function sweep(input: SweepInput): Sweep {
  const { nowMs, settings, carried = new Set() } = input;
  const own = input.kept
    .filter(({ record }) => record.status === "active" && !carried.has(record.id))
    .toSorted((a, b) => (a.record.id < b.record.id ? -1 : 1));
  const jump = jumpOf(input);
  const groups = twinGroups(own);
  const { archives, held } = faded(groups, {
    nowMs,
    ...settings,
    mostRecords: jump === undefined ? Infinity : capOf(input.kept),
  });
  // A group that is dead as a whole needs no merging first, and what waits is not touched before.
  const gone = new Set([...archives, ...held].map(({ id }) => id));
  const alive = groups.filter(({ survivor }: TwinGroup) => !gone.has(survivor.record.id));
  return {
    merges: alive.flatMap((group) => (group.others.length === 0 ? [] : [merged(group, nowMs)])),
    archives,
    promotions: promotions(input.episodes, {
      nowMs,
      known: [...input.kept.map(({ record }) => record), ...(input.suggested ?? [])],
    }),
    held,
    ...(jump !== undefined && { jump }),
  };
}

/** After a jump of the clock everything looks old, so little may go at once. */
const MOST_SHARE = 0.05;

function capOf(kept: readonly Kept[]): number {
  const active = kept.filter(({ record }) => record.status === "active").length;
  return Math.max(1, Math.floor(active * MOST_SHARE));
}
