/** This machine's key, and what the person confirmed about other machines; one private file. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from "node:crypto";
import { join } from "node:path";
import { OldhandError } from "../../core/base/error.ts";
import { derivedId } from "../../core/base/id.ts";
import type { FormerId, LogHead, MachineId, Succession } from "../../core/sync/machine-log.ts";
import { readTextIfAny, replaceFile } from "../files/durable-files.ts";
import type { Home } from "../files/home.ts";

type Remote = { readonly url: string };

export type Machine = {
  readonly id: MachineId;
  readonly name: string;
  readonly privateKey: string;
  readonly publicKey: string;
  readonly successions: readonly Succession[];
  readonly confirmed: readonly string[];
  readonly revoked: readonly string[];
  readonly remotes: readonly Remote[];
};

const LIMIT_BYTES = 1024 * 1024;

/** Undefined if this machine does not sync yet. */
export function readMachine(home: Home): Machine | undefined {
  const text = readTextIfAny(machineFile(home), LIMIT_BYTES);
  if (text === undefined) return undefined;
  try {
    const machine = JSON.parse(text) as Machine;
    // Before ids came from keys, there were no successions.
    if (typeof machine.id === "string" && typeof machine.privateKey === "string")
      return { ...machine, successions: machine.successions ?? [] };
  } catch {
    // reported below
  }
  throw new OldhandError(
    "unreadable",
    `${machineFile(home)} is damaged. Restore it from a backup, or delete it and run \`oldhand sync add\` again: this machine then has to be confirmed again.`,
  );
}

export function createMachine(home: Home, name: string): Machine {
  const machine = { name, ...newKey(), successions: [], confirmed: [], revoked: [], remotes: [] };
  writeMachine(home, machine);
  return machine;
}

export function writeMachine(home: Home, machine: Machine): void {
  replaceFile(machineFile(home), `${JSON.stringify(machine, null, 1)}\n`);
}

/** Nobody else can have this id: it is derived from the key itself, however that is written. */
export function machineIdOf(publicKey: string): MachineId | undefined {
  try {
    return derivedId("mac", publicKeyOf(publicKey).export({ format: "jwk" }).x ?? "");
  } catch {
    return undefined; // not a key at all
  }
}

/** False for a machine that was set up before ids came from keys. */
export function isIdOfKey({ id, publicKey }: Pick<Machine, "id" | "publicKey">): boolean {
  return machineIdOf(publicKey) === id;
}

/** A new key and id, signed with the old key, so that machines that know the old one know the new one. */
export function successorOf(machine: Machine, last: LogHead): Machine {
  const next = newKey();
  const said = { id: machine.id, from: machine.publicKey, to: next.publicKey, last };
  const signature = signText(successionText(said), machine.privateKey);
  return { ...machine, ...next, successions: [...machine.successions, { ...said, signature }] };
}

/** Whether each key was followed by the next one up to that key. */
export function leadsTo(publicKey: string, successions: readonly Succession[]): boolean {
  return successions.every(
    (one, at) =>
      one.to === (successions[at + 1]?.from ?? publicKey) &&
      isSignedBy(successionText(one), { from: one.from, signature: one.signature }),
  );
}

export function formerIds(successions: readonly Succession[]): FormerId[] {
  return successions.map(({ id, from, last }) => ({
    ...{ id, fingerprint: fingerprintOf(from), last },
    isIdOfKey: isIdOfKey({ id, publicKey: from }),
  }));
}

export function signText(text: string, privateKey: string): string {
  const key = createPrivateKey({ key: Buffer.from(privateKey, "base64"), format: "der", type: "pkcs8" });
  return sign(null, Buffer.from(text), key).toString("base64");
}

export function isSignedBy(text: string, { from, signature }: Pick<Succession, "from" | "signature">): boolean {
  try {
    const key = publicKeyOf(from);
    return (
      key.asymmetricKeyType === "ed25519" && verify(null, Buffer.from(text), key, Buffer.from(signature, "base64"))
    );
  } catch {
    return false; // not a key at all
  }
}

/** What a person compares on two machines. */
export function fingerprintOf(publicKey: string): string {
  const hex = createHash("sha256").update(Buffer.from(publicKey, "base64")).digest("hex").slice(0, FINGERPRINT_CHARS);
  return hex.match(/.{4}/g)!.join("-");
}

const FINGERPRINT_CHARS = 32;

function newKey(): Pick<Machine, "id" | "privateKey" | "publicKey"> {
  const pair = generateKeyPairSync("ed25519");
  const publicKey = pair.publicKey.export({ format: "der", type: "spki" }).toString("base64");
  return {
    id: machineIdOf(publicKey)!,
    privateKey: pair.privateKey.export({ format: "der", type: "pkcs8" }).toString("base64"),
    publicKey,
  };
}

function publicKeyOf(text: string): KeyObject {
  return createPublicKey({ key: Buffer.from(text, "base64"), format: "der", type: "spki" });
}

function successionText({ id, from, to, last }: Omit<Succession, "signature">): string {
  return `oldhand machine succession\n${id}\n${from}\n${to}\n${last.seq} ${last.sha}\n`;
}

function machineFile(home: Home): string {
  return join(home.sync, "machine.json");
}
