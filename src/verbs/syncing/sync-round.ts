/** One exchange with the person's other machines: fetch, add what changed here, apply what arrived, publish. */
import type { CallContext } from "../../context/call-context.ts";
import { inAllProjects } from "../../context/open-for-writing.ts";
import { OldhandError } from "../../core/base/error.ts";
import { sha256 } from "../../core/base/hash.ts";
import type { RecordId } from "../../core/record/record.ts";
import type { MachineId, MachineLog } from "../../core/sync/machine-log.ts";
import { type GitOptions, openSyncRepository, type SyncRepository } from "../../run/sync-repository.ts";
import {
  fingerprintOf,
  isSignedChange,
  type Machine,
  readMachine,
  writeMachine,
} from "../../store/local/sync/machine-key.ts";
import type { WriteStore } from "../../store/local/write-store.ts";
import { type CurrentState, currentStates } from "../../sync/current-state.ts";
import { knownMachines } from "../../sync/known-machines.ts";
import { matchedProjects } from "../../sync/match-projects.ts";
import { applyArrivals } from "./apply-arrivals.ts";
import { newestLogs, readSnapshots } from "./exchange-files.ts";
import { importIncluded } from "./included-rows.ts";
import { type Here, recordsHere } from "./local-records.ts";
import { isSame, ownLog, seenTimes } from "./own-log.ts";
import { publish, type Reached, tidyUp } from "./publish.ts";
import { inputsOf } from "./round-inputs.ts";

export type SyncResult = {
  readonly sent: number;
  /** Records that were written, changed or removed here. */
  readonly arrived: number;
  /** Records of projects that are not known here. */
  readonly waiting: number;
  /** Records that are not valid or contain a secret. */
  readonly refused: number;
  /** Machines whose key nobody confirmed, by name. */
  readonly unconfirmed: readonly string[];
  /** Folders of machines that cannot be used, with the reason. */
  readonly unusable: readonly string[];
  readonly unreachable: readonly { readonly url: string; readonly reason: string }[];
};

type Found = Pick<SyncResult, "waiting" | "refused" | "unconfirmed" | "unusable">;

/** Another machine may publish at the same moment. */
const MOST_TRIES = 6;

export async function syncRound(call: CallContext, machine: Machine, git: GitOptions): Promise<SyncResult> {
  const repository = openSyncRepository(call.home.syncRepository, git);
  return inAllProjects(call, async (store) => {
    store.synced.setExchanging(true);
    const round = { call, store, machine, repository };
    try {
      return await exchangeUntilPublished(round);
    } catch (error) {
      if (!repository.isDamaged()) throw error;
      repository.discard();
      return exchangeUntilPublished(round);
    }
  });
}

async function exchangeUntilPublished(round: Round): Promise<SyncResult> {
  await round.repository.ensure();
  let [sent, arrived] = [0, 0];
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const { isPublished, ...result } = await exchange(round);
    sent += result.sent;
    arrived += result.arrived;
    if (isPublished) return { ...result, sent, arrived };
  }
  throw new OldhandError("io", "Other machines publish at the same time. Run `oldhand sync` again.");
}

type Round = {
  readonly call: CallContext;
  readonly store: WriteStore;
  readonly machine: Machine;
  readonly repository: SyncRepository;
};

type Exchanged = SyncResult & {
  /** False if another machine or process was faster. */
  readonly isPublished: boolean;
};

