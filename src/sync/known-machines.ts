/** Which machines are the person's own: confirmed here, or by a machine that is known, and revoked by none of them. */
import type { KeyChange, MachineId, MachineLog } from "../core/sync/machine-log.ts";

/** A log whose signature fits its own key; whether that key is the person's is decided here. */
export type SignedLog = { readonly log: MachineLog; readonly fingerprint: string };

export type Trusting = {
  readonly own: string;
  readonly confirmed: readonly string[];
  readonly revoked: readonly string[];
};

type KeyCheck = {
  readonly fingerprintOf: (publicKey: string) => string;
  readonly isSigned: (change: KeyChange) => boolean;
};

export type KnownMachines = {
  readonly known: ReadonlySet<MachineId>;
  /** Fingerprints that became the person's by a signed change of a key that was. */
  readonly renewed: readonly string[];
};

export function knownMachines(signed: readonly SignedLog[], trusting: Trusting, keys: KeyCheck): KnownMachines {
  const direct = new Set([trusting.own, ...trusting.confirmed]);
  const revoked = revokedKeys(signed, direct, trusting);
  const trusted = new Set([...direct].filter((fingerprint) => !revoked.has(fingerprint)));
  const known = new Set<MachineId>();
  const renewed: string[] = [];
  for (let before = -1; before !== trusted.size + known.size; ) {
    before = trusted.size + known.size;
    for (const { log, fingerprint } of signed) {
      if (revoked.has(fingerprint)) continue;
      if (!trusted.has(fingerprint) && isRenewal(log, { fingerprint, trusted, keys })) {
        trusted.add(fingerprint);
        renewed.push(fingerprint);
      }
      if (!trusted.has(fingerprint)) continue;
      known.add(log.machine);
      for (const confirmed of log.confirmed) if (!revoked.has(confirmed)) trusted.add(confirmed);
    }
  }
  return { known, renewed };
}

/** Only machines that were confirmed here can revoke others: a stolen one could otherwise lock out the rest. */
function revokedKeys(signed: readonly SignedLog[], direct: ReadonlySet<string>, trusting: Trusting): Set<string> {
  const mine = new Set(trusting.revoked);
  const theirs = signed.filter(({ fingerprint }) => direct.has(fingerprint) && !mine.has(fingerprint));
  return new Set([...mine, ...theirs.flatMap(({ log }) => log.revoked)].filter((key) => key !== trusting.own));
}

type Renewal = { readonly fingerprint: string; readonly trusted: ReadonlySet<string>; readonly keys: KeyCheck };

/** Follows the signed changes from a trusted key to the current one. */
function isRenewal({ keyChanges }: MachineLog, { fingerprint, trusted, keys }: Renewal): boolean {
  let at: string | undefined;
  for (const change of keyChanges) {
    const from = keys.fingerprintOf(change.from);
    if (from !== at && !trusted.has(from)) continue;
    if (!keys.isSigned(change)) return false;
    at = keys.fingerprintOf(change.to);
  }
  return at === fingerprint;
}
