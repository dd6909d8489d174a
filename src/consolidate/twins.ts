/** Finds records that say the same in other words, each group with the one that stays. */
import type { Kept } from "../core/ports.ts";
import { isVouchedFor } from "../core/record/effective.ts";
import { hasNamedKey, keyFor } from "../core/record/key.ts";
import { type MemoryRecord, type RecordType, TRUSTS } from "../core/record/record.ts";
import type { Reading } from "./rephrase.ts";
import { statementForm } from "./statement-form.ts";

export type TwinGroup = { readonly survivor: Kept; readonly others: readonly Kept[] };

/** Every record stands in one group; equal marks make a group, so no two records are ever compared. */
export function twinGroups(kept: readonly Kept[]): TwinGroup[] {
  const groups = new Map<string, Kept[]>();
  for (const one of kept) {
    const mark = markOf(one.record);
    const group = groups.get(mark);
    if (group === undefined) groups.set(mark, [one]);
    else group.push(one);
  }
  return [...groups.values()].map((group) => {
    const [survivor, ...others] = group.toSorted(byStanding);
    return { survivor: survivor!, others };
  });
}

const RULES: readonly RecordType[] = ["policy", "preference", "workflow", "decision"];

function readingOf(type: RecordType): Reading {
  return RULES.includes(type) ? "rule" : "fact";
}

/** All that two records have to share; a difference in any of it is one that somebody meant. */
function markOf(record: MemoryRecord): string {
  const { type, habit, scope, project, value, steps, paths, verify, expires } = record;
  return JSON.stringify([
    [type, habit, scope, project],
    statementForm(record.text, readingOf(type)),
    givenKey(record),
    value === keyFor(record.text).value ? undefined : value,
    steps,
    paths.toSorted(),
    verify,
    // What holds for now is not what holds for good.
    expires !== undefined,
  ]);
}

/** A key that somebody gave; one that follows from the words says no more than they do, except a workflow's name. */
function givenKey(record: MemoryRecord): string | undefined {
  if (record.type === "workflow" || record.habit !== undefined) return record.key.toLowerCase();
  if (!hasNamedKey(record) || keyFor(record.text).key === record.key) return undefined;
  return record.key.toLowerCase();
}

/** The most trusted first, then what a person stands behind, then the oldest. */
function byStanding({ record: a }: Kept, { record: b }: Kept): number {
  return (
    TRUSTS.indexOf(a.trust) - TRUSTS.indexOf(b.trust) ||
    Number(isVouchedFor(b)) - Number(isVouchedFor(a)) ||
    (a.id < b.id ? -1 : 1)
  );
}
