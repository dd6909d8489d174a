/** This machine's log: what it said before, and what changed here since all machines agreed. */

import { sha256 } from "../../../core/base/hash.ts";
import type { RecordId } from "../../../core/record/record.ts";
import {
  isLater,
  type LogTime,
  type MachineLog,
  type RecordVersion,
  type Removal,
  type SeenTimes,
  stampOf,
} from "../../../core/sync/machine-log.ts";
import { isAutomatic, isUndoneArrival } from "../../../store/replicate/local-change.ts";
import type { Machine } from "../../../store/replicate/machine-key.ts";
import { type CurrentState, currentStates, outdatedVersions } from "../../../store/replicate/machines/current-state.ts";
import { MOST_TIME } from "../../../store/replicate/machines/machine-files.ts";
import { sharedProject } from "../../../store/replicate/match-projects.ts";
import { MACHINES } from "../../../store/rows/remotes.ts";
import type { WriteStore } from "../../../store/write-store.ts";
import type { CallContext } from "../../call/call-context.ts";
import { changeSince } from "../changes-here.ts";
import { includedLines } from "./included-rows.ts";
import { type Here, isUnconfirmedCopy } from "./local-records.ts";

type OwnLog = { readonly log: MachineLog; readonly changed: readonly (RecordVersion | Removal)[] };

type Before = {
  /** This machine's log as it was last written. */
  readonly own: MachineLog | undefined;
  /** Whether it wrote a later one, which is lost. */
  readonly isBehind: boolean;
  /** The logs of the person's other machines. */
  readonly known: readonly MachineLog[];
};

type Making = Pick<CallContext, "clock" | "config"> & {
  readonly store: WriteStore;
  readonly machine: Machine;
  readonly here: ReadonlyMap<RecordId, Here>;
};

export function ownLog({ clock, config, store, machine, here }: Making, { own, isBehind, known }: Before): OwnLog {
  const agreed = store.remotes.agreed(MACHINES);
  const mine = own === undefined ? [] : [own];
  const seen = seenTimes(mine, store.synced.seen());
  const states = currentStates([...mine, ...known]);
  const stamp = stampsOf({ clock, machine, after: Math.max(0, ...Object.values(seenTimes(known, seen))) });
  const versions = new Map((own?.versions ?? []).map((version): [RecordId, RecordVersion] => [version.id, version]));
  const removals: Removal[] = [...(own?.removals ?? [])];
  const ownIds = new Set([machine.id, ...machine.successions.map(({ id }) => id)]);
  const changed: (RecordVersion | Removal)[] = [];
  for (const id of new Set([...here.keys(), ...agreed.keys(), ...states.keys()])) {
    const local = here.get(id);
    const current = states.get(id);
    if (isSame(current, local?.text)) continue;
    if (local !== undefined && current?.state === "kept" && isUnconfirmedCopy(store, local, current.version)) continue;
    const row = agreed.get(id);
    const stamped = stampOf(row);
    const isAgain = stamped !== undefined && ownIds.has(stamped.machine) && isUnsaid(stamped, current, isBehind);
    const last = row && isAgain ? { ...row, sha: "", revision: 0 } : row;
    const { change, changes, removal } = changeSince(store, id, { known: last, sha: local && sha256(local.text) });
    const isUndone = local !== undefined && isUndoneArrival(changes);
    if (change === "same" && !isUndone) continue;
    // A file that is missing for another reason may come back.
    if (local === undefined ? change === "altered" && removal === undefined : isAutomatic(changes)) continue;
    const undone = isUndone ? known.flatMap((log) => log.removals.filter((one) => one.id === id)) : [];
    const stamps = [...(stamped === undefined ? [] : [stamped]), ...undone.map((one) => one.stamp)];
    const said = { id, stamp: stamp(), seen: withStamps(seen, stamps) };
    if (local === undefined) {
      const removed: Removal = { ...said, why: removal?.why === "forget" ? "forget" : "delete" };
      removals.push(removed);
      changed.push(removed);
    } else {
      const { project } = local.kept.record;
      const version = { ...said, text: local.text, ...(project !== undefined && { project }) };
      versions.set(id, version);
      changed.push(version);
    }
  }
  const log: MachineLog = {
    machine: machine.id,
    name: machine.name,
    seq: own?.seq ?? 0,
    earlier: own?.earlier ?? [],
    publicKey: machine.publicKey,
    successions: machine.successions,
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

/** Whether no log has any more what this machine said last: a log that was lost, or an older one of its own that is left. */
function isUnsaid(stamp: LogTime, current: CurrentState | undefined, isBehind: boolean): boolean {
  if (current === undefined) return true;
  const now = current.state === "kept" ? current.version : current.removal;
  return isBehind && isLater(stamp, now.stamp);
}

/** The newest time of each machine. */
export function seenTimes(logs: readonly MachineLog[], before: SeenTimes): SeenTimes {
  const seen = { ...before };
  for (const { machine, versions, removals } of logs)
    for (const { stamp } of [...versions, ...removals]) seen[machine] = Math.max(seen[machine] ?? 0, stamp.t);
  return seen;
}

/** A record was made the same as elsewhere, and the sync was stopped before all others were. */
function withStamps(before: SeenTimes, stamps: readonly LogTime[]): SeenTimes {
  const seen = { ...before };
  for (const { machine, t } of stamps) seen[machine] = Math.max(seen[machine] ?? 0, t);
  return seen;
}

/** Whether a record here is what all machines together say. */
export function isSame(current: CurrentState | undefined, text: string | undefined): boolean {
  if (current === undefined) return false;
  return current.state === "kept" ? current.version.text === text : text === undefined;
}

/**
 * Ahead of everything that was seen, so that a clock that is behind does not lose against older changes. A stolen machine may
 * have named the last of all times: then this machine's changes have the same, since none reads a log with a later one.
 */
function stampsOf(from: {
  readonly clock: () => number;
  readonly machine: Machine;
  readonly after: number;
}): () => LogTime {
  let t = from.after;
  return () => {
    t = Math.min(Math.max(from.clock(), t + 1), MOST_TIME - 1);
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
