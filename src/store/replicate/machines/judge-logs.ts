/**
 * Decides which logs count. Anybody who can write to a remote may have put there what was found, so that a log counts only
 * if its id belongs to its key and it continues what this machine knew of it; what does not is an alarm, and never merged.
 */
import type { RecordId } from "../../../core/record/record.ts";
import type {
  FormerId,
  KnownHead,
  KnownHeads,
  LogHead,
  LogNumbers,
  MachineId,
  RemoteNumbers,
  SignedLog,
} from "../../../core/sync/machine-log.ts";
import { type Keys, knownKeys } from "./known-machines.ts";
import { alarmsOf, forgottenIn, goneAlarms, isOwn, isWhole, namesFrom, reasonAgainst } from "./log-alarms.ts";
import { type Successions, successionsIn } from "./successions.ts";

/** Where something was found: a remote's address, or undefined for this machine's own copy. */
export type OfferedLog = SignedLog & { readonly at?: string };
export type Unusable = { readonly machine: MachineId; readonly reason: string; readonly at?: string };

export type RememberedLogs = {
  readonly own: { readonly id: MachineId; readonly fingerprint: string; readonly former: readonly FormerId[] };
  readonly numbers: LogNumbers;
  readonly heads: KnownHeads;
  readonly remotes: RemoteNumbers;
  readonly confirmed: readonly string[];
  readonly revoked: readonly string[];
  readonly isForgotten: (id: RecordId) => boolean;
};

export type FoundLogs = {
  readonly candidates: readonly OfferedLog[];
  readonly unusable: readonly Unusable[];
  /** The remotes that have a history at all: a new one has nothing to miss. */
  readonly filled: readonly string[];
};

export type Judged = {
  /** This machine's log as it was last written. */
  readonly own: SignedLog | undefined;
  readonly known: readonly SignedLog[];
  readonly unknown: readonly SignedLog[];
  /** The newest log of each other machine: what is passed on, also if it does not count here. */
  readonly carried: readonly OfferedLog[];
  /** Known machines none of whose logs can be used now. */
  readonly blind: ReadonlySet<MachineId>;
  readonly closed: ReadonlySet<MachineId>;
  /** Keys that became the person's by a statement of a key that was. */
  readonly renewed: readonly string[];
  /** Known machines that nobody who is known vouches for any more. */
  readonly disowned: readonly MachineId[];
  readonly heads: KnownHeads;
  readonly alarms: readonly string[];
  readonly ignored: readonly string[];
  /** Signed with this machine's own key, and not by this home. */
  readonly strange?: LogHead & { readonly at: string };
};

export function judgeLogs({ candidates, unusable, filled }: FoundLogs, remembered: RememberedLogs): Judged {
  const { own, numbers, heads } = remembered;
  const trusting = { ...remembered, own: own.fingerprint, former: own.former.map(({ fingerprint }) => fingerprint) };
  // Whether an older id may end depends on whose keys are known, which depends on the ids that come from keys.
  const direct = new Set([trusting.own, ...trusting.former, ...trusting.confirmed]);
  const vouched = trustedIn(candidates, {
    remembered,
    trusting,
    successions: successionsOf(candidates, remembered, direct),
  });
  const successions = successionsOf(candidates, remembered, vouched.keys.trusted);
  const { usable, chosen, keys } = trustedIn(candidates, { remembered, trusting, successions });
  const mine = candidates.filter(({ log }) => log.machine === own.id);
  const strange = strangeOf(mine, remembered, successions);
  const before = best(mine.filter((one) => isOwn(one, remembered) && shaOf(numbers, one.log.seq) === one.sha));
  const carried = [...usable.keys()].flatMap((id) => {
    const all = candidates.filter(({ log }) => log.machine === id);
    const isClosed = all.some((one) => successions.endOf(one) !== undefined);
    return (isClosed ? best(usable.get(id)!) : (best(all.filter(({ isIdOfKey }) => isIdOfKey)) ?? best(all))) ?? [];
  });
  const isTrusted = ({ fingerprint }: SignedLog): boolean => keys.trusted.has(fingerprint);
  const known = completeOnes(chosen.filter(isTrusted), { usable, remembered, before });
  const unknown = chosen.filter((one) => one.isIdOfKey && !isTrusted(one));
  const { left, disowned } = headsLeft(heads, chosen, keys);
  const knownIds = new Set([...Object.keys(left), ...known.map(({ log }) => log.machine)]);

  const alarms = [
    ...successions.alarms,
    ...alarmsOf(candidates, { remembered, keys, knownIds, successions, known, before }),
  ];
  const isMine = (machine: MachineId): boolean => machine === own.id || knownIds.has(machine);
  const nameOf = namesFrom(remembered, known);
  for (const { machine, reason, at } of unusable)
    if (isMine(machine) && at !== undefined)
      alarms.push(`${at} has a log of ${nameOf(machine)} that cannot be used, because ${reason}. It was not taken in.`);
  alarms.push(...goneAlarms(filled, { candidates, unusable, remembered, nameOf }));
  const used = new Set(known.map(({ log }) => log.machine));
  const strangers = candidates.filter((one) => !one.isIdOfKey && !isMine(one.log.machine) && !successions.endOf(one));
  return {
    own: before,
    known,
    unknown,
    carried,
    blind: new Set(Object.keys(left).filter((id) => !used.has(id))),
    closed: new Set(known.filter((one) => successions.endOf(one) !== undefined).map(({ log }) => log.machine)),
    renewed: renewedKeys(known, remembered),
    disowned,
    heads: { ...left, ...headsOf(known, successions.successor) },
    alarms: [...new Set(alarms)],
    ignored: [
      ...unusable.filter(({ machine }) => !isMine(machine)).map(({ machine, reason }) => `${machine}: ${reason}`),
      ...strangers.map(
        ({ log }) => `${log.name}: its id is from an earlier version; run \`oldhand sync rotate\` there`,
      ),
    ].filter((text, at, all) => all.indexOf(text) === at),
    ...(strange !== undefined && { strange }),
  };
}

