/** Finds records that say the same in other words, and merges each group into the one that stays. */
import { isoTime } from "../../core/base/clock.ts";
import type { Kept } from "../../core/ports.ts";
import { compareAuthority, isVouchedFor } from "../../core/record/acceptance.ts";
import { hasNamedKey, keyFor } from "../../core/record/key.ts";
import { type MemoryRecord, priorityRank, type RecordId, TRUSTS } from "../../core/record/record.ts";
import { statementForm } from "../../core/statement/statement-form.ts";

export type DuplicateGroup = { readonly survivor: Kept; readonly others: readonly Kept[] };

/** Every record is in exactly one group. Records with equal signatures form a group, so no pairs are compared. */
export function duplicateGroups(kept: readonly Kept[]): DuplicateGroup[] {
  const groups = new Map<string, Kept[]>();
  for (const one of kept) {
    const signature = signatureOf(one);
    const group = groups.get(signature);
    if (group === undefined) groups.set(signature, [one]);
    else group.push(one);
  }
  return [...groups.values()].map((group) => {
    const [survivor, ...others] = group.toSorted(byAuthority);
    return { survivor: survivor!, others };
  });
}

/** Everything that duplicates have in common; a difference in any of it was made on purpose. */
function signatureOf({ record, space }: Kept): string {
  const { type, habit, scope, project, value, steps, paths, verify, expires } = record;
  return JSON.stringify([
    // What a team has and what a person has stay two records.
    [type, habit, scope, project, space],
    statementForm(record.text),
    givenKey(record),
    value === keyFor(record.text).value ? undefined : value,
    steps,
    paths.toSorted(),
    verify,
    // A statement that expires is not the same as a permanent one.
    expires !== undefined,
  ]);
}

/** A key that somebody chose. A key that was derived from the text adds nothing to it, except for the name of a workflow. */
function givenKey(record: MemoryRecord): string | undefined {
  if (record.type === "workflow" || record.habit !== undefined) return record.key.toLowerCase();
  if (!hasNamedKey(record) || keyFor(record.text).key === record.key) return undefined;
  return record.key.toLowerCase();
}

/** The one with the most authority first, then by trust and by whether it may be given to agents, then the oldest. */
function byAuthority({ record: a }: Kept, { record: b }: Kept): number {
  return (
    compareAuthority(a, b) ||
    TRUSTS.indexOf(a.trust) - TRUSTS.indexOf(b.trust) ||
    Number(isVouchedFor(b)) - Number(isVouchedFor(a)) ||
    (a.id < b.id ? -1 : 1)
  );
}

export type Merge = {
  readonly into: RecordId;
  /** The store adds their uses to those of `into`. */
  readonly from: readonly RecordId[];
  readonly reason: string;
  readonly survivor: MemoryRecord;
  readonly superseded: readonly MemoryRecord[];
};

export function mergeGroup({ survivor: { record: survivor }, others }: DuplicateGroup, nowMs: number): Merge {
  const at = isoTime(nowMs);
  const from = others.map(({ record }) => record.id);
  // Only tags and aliases of records with the same authority are taken over.
  const equals = others.map(({ record }) => record).filter((record) => compareAuthority(record, survivor) === 0);
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
