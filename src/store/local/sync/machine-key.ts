/** This machine's key, and what the person confirmed about other machines; one private file. */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from "node:crypto";
import { join } from "node:path";
import { OldhandError } from "../../../core/base/error.ts";
import type { NewId } from "../../../core/base/id.ts";
import type { KeyChange, MachineId } from "../../../core/sync/machine-log.ts";
import { readTextIfAny, removeFile, replaceFile } from "../files/durable-files.ts";
import type { Home } from "../files/home.ts";

export type Remote = { readonly url: string };

export type Machine = {
  readonly id: MachineId;
  readonly name: string;
  readonly privateKey: string;
  readonly publicKey: string;
  readonly keyChanges: readonly KeyChange[];
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
    if (typeof machine.id === "string" && typeof machine.privateKey === "string") return machine;
  } catch {
    // reported below
  }
  throw new OldhandError(
    "unreadable",
    `${machineFile(home)} is damaged. Restore it from a backup, or delete it and run \`oldhand sync add\` again: this machine then has to be confirmed again.`,
  );
}

export function createMachine(home: Home, { name, newId }: { readonly name: string; readonly newId: NewId }): Machine {
  const machine = {
    id: newId("mac"),
    name,
    ...newKey(),
    keyChanges: [],
    confirmed: [],
    revoked: [],
    remotes: [],
  };
  writeMachine(home, machine);
  return machine;
}

export function writeMachine(home: Home, machine: Machine): void {
  replaceFile(machineFile(home), `${JSON.stringify(machine, null, 1)}\n`);
}

export function removeMachine(home: Home): void {
  removeFile(machineFile(home));
}

/** A new key, signed with the old one, so that machines that know the old one know the new one. */
export function rotatedKey(machine: Machine): Machine {
  const next = newKey();
  const change = { from: machine.publicKey, to: next.publicKey };
  const signature = signText(changeText(change), machine.privateKey);
  return { ...machine, ...next, keyChanges: [...machine.keyChanges, { ...change, signature }] };
}

export function isSignedChange(change: KeyChange): boolean {
  return isSignedBy(changeText(change), change);
}

export function signText(text: string, privateKey: string): string {
  const key = createPrivateKey({ key: Buffer.from(privateKey, "base64"), format: "der", type: "pkcs8" });
  return sign(null, Buffer.from(text), key).toString("base64");
}

export function isSignedBy(text: string, { from, signature }: Pick<KeyChange, "from" | "signature">): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(from, "base64"), format: "der", type: "spki" });
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

function newKey(): Pick<Machine, "privateKey" | "publicKey"> {
  const pair = generateKeyPairSync("ed25519");
  return {
    privateKey: pair.privateKey.export({ format: "der", type: "pkcs8" }).toString("base64"),
    publicKey: pair.publicKey.export({ format: "der", type: "spki" }).toString("base64"),
  };
}

function changeText({ from, to }: Pick<KeyChange, "from" | "to">): string {
  return `oldhand key change\n${from}\n${to}\n`;
}

function machineFile(home: Home): string {
  return join(home.sync, "machine.json");
}