function successionsOf(
  candidates: readonly OfferedLog[],
  { own, heads }: RememberedLogs,
  trusted: ReadonlySet<string>,
): Successions {
  const bound = candidates.filter(({ isIdOfKey }) => isIdOfKey);
  return successionsIn([own, ...bound], { heads, trusted, bound: new Set(bound.map(({ log }) => log.machine)) });
}

type Choosing = {
  readonly remembered: RememberedLogs;
  readonly trusting: Parameters<typeof knownKeys>[1];
  readonly successions: Successions;
};

/** The logs that can count, the best of each other machine, and whose keys are the person's by them. */
function trustedIn(candidates: readonly OfferedLog[], { remembered, trusting, successions }: Choosing) {
  const { own, heads } = remembered;
  const usable = new Map<MachineId, OfferedLog[]>();
  for (const one of candidates) {
    const id = one.log.machine;
    if (id === own.id) continue;
    const fits = reasonAgainst(one, heads[id], successions.endOf(one)) === undefined;
    usable.set(id, [...(usable.get(id) ?? []), ...(fits ? [one] : [])]);
  }
  const chosen = [...usable.values()].flatMap((all) => best(all) ?? []);
  return { usable, chosen, keys: knownKeys(chosen, trusting, successions.successor) };
}

/**
 * What a machine sent before it was revoked stays; nothing is expected from it, nor from those that it alone vouched for.
 * A log that is missing may have vouched for anybody.
 */
function headsLeft(heads: KnownHeads, chosen: readonly SignedLog[], { trusted, revoked }: Keys) {
  const kept = Object.entries(heads).filter(([, { fingerprint }]) => !revoked.has(fingerprint)) as [
    MachineId,
    KnownHead,
  ][];
  const isThere = (id: MachineId): boolean => chosen.some(({ log }) => log.machine === id);
  const isKeptAll = kept.some(([id, { fingerprint }]) => trusted.has(fingerprint) && !isThere(id));
  const isLeft = ({ fingerprint }: KnownHead): boolean => isKeptAll || trusted.has(fingerprint);
  return {
    left: Object.fromEntries(kept.filter(([, head]) => isLeft(head))) as KnownHeads,
    disowned: kept.filter(([, head]) => !isLeft(head)).map(([id]) => id),
  };
}

/** The newest; of the same, the one with all its files, and this machine's own copy first. */
function best(all: readonly OfferedLog[]): OfferedLog | undefined {
  const lacks = ({ missing, damaged }: OfferedLog): number => missing.length + damaged;
  return all.toSorted(
    (a, b) => b.log.seq - a.log.seq || lacks(a) - lacks(b) || Number(a.at !== undefined) - Number(b.at !== undefined),
  )[0];
}

function shaOf({ seq, shas }: LogNumbers, number: number): string | undefined {
  return shas[seq - number];
}

/** A restored or copied home, or a stolen key: this machine's key signed what its own store does not know. */
function strangeOf(
  mine: readonly OfferedLog[],
  remembered: RememberedLogs,
  { successor }: Successions,
): Judged["strange"] {
  const { numbers, own } = remembered;
  const isReplaced = successor(own.fingerprint) !== undefined;
  const strange = mine
    .filter((one) => one.at !== undefined && isOwn(one, remembered))
    .filter(({ log, sha }) => isReplaced || log.seq > numbers.seq || (shaOf(numbers, log.seq) ?? sha) !== sha);
  const newest = best(strange);
  return newest && { seq: newest.log.seq, sha: newest.sha, at: newest.at! };
}

type Completing = {
  readonly usable: ReadonlyMap<MachineId, readonly OfferedLog[]>;
  readonly remembered: RememberedLogs;
  readonly before: SignedLog | undefined;
};

/** A log whose records were taken away, although nobody forgot them, gives way to the version before. */
function completeOnes(known: readonly OfferedLog[], { usable, remembered, before }: Completing): OfferedLog[] {
  const forgotten = forgottenIn(before === undefined ? known : [before, ...known], remembered);
  return known.flatMap((one) => {
    const whole = usable.get(one.log.machine)!.filter((other) => isWhole(other, forgotten));
    return best(whole) ?? [];
  });
}

function headsOf(known: readonly SignedLog[], successor: Successions["successor"]): KnownHeads {
  return Object.fromEntries(
    known.map(({ log, sha, fingerprint }): [MachineId, KnownHead] => {
      const next = successor(fingerprint);
      const head = { seq: log.seq, sha, name: log.name, fingerprint };
      return [log.machine, next === undefined ? head : { ...head, successor: next }];
    }),
  );
}

function renewedKeys(known: readonly SignedLog[], { confirmed }: RememberedLogs): string[] {
  return known
    .filter(
      ({ former, fingerprint }) =>
        former.some((one) => confirmed.includes(one.fingerprint)) && !confirmed.includes(fingerprint),
    )
    .map(({ fingerprint }) => fingerprint);
}
