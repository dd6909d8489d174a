/** The verbs for the keys of a person's machines: list, confirm, revoke, renew. */

import { OldhandError } from "../../core/base/error.ts";
import { type LogHead, type MachineId, stampOf } from "../../core/sync/machine-log.ts";
import {
  fingerprintOf,
  isIdOfKey,
  type Machine,
  readMachine,
  successorOf,
  writeMachine,
} from "../../store/replicate/machine-key.ts";
import { MACHINES } from "../../store/rows/remotes.ts";
import { openSyncRepository } from "../../system/run/sync-repository.ts";
import { type CallContext, demandPerson } from "../call/call-context.ts";
import type { JudgedLogs } from "../exchange/machines/judged-logs.ts";
import { underLease } from "../exchange/under-lease.ts";

export type MachineView = {
  readonly id: string;
  readonly name: string;
  readonly fingerprint: string;
  readonly state: "this machine" | "confirmed" | "unconfirmed" | "revoked";
  readonly records: number;
  /** Machines that were known through this one alone, and were revoked with it. */
  readonly introduced?: readonly MachineView[];
};

const ACT = "change how machines sync";
/** Only local files are read. */
const LIMIT_MS = 60_000;

/** All machines that wrote to the remotes, as of the last sync. */
export async function knownMachines(call: CallContext): Promise<readonly MachineView[]> {
  return (await listedMachines(call)).map(({ view }) => view);
}

export async function machineNamed(call: CallContext, part: string): Promise<MachineView> {
  const { env } = call;
  demandPerson(env, ACT);
  return (await oneMachine(call, part)).view;
}

/**
 * The person compared the fingerprints: that machine's records count as the person's from now on. Whoever writes to a
 * remote chooses the names of machines, and keys until a fingerprint begins as wanted, so that only all of it will do.
 */
export async function confirmKey(call: CallContext, fingerprint: string): Promise<MachineView> {
  const { env } = call;
  demandPerson(env, ACT);
  const { view, keys, ids } = await oneMachine(call, fingerprint);
  if (!isFingerprintOf(view, fingerprint))
    throw new OldhandError(
      "usage",
      `Give the entire fingerprint that \`oldhand sync status\` shows on that machine; ${view.name} has ${view.fingerprint} here.`,
    );
  changeMachine(call, (machine) => ({
    ...machine,
    confirmed: [...new Set([...machine.confirmed, view.fingerprint])],
    revoked: machine.revoked.filter((key) => !keys.includes(key)),
  }));
  // What it says now is what the person confirmed, also if it does not continue what was known before.
  dropHeads(call, ids);
  return { ...view, state: "confirmed" };
}

/** What that machine signs no longer counts, with any key it had; what it sent before stays, as this machine's own. */
export async function revokeKeys(call: CallContext, part: string): Promise<MachineView> {
  const { env, store } = call;
  demandPerson(env, ACT);
  const one = await oneMachine(call, part);
  const introduced = await introducedBy(call, one);
  const revoked = [one, ...introduced];
  const ids = revoked.flatMap((each) => each.ids);
  changeMachine(call, (machine) => withRevoked(machine, revoked));
  for (const id of ids) store.synced.disown(id);
  dropHeads(call, ids);
  const view: MachineView = { ...one.view, state: "revoked" };
  if (introduced.length === 0) return view;
  return { ...view, introduced: introduced.map((each): MachineView => ({ ...each.view, state: "revoked" })) };
}

/** What a person has to know before this machine gets a new id. */
export async function rotation(
  call: CallContext,
): Promise<{ readonly needsNewId: boolean; readonly strange?: { readonly seq: number } }> {
  const { env, store } = call;
  demandPerson(env, ACT);
  const { strange } = store.synced.logs();
  return {
    needsNewId: !isIdOfKey(demandMachine(call)),
    ...(strange !== undefined && { strange: { seq: strange.seq } }),
  };
}

/**
 * A new key and id for this machine; the others know it by the signature of the old key. `takeOver` if a remote has
 * more of this machine's log than this home: the person says that it is theirs, and it arrives like another machine's.
 */
