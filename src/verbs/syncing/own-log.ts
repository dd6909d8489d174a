/** This machine's log: what it said before, and what changed here since all machines agreed. */
import type { CallContext } from "../../context/call-context.ts";
import type { RecordId } from "../../core/record/record.ts";
import type { MachineLog, RecordVersion, Removal, SeenTimes, Stamp } from "../../core/sync/machine-log.ts";
import type { Machine } from "../../store/local/sync/machine-key.ts";
import type { WriteStore } from "../../store/local/write-store.ts";
import { type CurrentState, currentStates, outdatedVersions } from "../../sync/current-state.ts";
import { sharedProject } from "../../sync/match-projects.ts";
import { hasUndoneArrival, ownChange } from "../../sync/own-changes.ts";
import { includedLines } from "./included-rows.ts";
import { type Here, isUnconfirmedCopy, localRecord } from "./local-records.ts";

export type OwnLog = { readonly log: MachineLog; readonly changed: readonly (RecordVersion | Removal)[] };

type Before = {
  /** This machine's log as it was last written. */
  readonly own: MachineLog | undefined;
  /** The logs of the person's other machines. */
  readonly known: readonly MachineLog[];
};

type Making = Pick<CallContext, "clock" | "config"> & {
  readonly store: WriteStore;
  readonly machine: Machine;
  readonly here: ReadonlyMap<RecordId, Here>;
};

export function ownLog({ clock, config, store, machine, here }: Making, { own, known }: Before): OwnLog {
  const agreed = store.synced.all();
  const mine = own === undefined ? [] : [own];
  const seen = seenTimes(mine, store.synced.seen());
  const states = currentStates([...mine, ...known]);
  const stamp = stampsOf({ clock, machine, after: Math.max(0, ...Object.values(seenTimes(known, seen))) });
  const versions = new Map((own?.versions ?? []).map((version): [RecordId, RecordVersion] => [version.id, version]));
  const removals: Removal[] = [...(own?.removals ?? [])];
  const changed: (RecordVersion | Removal)[] = [];
  for (const id of new Set([...here.keys(), ...agreed.keys(), ...states.keys()])) {
    const local = here.get(id);
    const current = states.get(id);
    if (isSame(current, local?.text)) continue;
    if (local !== undefined && current?.state === "kept" && isUnconfirmedCopy(store, local, current.version)) continue;
    const row = agreed.get(id);
    // What this machine said last and no log has any more, it has to say again.
    const last = current === undefined && row?.stamp.machine === machine.id ? undefined : row;
    const now = localRecord(store, id, { here: local, since: last?.revision ?? 0 });
    const undone = hasUndoneArrival(now) ? known.flatMap((log) => log.removals.filter((one) => one.id === id)) : [];
    const stamps = [...(row === undefined ? [] : [row.stamp]), ...undone.map((removal) => removal.stamp)];
    const change = ownChange(now, last, { stamp, seen: withStamps(seen, stamps) });
    if (change.outcome === "travels") {
      versions.set(id, change.version);
      changed.push(change.version);
    } else if (change.outcome === "removed") {
      removals.push(change.removal);
      changed.push(change.removal);
    }
  }
  const log: MachineLog = {
    machine: machine.id,
    name: machine.name,
    seq: own?.seq ?? 0,
    publicKey: machine.publicKey,
    keyChanges: machine.keyChanges,
    confirmed: machine.confirmed,
    revoked: machine.revoked,
    versions: [...versions.values()],
    removals,
    decisions: store.decisions.all(),
    tombstones: store.tombstones.lines(),
    projects: projectsOf(store, versions),
    included: includedLines(store, config),
  };
  return { log: withoutOutdated(log, known), changed };
}

/** The newest time of each machine. */
export function seenTimes(logs: readonly MachineLog[], before: SeenTimes): SeenTimes {
  const seen = { ...before };
  for (const { machine, versions, removals } of logs)
    for (const { stamp } of [...versions, ...removals]) seen[machine] = Math.max(seen[machine] ?? 0, stamp.t);
  return seen;
}

/** A record was made the same as elsewhere, and the sync was stopped before all others were. */
function withStamps(before: SeenTimes, stamps: readonly Stamp[]): SeenTimes {
  const seen = { ...before };
  for (const { machine, t } of stamps) seen[machine] = Math.max(seen[machine] ?? 0, t);
  return seen;
}

/** Whether a record here is what all machines together say. */
export function isSame(current: CurrentState | undefined, text: string | undefined): boolean {
  if (current === undefined) return false;
  return current.state === "kept" ? current.version.text === text : text === undefined;
}

/** Ahead of everything that was seen, so that a clock that is behind does not lose against older changes. */
function stampsOf(from: {
  readonly clock: () => number;
  readonly machine: Machine;
  readonly after: number;
}): () => Stamp {
  let t = from.after;
  return () => {
    t = Math.max(from.clock(), t + 1);
    return { t, machine: from.machine.id };
  };
}

/** Versions that can never count again need not travel. */
function withoutOutdated(log: MachineLog, known: readonly MachineLog[]): MachineLog {
  const states = currentStates([log, ...known]);
  const outdated = outdatedVersions(log, known);
  return { ...log, versions: log.versions.filter(({ id }) => !outdated.has(id) && states.get(id)?.state === "kept") };
}

function projectsOf(store: WriteStore, versions: ReadonlyMap<RecordId, RecordVersion>): MachineLog["projects"] {
  const used = new Set([...versions.values()].map(({ project }) => project));
  return store.registry
    .all()
    .filter(({ id }) => used.has(id))
    .map(sharedProject);
}
