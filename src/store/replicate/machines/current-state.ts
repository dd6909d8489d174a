/** What all machines together say about each record: the version that counts, or that it is deleted. */
import type { RecordId } from "../../../core/record/record.ts";
import { hasSeen, isLater, type MachineLog, type RecordVersion, type Removal } from "../../../core/sync/machine-log.ts";

export type CurrentState =
  | { readonly state: "kept"; readonly version: RecordVersion; readonly others: readonly RecordVersion[] }
  | { readonly state: "removed"; readonly removal: Removal };

/**
 * A deletion counts unless a version was made by somebody who knew of it. Of the versions that are left, the latest counts.
 * The result depends only on the set of versions and deletions, so every machine comes to the same one.
 */
export function currentStates(logs: readonly MachineLog[]): ReadonlyMap<RecordId, CurrentState> {
  const versions = groupedById(logs.flatMap((log) => log.versions));
  const removals = groupedById(logs.flatMap((log) => log.removals));
  const ids = new Set([...versions.keys(), ...removals.keys()]);
  return new Map(
    [...ids].flatMap((id): [RecordId, CurrentState][] => {
      const state = stateOf(versions.get(id) ?? [], removals.get(id) ?? []);
      return state === undefined ? [] : [[id, state]];
    }),
  );
}

function stateOf(versions: readonly RecordVersion[], removals: readonly Removal[]): CurrentState | undefined {
  const left = versions.filter((version) => removals.every(({ stamp }) => hasSeen(version, stamp)));
  const version = latest(left);
  if (version !== undefined)
    return { state: "kept", version, others: left.filter((other) => other !== version && !isKnownTo(version, other)) };
  const removal = latest(removals);
  return removal && { state: "removed", removal };
}

/** Versions of one machine that a version of another machine was made from: they can never count again. */
export function outdatedVersions(own: MachineLog, others: readonly MachineLog[]): ReadonlySet<RecordId> {
  const theirs = groupedById(others.flatMap((log) => log.versions));
  const outdated = own.versions.filter((version) => theirs.get(version.id)?.some((other) => isKnownTo(other, version)));
  return new Set(outdated.map(({ id }) => id));
}

function isKnownTo(version: RecordVersion, earlier: RecordVersion): boolean {
  return hasSeen(version, earlier.stamp);
}

function latest<T extends Pick<RecordVersion, "stamp">>(all: readonly T[]): T | undefined {
  return all.reduce<T | undefined>(
    (best, one) => (best === undefined || isLater(one.stamp, best.stamp) ? one : best),
    undefined,
  );
}

function groupedById<T extends { readonly id: RecordId }>(all: readonly T[]): Map<RecordId, T[]> {
  const groups = new Map<RecordId, T[]>();
  for (const one of all) {
    const group = groups.get(one.id);
    if (group === undefined) groups.set(one.id, [one]);
    else group.push(one);
  }
  return groups;
}