export async function renewKey(call: CallContext, { takeOver = false } = {}): Promise<MachineView> {
  const { env, store } = call;
  demandPerson(env, ACT);
  return underLease(call, "own machines", async () => {
    const last = await endOfLog(call, takeOver);
    const { strange: _, ...logs } = store.synced.logs();
    store.synced.setLogs(logs);
    return viewOfOwn(changeMachine(call, (machine) => successorOf(machine, last)));
  });
}

/** Where this machine's log ends when it goes on under another key. */
async function endOfLog(call: CallContext, takeOver: boolean): Promise<LogHead> {
  const { store } = call;
  const machine = demandMachine(call);
  const { strange } = store.synced.logs();
  if (strange !== undefined && !takeOver)
    throw new OldhandError(
      "conflict",
      `A remote has number ${strange.seq} of this machine's log, which this home did not write. Run \`oldhand sync rotate\` at a terminal and say whether it is yours.`,
    );
  if (strange !== undefined) return { seq: strange.seq, sha: strange.sha };
  const { snapshots, numbers, judged } = await logsHere(call, machine);
  if (!isIdOfKey(machine)) {
    // Machines that never change to the new ids are not heard any more: this one says what they said.
    const others = new Set([...store.remotes.agreed(MACHINES).values()].flatMap((row) => stampOf(row)?.machine ?? []));
    const copy = snapshots.flatMap(({ logs }) => logs).find(({ log }) => log.machine === machine.id);
    for (const id of others) if (id !== machine.id || copy === undefined) store.synced.disown(id);
    return copy === undefined ? NOTHING : { seq: copy.log.seq, sha: copy.sha };
  }
  const { seq, shas } = numbers;
  if (judged.own !== undefined) return { seq: judged.own.log.seq, sha: judged.own.sha };
  return shas[0] === undefined ? NOTHING : { seq, sha: shas[0] };
}

const NOTHING: LogHead = { seq: 0, sha: "" };

function dropHeads({ store }: CallContext, ids: readonly MachineId[]): void {
  const { heads, ...logs } = store.synced.logs();
  store.synced.setLogs({
    ...logs,
    heads: Object.fromEntries(Object.entries(heads).filter(([id]) => !ids.includes(id))),
  });
}

/** Only a person changes keys, trust and remotes. */
export function changeMachine(call: CallContext, next: (machine: Machine) => Machine): Machine {
  demandPerson(call.env, ACT);
  const machine = next(demandMachine(call));
  writeMachine(call.home, machine);
  return machine;
}

function demandMachine({ home }: CallContext): Machine {
  const machine = readMachine(home);
  if (machine !== undefined) return machine;
  throw notSyncing();
}

export function notSyncing(): OldhandError {
  return new OldhandError(
    "not-found",
    "This machine does not sync. Run `oldhand sync add` with a git remote or a folder.",
  );
}

/** For exchanging: until its person gave it an id of its key, this machine only reads. */
export function demandSyncing(call: CallContext): Machine {
  const machine = demandMachine(call);
  const problem = problemOf(machine);
  if (problem !== undefined) throw new OldhandError("invalid", problem);
  return machine;
}

/** Why this machine cannot exchange anything. */
export function problemOf(machine: Machine): string | undefined {
  if (isIdOfKey(machine)) return undefined;
  return "This machine's id is from an earlier version of oldhand and does not belong to its key, so nothing is exchanged. Run `oldhand sync rotate` once at a terminal, then `oldhand sync`; your other machines recognise it.";
}

/** What was exchanged last, on this machine's disk. */
async function logsHere({ home, store, env }: CallContext, machine: Machine): Promise<JudgedLogs> {
  const repository = openSyncRepository(home.syncRepository, { env: env.variables, limitMs: LIMIT_MS, mayAsk: false });
  await repository.ensure();
  const { judgedLogs } = await import("../exchange/machines/judged-logs.ts");
  return judgedLogs({ store, machine, repository }, { head: await repository.own(), reached: [] });
}