async function exchange({ call, store, machine, repository }: Round): Promise<Exchanged> {
  const { own: head, reached, unreachable } = await fetchAll(machine, repository);
  const inputs = inputsOf(call.config, store, { machine, own: head, reached });
  const settled = store.synced.settled();
  if (inputs !== undefined && settled?.inputs === inputs)
    return { ...(settled.found as Found), sent: 0, arrived: 0, unreachable, isPublished: true };

  const commits = new Set([head, ...reached.map((one) => one.head)].filter((one) => one !== undefined));
  const snapshots = await readSnapshots(repository, [...commits]);
  const signed = newestLogs(snapshots);
  const logs = signed.map(({ log }) => log);
  const fingerprint = fingerprintOf(machine.publicKey);
  const trust = knownMachines(signed, { ...machine, own: fingerprint }, { fingerprintOf, isSigned: isSignedChange });
  const before = logs.find((log) => log.machine === machine.id);
  const others = logs.filter((log) => log !== before);
  const known = others.filter((log) => trust.known.has(log.machine));
  const unknown = others.filter((log) => !trust.known.has(log.machine));

  const start = await localNow(store);
  const { log, changed } = ownLog(
    { clock: call.clock, config: call.config, store, machine, here: start.here },
    { own: before, known },
  );
  const states = statesOf([log, ...known], unknown);
  const { arrived, conflicts, missing, ...counts } = await applyArrivals(states, {
    env: call.env,
    config: call.config,
    store,
    ...start,
    agreed: store.synced.all(),
    projects: matchedProjects(
      logs.flatMap((log) => log.projects),
      store.registry.all(),
    ),
    nameOf: namesIn(logs),
    isKnown: (id) => id === machine.id || trust.known.has(id),
  });
  importDecisions(store, known);
  importIncluded(store, call.config, known);
  // A change to a record that could not be applied must not claim to know what arrived for it.
  if (conflicts === 0) store.synced.setSeen(seenTimes([log, ...known], store.synced.seen()));
  confirmRenewed(call, trust.renewed);

  for (const { id, stamp } of changed) store.synced.offer(id, stamp);
  const publishing = { machine, repository, synced: store.synced, atMs: call.clock(), before, states, snapshots };
  const found: Found = {
    ...counts,
    unconfirmed: unknown.map(({ name }) => name),
    unusable: snapshots.flatMap(({ unusable }) => unusable.map((one) => `${one.machine}: ${one.reason}`)),
  };
  const result = { sent: changed.length, arrived, ...found, unreachable };
  const published = await publish({ ...publishing, own: log, from: head, reached });
  if (published === "overtaken") return { ...result, isPublished: false };
  if (reached.length > 0) agreeOn(store, states, arrived === 0 ? start : await localNow(store));
  await tidyUp(repository, { synced: store.synced, isChanged: published === "published" });
  if (inputs !== undefined && changed.length + arrived + conflicts + missing === 0)
    store.synced.setSettled({ inputs, found });
  return { ...result, isPublished: true };
}

/** The local commit and each remote's; a remote that cannot be reached is left to the next round. */
async function fetchAll(machine: Machine, repository: SyncRepository) {
  const reached: Reached[] = [];
  const unreachable: { url: string; reason: string }[] = [];
  for (const { url } of machine.remotes) {
    try {
      const head = (await repository.receive(url)) === "empty" ? undefined : await repository.theirs();
      reached.push({ url, head });
    } catch (error) {
      if (!(error instanceof OldhandError) || repository.isDamaged()) throw error;
      unreachable.push({ url, reason: error.message });
    }
  }
  return { own: await repository.own(), reached, unreachable };
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

function namesIn(logs: readonly MachineLog[]): (id: MachineId) => string {
  return (id) => logs.find((log) => log.machine === id)?.name ?? id;
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
  const revision = store.synced.lastRevision();
  return { revision, here: await recordsHere(store) };
}

/** What is the same here as everywhere is agreed on. */
function agreeOn(store: WriteStore, states: ReadonlyMap<RecordId, CurrentState>, { here, revision }: LocalNow): void {
  const agreed = store.synced.all();
  store.state.write(() => {
    for (const [id, current] of states) {
      const text = here.get(id)?.text;
      if (!isSame(current, text)) continue;
      const { stamp } = current.state === "kept" ? current.version : current.removal;
      const sha = text === undefined ? undefined : sha256(text);
      const known = agreed.get(id);
      if (known?.sha !== sha || known?.stamp.t !== stamp.t) store.synced.put(id, { sha, stamp, revision });
    }
  });
}
