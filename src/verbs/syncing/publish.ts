/** Writes what all machines say as one commit and gives it to the remotes. */
import type { RecordId } from "../../core/record/record.ts";
import type { MachineLog } from "../../core/sync/machine-log.ts";
import type { SyncRepository } from "../../run/sync-repository.ts";
import type { SyncedRows } from "../../store/local/rows/synced.ts";
import type { Machine } from "../../store/local/sync/machine-key.ts";
import type { CurrentState } from "../../sync/current-state.ts";
import { filesOfAll, hasFiles, type Snapshot } from "./exchange-files.ts";

export type Reached = { readonly url: string; readonly head: string | undefined };

export type Publishing = {
  readonly machine: Machine;
  readonly repository: SyncRepository;
  readonly synced: SyncedRows;
  readonly atMs: number;
  readonly own: MachineLog;
  /** This machine's log as it was last written. */
  readonly before: MachineLog | undefined;
  readonly states: ReadonlyMap<RecordId, CurrentState>;
  readonly snapshots: readonly Snapshot[];
  /** Our branch as it was read. */
  readonly from: string | undefined;
  readonly reached: readonly Reached[];
};

/** `overtaken` if another machine or process published in between: then everything has to be read and decided again. */
export async function publish(publishing: Publishing): Promise<"published" | "unchanged" | "overtaken"> {
  const { machine, repository, synced, atMs, snapshots, from, reached } = publishing;
  const newestEpoch = Math.max(0, ...snapshots.map(({ epoch }) => epoch));
  const restart = synced.restart();
  const epoch = restart === undefined ? newestEpoch : newestEpoch + 1;
  if (snapshots.some((one) => one.epoch < epoch)) synced.setPrune();
  const files = filesOfAll({
    snapshots,
    own: numbered(publishing),
    privateKey: machine.privateKey,
    epoch,
    forgotten: forgottenIn(publishing.states),
  });
  // A history from before a restart contains what was forgotten.
  const sources = snapshots.filter((one) => one.epoch === epoch);
  const parents = sources.map(({ commit }) => commit);
  const same = sources.length === 1 && hasFiles(sources[0]!, files) ? parents[0] : undefined;
  const message = `Sync from ${machine.name}`;
  const head = same ?? (await repository.commit(files, { parents, from, atMs, message }));
  if (head === undefined) return "overtaken";
  for (const { url, head: theirs } of reached) {
    if (theirs !== head && (await repository.push(url, theirs)) === "rejected") return "overtaken";
  }
  if (restart !== undefined && reached.length > 0) synced.clearRestart(restart);
  return head === same ? "unchanged" : "published";
}

/** After everything is agreed on: git may need a while for it, and a crash must not cost more than that. */
export async function tidyUp(
  repository: SyncRepository,
  { synced, isChanged }: { readonly synced: SyncedRows; readonly isChanged: boolean },
): Promise<void> {
  if (!synced.hasToPrune()) return isChanged ? repository.tidy() : undefined;
  await repository.prune();
  synced.clearPrune();
}

/** A log that says the same keeps its number. */
function numbered({ own, before }: Publishing): MachineLog {
  const isSame = before !== undefined && JSON.stringify(before) === JSON.stringify({ ...own, seq: before.seq });
  return isSame ? own : { ...own, seq: (before?.seq ?? 0) + 1 };
}

function forgottenIn(states: ReadonlyMap<RecordId, CurrentState>): ReadonlySet<RecordId> {
  const isForgotten = (state: CurrentState): boolean => state.state === "removed" && state.removal.why === "forget";
  return new Set([...states].flatMap(([id, state]) => (isForgotten(state) ? [id] : [])));
}