type Listed = { readonly view: MachineView; readonly keys: readonly string[]; readonly ids: readonly MachineId[] };

function withRevoked(machine: Machine, revoked: readonly Listed[]): Machine {
  const keys = revoked.flatMap((one) => one.keys);
  return {
    ...machine,
    confirmed: machine.confirmed.filter((key) => !keys.includes(key)),
    revoked: [...new Set([...machine.revoked, ...keys])],
  };
}

/** Whoever has a stolen machine can confirm machines of their own at it: nobody else vouches for these. */
async function introducedBy(call: CallContext, one: Listed): Promise<readonly Listed[]> {
  const { judged } = await logsHere(call, withRevoked(demandMachine(call), [one]));
  const left = new Set([...Object.keys(judged.heads), ...judged.known.map(({ log }) => log.machine)]);
  const isIntroduced = ({ view }: Listed): boolean =>
    view.state === "confirmed" && view.id !== one.view.id && !left.has(view.id);
  return (await listedMachines(call)).filter(isIntroduced);
}

/** A machine with all keys and ids that it had; ended logs are its own, not another machine's. */
async function listedMachines(call: CallContext): Promise<readonly Listed[]> {
  const machine = demandMachine(call);
  const { judged } = await logsHere(call, machine);
  const { own, known, carried, closed, heads } = judged;
  const all = [
    ...(own === undefined ? [] : [own]),
    ...carried.filter((one) => one.isIdOfKey && !closed.has(one.log.machine)),
  ];
  const knownIds = new Set([...Object.keys(heads), ...known.map(({ log }) => log.machine)]);
  const listed = all.map(({ log, fingerprint, former }): Listed => {
    const ids = [log.machine, ...former.map(({ id }) => id)];
    const records = [...all, ...known].filter(
      (one, at, logs) => logs.findIndex((other) => other.log === one.log) === at,
    );
    const state = machine.revoked.includes(fingerprint)
      ? "revoked"
      : log.machine === machine.id
        ? "this machine"
        : knownIds.has(log.machine)
          ? "confirmed"
          : "unconfirmed";
    const count = records
      .filter((one) => ids.includes(one.log.machine))
      .reduce((sum, one) => sum + one.log.versions.length, 0);
    return {
      view: { id: log.machine, name: log.name, fingerprint, state, records: count },
      keys: [fingerprint, ...former.map((one) => one.fingerprint)],
      ids,
    };
  });
  if (own !== undefined) return listed;
  return [{ view: viewOfOwn(machine), keys: [], ids: [machine.id] }, ...listed];
}

async function oneMachine(call: CallContext, part: string): Promise<Listed> {
  const all = (await listedMachines(call)).filter(({ view }) => view.state !== "this machine");
  const wanted = part.toLowerCase();
  const named = all.filter(
    ({ view: { id, name, fingerprint } }) =>
      id === part || name === part || (wanted.length >= 4 && fingerprint.startsWith(wanted)),
  );
  const exact = named.filter(({ view }) => isFingerprintOf(view, part));
  const found = exact.length > 0 ? exact : named;
  if (found.length === 1) return found[0]!;
  const names = all.map(({ view: { name, fingerprint } }) => `${name} (${fingerprint})`).join(", ");
  if (found.length > 1)
    throw new OldhandError(
      "usage",
      `${part} matches ${found.length} machines: ${names}. Give more of the fingerprint.`,
    );
  throw new OldhandError(
    "not-found",
    all.length === 0
      ? "No other machine is known. Run `oldhand sync add` there, then `oldhand sync` here."
      : `${part} matches no machine. Known: ${names}.`,
  );
}

export function isFingerprintOf({ fingerprint }: Pick<MachineView, "fingerprint">, given: string): boolean {
  return given.toLowerCase() === fingerprint;
}

export function viewOfOwn(machine: Machine): MachineView {
  return { ...idOf(machine), state: "this machine", records: 0 };
}

export function idOf({ id, name, publicKey }: Machine): Pick<MachineView, "id" | "name" | "fingerprint"> {
  return { id, name, fingerprint: fingerprintOf(publicKey) };
}
