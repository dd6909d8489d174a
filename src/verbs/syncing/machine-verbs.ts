/** The verbs for the keys of a person's machines: list, confirm, revoke, renew. */
import { type CallContext, demandPerson } from "../../context/call-context.ts";
import { OldhandError } from "../../core/base/error.ts";
import type { MachineLog } from "../../core/sync/machine-log.ts";
import { type GitOptions, openSyncRepository } from "../../run/sync-repository.ts";
import {
  fingerprintOf,
  isSignedChange,
  type Machine,
  readMachine,
  rotatedKey,
  writeMachine,
} from "../../store/local/sync/machine-key.ts";
import { knownMachines } from "../../sync/known-machines.ts";
import { newestLogs, readSnapshots } from "./exchange-files.ts";

export type MachineView = {
  readonly id: string;
  readonly name: string;
  readonly fingerprint: string;
  readonly state: "this machine" | "confirmed" | "unconfirmed" | "revoked";
  readonly records: number;
};

const ACT = "change how machines sync";
/** Only local files are read. */
const LIMIT_MS = 60_000;

export function machineVerbs(call: CallContext) {
  const { env, store } = call;
  return {
    /** All machines that wrote to the remotes, as of the last sync. */
    async machines(): Promise<readonly MachineView[]> {
      const machine = demandMachine(call);
      const { signed, known } = await logsHere(call, machine);
      const own = fingerprintOf(machine.publicKey);
      const views = signed.map(({ log, fingerprint }): MachineView => {
        const isRevoked = machine.revoked.includes(fingerprint);
        const state = isRevoked ? "revoked" : known.has(log.machine) ? "confirmed" : "unconfirmed";
        return { ...nameAndCount(log), fingerprint, state: fingerprint === own ? "this machine" : state };
      });
      return views.some(({ state }) => state === "this machine") ? views : [viewOfOwn(machine), ...views];
    },

    /** The person compared the fingerprints: that machine's records count as the person's from now on. */
    async confirmMachine(part: string): Promise<MachineView> {
      demandPerson(env, ACT);
      const view = await oneMachine(call, part);
      changeMachine(call, (machine) => ({
        ...machine,
        confirmed: [...new Set([...machine.confirmed, view.fingerprint])],
        revoked: machine.revoked.filter((key) => key !== view.fingerprint),
      }));
      return { ...view, state: "confirmed" };
    },

    /** What that machine signs no longer counts; what it sent before stays, as this machine's own. */
    async revokeMachine(part: string): Promise<MachineView> {
      demandPerson(env, ACT);
      const view = await oneMachine(call, part);
      changeMachine(call, (machine) => ({
        ...machine,
        confirmed: machine.confirmed.filter((key) => key !== view.fingerprint),
        revoked: [...new Set([...machine.revoked, view.fingerprint])],
      }));
      store.synced.disown(view.id);
      return { ...view, state: "revoked" };
    },

    /** A new key for this machine; the others know it by the signature of the old one. */
    rotateKey(): MachineView {
      return viewOfOwn(changeMachine(call, rotatedKey));
    },
  };
}

/** Only a person changes keys, trust and remotes. */
export function changeMachine(call: CallContext, next: (machine: Machine) => Machine): Machine {
  demandPerson(call.env, ACT);
  const machine = next(demandMachine(call));
  writeMachine(call.home, machine);
  return machine;
}

export function demandMachine({ home }: CallContext): Machine {
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

/** What was exchanged last, on this machine's disk. */
async function logsHere(call: CallContext, machine: Machine) {
  const repository = openSyncRepository(call.home.syncRepository, gitOptions(call));
  await repository.ensure();
  const commit = await repository.own();
  const signed = commit === undefined ? [] : newestLogs(await readSnapshots(repository, [commit]));
  const own = fingerprintOf(machine.publicKey);
  const { known } = knownMachines(signed, { ...machine, own }, { fingerprintOf, isSigned: isSignedChange });
  return { signed, known };
}

async function oneMachine(call: CallContext, part: string): Promise<MachineView> {
  const all = (await machineVerbs(call).machines()).filter(({ state }) => state !== "this machine");
  const wanted = part.toLowerCase();
  const found = all.filter(
    ({ id, name, fingerprint }) =>
      id === part || name === part || (wanted.length >= 4 && fingerprint.startsWith(wanted)),
  );
  if (found.length === 1) return found[0]!;
  const names = all.map(({ name, fingerprint }) => `${name} (${fingerprint})`).join(", ");
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

function gitOptions({ env }: CallContext): GitOptions {
  return { env: env.variables, limitMs: LIMIT_MS, mayAsk: false };
}

export function viewOfOwn(machine: Machine): MachineView {
  return { ...idOf(machine), state: "this machine", records: 0 };
}

export function idOf({ id, name, publicKey }: Machine): Pick<MachineView, "id" | "name" | "fingerprint"> {
  return { id, name, fingerprint: fingerprintOf(publicKey) };
}

function nameAndCount({ machine, name, versions }: MachineLog): Pick<MachineView, "id" | "name" | "records"> {
  return { id: machine, name, records: versions.length };
}
