/** Reads every machine's log, from the local copy and the remotes, and judges it by what this machine remembers. */
import { OldhandError } from "../../../core/base/error.ts";
import type { LogNumbers } from "../../../core/sync/machine-log.ts";
import { fingerprintOf, formerIds, type Machine } from "../../../store/replicate/machine-key.ts";
import { type Judged, judgeLogs } from "../../../store/replicate/machines/judge-logs.ts";
import type { WriteStore } from "../../../store/write-store.ts";
import type { SyncRepository } from "../../../system/run/sync-repository.ts";
import { type CommitSource, foundIn, type RemoteSnapshot, readSnapshots } from "./exchange-files.ts";

type Reading = {
  readonly store: Pick<WriteStore, "synced" | "tombstones">;
  readonly machine: Machine;
  readonly repository: SyncRepository;
};

export type Reached = { readonly url: string; readonly head: string | undefined };

/** `head`: our branch as it was read. */
type Heads = { readonly head: string | undefined; readonly reached: readonly Reached[] };

export type JudgedLogs = Reading &
  Heads & {
    readonly snapshots: readonly RemoteSnapshot[];
    readonly numbers: LogNumbers;
    readonly judged: Judged;
  };

export async function judgedLogs(reading: Reading, heads: Heads): Promise<JudgedLogs> {
  const { store, machine, repository } = reading;
  const { head, reached } = heads;
  const here: CommitSource[] = head === undefined ? [] : [{ commit: head }];
  const sources = [
    ...here,
    ...reached.flatMap(({ url, head: commit }) => (commit === undefined ? [] : { commit, at: url })),
  ];
  const snapshots = await readSnapshots(repository, [...new Set(sources.map(({ commit }) => commit))]);
  const { own: stored, heads: known, remotes } = store.synced.logs();
  const own = { id: machine.id, fingerprint: fingerprintOf(machine.publicKey), former: formerIds(machine.successions) };
  const numbers = ownNumbers(own, {
    stored: stored?.id === machine.id ? stored : { seq: 0, shas: [] },
    copy: snapshots.find(({ commit }) => commit === head),
  });
  const isForgotten = store.tombstones.isForgotten;
  const { confirmed, revoked } = machine;
  const remembered = { own, numbers, heads: known, remotes, isForgotten, confirmed, revoked };
  return { ...reading, ...heads, snapshots, numbers, judged: judgeLogs(foundIn(snapshots, sources), remembered) };
}

type Own = { readonly id: string; readonly fingerprint: string };
type Kept = { readonly stored: LogNumbers; readonly copy: RemoteSnapshot | undefined };

/** Only this machine writes its own copy: it knows more than the state if that was restored from a snapshot. */
function ownNumbers({ id, fingerprint }: Own, { stored, copy }: Kept): LogNumbers {
  const mine = copy?.logs.find((one) => one.log.machine === id && one.fingerprint === fingerprint && one.isIdOfKey);
  if (mine === undefined || mine.log.seq <= stored.seq) return stored;
  return { seq: mine.log.seq, shas: [mine.sha, ...mine.log.earlier] };
}

/** Going on would make two logs with one number. */
export function strangeLog({ at, seq }: NonNullable<Judged["strange"]>): OldhandError {
  return new OldhandError(
    "conflict",
    `${at} has number ${seq} of this machine's log, signed with its key, and this home did not write it: this home was restored from a backup or is in use on another computer too, or its key was stolen. Nothing was exchanged. Run \`oldhand sync rotate\` at a terminal to go on under a new id.`,
  );
}
