/** One round with the person's machines: what each of them says, with this one's part; what that changes here; and publishing it. */

import { sha256 } from "../../../core/base/hash.ts";
import type { RecordId } from "../../../core/record/record.ts";
import { type MachineLog, stampText } from "../../../core/sync/machine-log.ts";
import { readMachine, writeMachine } from "../../../store/replicate/machine-key.ts";
import { type CurrentState, currentStates } from "../../../store/replicate/machines/current-state.ts";
import { matchedProjects } from "../../../store/replicate/match-projects.ts";
import { MACHINES } from "../../../store/rows/remotes.ts";
import type { WriteStore } from "../../../store/write-store.ts";
import type { CallContext } from "../../call/call-context.ts";
import { importIncluded } from "./included-rows.ts";
import { judgedLogs, strangeLog } from "./judged-logs.ts";
import { type Here, recordsHere } from "./local-records.ts";
import { type Arrived, machineArrivals } from "./machine-arrivals.ts";
import { isSame, ownLog, seenTimes } from "./own-log.ts";
import { publish, tidyUp } from "./publish.ts";
import type { Found, RoundParts, SyncResult } from "./sync-round.ts";

export async function machineRound({ call, machine, repository, store, heads, inputs }: RoundParts) {
  const { own: head, reached, unreachable } = heads;
  const logsRead = await judgedLogs({ store, machine, repository }, { head, reached });
  const { judged, numbers } = logsRead;
  if (judged.strange !== undefined) {
    store.synced.setLogs({ ...store.synced.logs(), strange: judged.strange });
    throw strangeLog(judged.strange);
  }
  const known = judged.known.map(({ log }) => log);
  const unknown = judged.unknown.map(({ log }) => log);
  const own = judged.own === undefined ? [] : [judged.own.log];
  const logs = [...own, ...known, ...unknown];
  const knownIds = new Set([machine.id, ...known.map((log) => log.machine)]);

  const start = await localNow(store);
  const { log, changed } = ownLog(
    { clock: call.clock, config: call.config, store, machine, here: start.here },
    { own: judged.own?.log, isBehind: (judged.own?.log.seq ?? 0) < numbers.seq, known },
  );
  const states = statesOf([log, ...known], unknown);
  const counts: Arrived = { arrived: 0, waiting: 0, refused: 0, conflicts: 0, missing: 0 };
  return {
    arrivals: () =>
      machineArrivals(states, {
        store,
        ...start,
        agreed: store.remotes.agreed(MACHINES),
        projects: { known: projectsIn([...own, ...known], store), strangers: projectsIn(unknown, store) },
        nameOf: (id) => logs.find(({ machine: one }) => one === id)?.name ?? id,
        isKnown: (id) => knownIds.has(id),
        blind: judged.blind,
        counts,
      }),

    async finish(): Promise<SyncResult & { readonly isPublished: boolean }> {
      importDecisions(store, known);
      importIncluded(store, call.config, known);
      // A change to a record that could not be applied must not claim to know what arrived for it.
      if (counts.conflicts === 0) store.synced.setSeen(seenTimes([log, ...known], store.synced.seen()));
      confirmRenewed(call, judged.renewed);
      const { strange: _, ...remembered } = store.synced.logs();
      store.synced.setLogs({ ...remembered, heads: judged.heads });
      for (const id of judged.disowned) store.synced.disown(id);

      for (const { id, stamp } of changed) store.synced.offer(id, stamp);
      const { arrived, conflicts, missing, waiting, refused } = counts;
      const { ignored: unusable, alarms } = judged;
      const found: Found = { waiting, refused, unconfirmed: unknown.map(({ name }) => name), unusable, alarms };
      const result = { sent: changed.length, arrived, ...found, unreachable };
      const published = await publish({ ...logsRead, own: log, states, atMs: call.clock() });
      if (published === "overtaken") return { ...result, isPublished: false };
      if (reached.length > 0) agreeOn(store, states, arrived === 0 ? start : await localNow(store));
      await tidyUp(repository, { synced: store.synced, isChanged: published === "published" });
      if (inputs !== undefined && changed.length + arrived + conflicts + missing + alarms.length === 0)
        store.synced.setSettled({ inputs, found });
      return { ...result, isPublished: true };
    },
  };
}

/** Read again: the person may have confirmed, revoked or renewed a key since this round began. */
function confirmRenewed({ home }: CallContext, renewed: readonly string[]): void {
  const machine = readMachine(home);
  const keys = renewed.filter((key) => !machine?.confirmed.includes(key) && !machine?.revoked.includes(key));
  if (machine === undefined || keys.length === 0) return;
  writeMachine(home, { ...machine, confirmed: [...machine.confirmed, ...keys] });
}

/** Machines that nobody confirmed speak only of records that no known machine has. */
function statesOf(known: readonly MachineLog[], unknown: readonly MachineLog[]): ReadonlyMap<RecordId, CurrentState> {
  const theirs = unknown.map((log) => ({ ...log, removals: [] }));
  return new Map([...currentStates(theirs), ...currentStates(known)]);
}

function projectsIn(logs: readonly MachineLog[], { registry }: WriteStore) {
  return matchedProjects(
    logs.flatMap((log) => log.projects),
    registry.all(),
  );
}

/** Tombstones keep what was deleted or dismissed elsewhere from being learned again; the later decision counts. */
function importDecisions({ state, decisions, tombstones }: WriteStore, logs: readonly MachineLog[]): void {
  for (const log of logs) tombstones.importLines(log.tombstones);
  const mine = new Map(decisions.all().map((decision) => [decision.suggestion, decision]));
  const news = logs
    .flatMap((log) => log.decisions)
    .filter(({ suggestion, atMs }) => atMs > (mine.get(suggestion)?.atMs ?? -1))
    .toSorted((a, b) => a.atMs - b.atMs);
  state.write(() => {
    for (const { suggestion, atMs, ...decision } of news) decisions.put(suggestion, decision, atMs);
  });
}

type LocalNow = { readonly here: ReadonlyMap<RecordId, Here>; readonly revision: number };

/** The revision first: what is changed while records are read counts as changed later. */
async function localNow(store: WriteStore): Promise<LocalNow> {
  const revision = store.remotes.lastRevision();
  return { revision, here: await recordsHere(store) };
}

/** What is the same here as everywhere is agreed on. */
function agreeOn(store: WriteStore, states: ReadonlyMap<RecordId, CurrentState>, { here, revision }: LocalNow): void {
  const agreed = store.remotes.agreed(MACHINES);
  store.state.write(() => {
    for (const [id, current] of states) {
      const text = here.get(id)?.text;
      if (!isSame(current, text)) continue;
      const { stamp } = current.state === "kept" ? current.version : current.removal;
      const sha = text === undefined ? undefined : sha256(text);
      const known = agreed.get(id);
      if (known?.sha !== sha || known?.version !== stampText(stamp)) store.synced.agree(id, { sha, stamp, revision });
    }
  });
}
