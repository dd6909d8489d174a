/** Writes what all machines say as one commit and gives it to the remotes. */
import type { RecordId } from "../../../core/record/record.ts";
import type { MachineLog } from "../../../core/sync/machine-log.ts";
import type { CurrentState } from "../../../store/replicate/machines/current-state.ts";
import { hashOf, MOST_EARLIER, writeLog } from "../../../store/replicate/machines/machine-files.ts";
import type { SyncedRows } from "../../../store/rows/synced.ts";
import type { SyncRepository } from "../../../system/run/sync-repository.ts";
import { filesOfAll, hasFiles } from "./exchange-files.ts";
import type { JudgedLogs } from "./judged-logs.ts";

type Publishing = JudgedLogs & {
  readonly atMs: number;
  readonly own: MachineLog;
  readonly states: ReadonlyMap<RecordId, CurrentState>;
};

/** `overtaken` if another machine or process published in between: then everything has to be read and decided again. */
export async function publish(publishing: Publishing): Promise<"published" | "unchanged" | "overtaken"> {
  const { machine, repository, store, atMs, snapshots, head: from, reached } = publishing;
  const { synced } = store;
  const newestEpoch = Math.max(0, ...snapshots.map(({ epoch }) => epoch));
  const restart = synced.restart();
  const epoch = restart === undefined ? newestEpoch : newestEpoch + 1;
  if (snapshots.some((one) => one.epoch < epoch)) synced.setPrune();
  const own = numbered(publishing);
  const ownFiles = writeLog(own, machine.privateKey);
  const files = filesOfAll({
    snapshots,
    judged: publishing.judged,
    own: { machine: machine.id, files: ownFiles },
    epoch,
    forgotten: forgottenIn(publishing.states),
  });
  rememberNumber(publishing, own.seq, hashOf(ownFiles));
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
  rememberRemotes(publishing, own);
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

/** A log that says the same keeps its number; otherwise it follows on every number that was ever signed. */
function numbered({ own, judged, numbers }: Publishing): MachineLog {
  const before = judged.own?.log;
  const same = before && { ...own, seq: before.seq, earlier: before.earlier };
  if (same !== undefined && JSON.stringify(before) === JSON.stringify(same)) return same;
  return { ...own, seq: numbers.seq + 1, earlier: numbers.shas.slice(0, MOST_EARLIER) };
}

/** Before anybody can have it: after a crash, what a remote has under this number is still known to be ours. */
function rememberNumber({ store: { synced }, machine, numbers }: Publishing, seq: number, sha: string): void {
  if (seq <= numbers.seq) return;
  const own = { id: machine.id, seq, shas: [sha, ...numbers.shas].slice(0, MOST_EARLIER + 1) };
  synced.setLogs({ ...synced.logs(), own });
}

function rememberRemotes({ store: { synced }, machine, judged, reached }: Publishing, { seq }: MachineLog): void {
  const { remotes, ...logs } = synced.logs();
  // Of a machine whose log cannot be used now, the number that was there before stays.
  const news = Object.fromEntries([[machine.id, seq], ...judged.known.map(({ log }) => [log.machine, log.seq])]);
  const numbersAt = (url: string): Record<string, number> => {
    const before = Object.entries(remotes[url] ?? {}).filter(([id]) => id in judged.heads);
    return { ...Object.fromEntries(before), ...news };
  };
  const kept = Object.entries(remotes).filter(([url]) => machine.remotes.some((remote) => remote.url === url));
  synced.setLogs({
    ...logs,
    remotes: { ...Object.fromEntries(kept), ...Object.fromEntries(reached.map(({ url }) => [url, numbersAt(url)])) },
  });
}

function forgottenIn(states: ReadonlyMap<RecordId, CurrentState>): ReadonlySet<RecordId> {
  const isForgotten = (state: CurrentState): boolean => state.state === "removed" && state.removal.why === "forget";
  return new Set([...states].flatMap(([id, state]) => (isForgotten(state) ? [id] : [])));
}
