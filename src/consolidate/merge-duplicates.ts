/** Makes one record of several that say the same: its words and its trust stay its own. */
import { isoTime } from "../core/base/clock.ts";
import { type MemoryRecord, priorityRank, type RecordId } from "../core/record/record.ts";
import type { TwinGroup } from "./duplicates.ts";

export type Merge = {
  readonly into: RecordId;
  /** Their uses are added to those of `into` by the store. */
  readonly from: readonly RecordId[];
  readonly reason: string;
  readonly survivor: MemoryRecord;
  readonly superseded: readonly MemoryRecord[];
};

export function merged({ survivor: { record: survivor }, others }: TwinGroup, nowMs: number): Merge {
  const at = isoTime(nowMs);
  const from = others.map(({ record }) => record.id);
  // What others repeat adds nothing to what a person said: their tags and other names stay behind.
  const equals = others.map(({ record }) => record).filter(({ trust }) => trust === survivor.trust);
  return {
    into: survivor.id,
    from,
    reason: `${from.join(", ")} ${from.length === 1 ? "says" : "say"} the same as ${survivor.id}.`,
    survivor: {
      ...enriched(survivor, equals),
      supersedes: [
        ...new Set([
          ...(survivor.supersedes ?? []),
          ...others.flatMap(({ record }) => [...(record.supersedes ?? []), record.id]),
        ]),
      ],
      updatedAt: at,
    },
    superseded: others.map(({ record }) => ({
      ...record,
      status: "superseded",
      statusReason: `merged into ${survivor.id}`,
      updatedAt: at,
    })),
  };
}

function enriched(survivor: MemoryRecord, equals: readonly MemoryRecord[]): MemoryRecord {
  const all = [survivor, ...equals];
  const union = (field: "tags" | "aliases" | "keywords"): readonly string[] => [
    ...new Set(all.flatMap((one) => one[field])),
  ];
  const [expires] = all
    .flatMap((one) => one.expires ?? [])
    .toSorted()
    .reverse();
  return {
    ...survivor,
    tags: union("tags"),
    aliases: union("aliases"),
    keywords: union("keywords"),
    confidence: Math.max(...all.map(({ confidence }) => confidence)),
    priority: all.map(({ priority }) => priority).toSorted((a, b) => priorityRank(a) - priorityRank(b))[0]!,
    ...(expires !== undefined && { expires }),
  };
}
