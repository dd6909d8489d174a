/** Which keys are the person's own: confirmed here, or by a machine that is known, or following on one; and revoked by none. */
import type { SignedLog } from "../../../core/sync/machine-log.ts";

type Trusting = {
  readonly own: string;
  /** This machine's former keys. */
  readonly former: readonly string[];
  readonly confirmed: readonly string[];
  readonly revoked: readonly string[];
};

/** The fingerprint that follows on a key; undefined if nobody's or more than one claims to. */
type Successor = (fingerprint: string) => string | undefined;

export type Keys = { readonly trusted: ReadonlySet<string>; readonly revoked: ReadonlySet<string> };

export function knownKeys(signed: readonly SignedLog[], trusting: Trusting, successor: Successor): Keys {
  const direct = new Set([trusting.own, ...trusting.former, ...trusting.confirmed]);
  const revoked = revokedKeys(signed, direct, trusting);
  const trusted = new Set([...direct].filter((fingerprint) => !revoked.has(fingerprint)));
  const trust = (fingerprint: string): void => {
    if (!revoked.has(fingerprint)) trusted.add(fingerprint);
  };
  for (let before = -1; before !== trusted.size; ) {
    before = trusted.size;
    for (const { log, fingerprint, former } of signed) {
      // Each key of a machine vouches for the next one; the last one vouches for the logs that ended before it.
      const path = [...former.map((one) => one.fingerprint), fingerprint];
      for (const [at, key] of path.entries())
        if (trusted.has(key) && path[at + 1] !== undefined && successor(key) === path[at + 1]) trust(path[at + 1]!);
      if (!trusted.has(fingerprint)) continue;
      for (const key of [...path, ...log.confirmed]) trust(key);
    }
  }
  return { trusted, revoked };
}

/** Only machines that were confirmed here can revoke others: a stolen one could otherwise lock out the rest. */
function revokedKeys(signed: readonly SignedLog[], direct: ReadonlySet<string>, trusting: Trusting): Set<string> {
  const mine = new Set(trusting.revoked);
  const theirs = signed.filter(({ fingerprint }) => direct.has(fingerprint) && !mine.has(fingerprint));
  const own = [trusting.own, ...trusting.former];
  return new Set([...mine, ...theirs.flatMap(({ log }) => log.revoked)].filter((key) => !own.includes(key)));
}
