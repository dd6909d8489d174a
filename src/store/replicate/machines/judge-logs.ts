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
  readonly heads: KnownHeads;
  readonly alarms: readonly string[];
  readonly ignored: readonly string[];
  /** Signed with this machine's own key, and not by this home. */
  readonly strange?: LogHead & { readonly at: string };
};

export function judgeLogs({ candidates, unusable, filled }: FoundLogs, remembered: RememberedLogs): Judged {
  const { own, numbers, heads } = remembered;
  const bound = candidates.filter(({ isIdOfKey }) => isIdOfKey);
  const successions = successionsIn([own, ...bound], heads);
  const mine = candidates.filter(({ log }) => log.machine === own.id);
  const strange = strangeOf(mine, remembered, successions);
  const before = best(mine.filter((one) => isOwn(one, remembered) && shaOf(numbers, one.log.seq) === one.sha));

  const ids = new Set(candidates.map(({ log }) => log.machine));
  ids.delete(own.id);
  const carried = new Map<MachineId, OfferedLog>();
  const usable = new Map<MachineId, OfferedLog[]>();
  for (const id of ids) {
    const all = candidates.filter(({ log }) => log.machine === id);
    const fitting = all.filter((one) => reasonAgainst(one, heads[id], successions.endOf(one)) === undefined);
    usable.set(id, fitting);
    const isClosed = all.some((one) => successions.endOf(one) !== undefined);
    const passed = isClosed ? best(fitting) : (best(all.filter(({ isIdOfKey }) => isIdOfKey)) ?? best(all));
    if (passed !== undefined) carried.set(id, passed);
  }
  const chosen = [...usable.values()].flatMap((all) => best(all) ?? []);
  const trusting = { ...remembered, own: own.fingerprint, former: own.former.map(({ fingerprint }) => fingerprint) };
  const keys = knownKeys(chosen, trusting, successions.successor);
  const isTrusted = ({ fingerprint }: SignedLog): boolean => keys.trusted.has(fingerprint);
  const known = completeOnes(chosen.filter(isTrusted), { usable, remembered, before });
  const unknown = chosen.filter((one) => one.isIdOfKey && !isTrusted(one));
  // What a machine sent before it was revoked stays; nothing is expected from it.
  const left = Object.fromEntries(Object.entries(heads).filter(([, head]) => !keys.revoked.has(head.fingerprint)));
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
    carried: [...carried.values()],
    blind: new Set(Object.keys(left).filter((id) => !used.has(id))),
    closed: new Set(known.filter((one) => successions.endOf(one) !== undefined).map(({ log }) => log.machine)),
    renewed: renewedKeys(known, remembered),
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

/** Why a log cannot be what follows on the version that this machine knows; undefined if it can. */
function reasonAgainst(one: OfferedLog, head: KnownHead | undefined, end: LogHead | undefined): string | undefined {
  const { log, sha, isIdOfKey, damaged } = one;
  if (end !== undefined && (log.seq > end.seq || (log.seq === end.seq && sha !== end.sha)))
    return `it goes on after number ${end.seq}, where that machine changed to another key`;
  if (!isIdOfKey && end !== undefined && log.seq < end.seq) return OLDER;
  // An id from before ids came from keys counts only for the one log that the new key names.
  if (!isIdOfKey && end?.sha !== sha) return "its key does not belong to its id";
  if (damaged > 0) return DAMAGED;
  if (head === undefined) return undefined;
  if (log.seq < head.seq) return OLDER;
  const then = log.seq === head.seq ? sha : log.earlier[log.seq - 1 - head.seq];
  if (then === head.sha) return undefined;
  // Former programs wrote no earlier hashes: the end of such a log is known by its own.
  if (!isIdOfKey) return undefined;
  if (then === undefined)
    return `its number ${log.seq} does not say what came after number ${head.seq}, the last one known here. If that machine was in use for long without this one, run \`oldhand sync confirm ${head.name}\``;
  return `there are two logs with number ${Math.min(head.seq, log.seq)}: a copy of that machine's home is in use, or its key was stolen. Run \`oldhand sync rotate\` there, or \`oldhand sync revoke ${head.name}\``;
}

const OLDER = "older";
const DAMAGED = "some of its files are not what was signed";
const LACKING = "records were removed from it that nobody forgot";

/** The newest; of the same, the one with all its files, and this machine's own copy first. */
function best(all: readonly OfferedLog[]): OfferedLog | undefined {
  const lacks = ({ missing, damaged }: OfferedLog): number => missing.length + damaged;
  return all.toSorted(
    (a, b) => b.log.seq - a.log.seq || lacks(a) - lacks(b) || Number(a.at !== undefined) - Number(b.at !== undefined),
  )[0];
}

function isOwn({ isIdOfKey, fingerprint }: SignedLog, { own }: RememberedLogs): boolean {
  return isIdOfKey && fingerprint === own.fingerprint;
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

type IsForgotten = (id: RecordId) => boolean;

function forgottenIn(known: readonly SignedLog[], { isForgotten }: RememberedLogs): IsForgotten {
  const removals = known.flatMap(({ log }) => log.removals.filter(({ why }) => why === "forget"));
  const ids = new Set(removals.map(({ id }) => id));
  return (id) => ids.has(id) || isForgotten(id);
}

/** This machine's own copy was whole when it was taken in. */
function isWhole({ at, missing }: OfferedLog, isForgotten: IsForgotten): boolean {
  return at === undefined || missing.every(isForgotten);
}

type Alarming = {
  readonly remembered: RememberedLogs;
  readonly keys: Keys;
  readonly knownIds: ReadonlySet<string>;
  readonly successions: Successions;
  readonly known: readonly OfferedLog[];
  readonly before: SignedLog | undefined;
};

function alarmsOf(candidates: readonly OfferedLog[], alarming: Alarming): string[] {
  const { remembered, keys, knownIds, successions, known, before } = alarming;
  const { own, heads, remotes } = remembered;
  const nameOf = namesFrom(remembered, known);
  const isForgotten = forgottenIn(before === undefined ? known : [before, ...known], remembered);
  const bound = new Set(candidates.filter(({ isIdOfKey }) => isIdOfKey).map(({ fingerprint }) => fingerprint));
  return candidates.flatMap((one): string[] => {
    const { log, at, isIdOfKey, fingerprint } = one;
    const id = log.machine;
    if (at === undefined) return [];
    const says = (reason: string): string[] => [
      `${at} has number ${log.seq} of the log of ${nameOf(id)}, which was not taken in: ${reason}.`,
    ];
    if (id === own.id) {
      if (!isOwn(one, remembered)) return says("its key does not belong to its id");
      if (one.damaged > 0) return says(DAMAGED);
      return isWhole(one, isForgotten) ? olderAlarm(one, { remotes, says }) : says(LACKING);
    }
    const end = successions.endOf(one);
    if (!isIdOfKey && end === undefined && keys.trusted.has(fingerprint) && bound.has(fingerprint))
      return says(
        `it is signed by ${known.find((other) => other.fingerprint === fingerprint)?.log.name ?? "another machine"}`,
      );
    if (!knownIds.has(id)) return [];
    const reason = reasonAgainst(one, heads[id], end);
    if (reason === OLDER) return olderAlarm(one, { remotes, says });
    if (reason !== undefined) return says(reason);
    if (!isWhole(one, isForgotten)) return says(LACKING);
    return olderAlarm(one, { remotes, says });
  });
}

type Saying = { readonly remotes: RemoteNumbers; readonly says: (reason: string) => string[] };

/** Of two remotes, one may be behind; the same remote never is. */
function olderAlarm({ at, log }: OfferedLog, { remotes, says }: Saying): string[] {
  const before = remotes[at!]?.[log.machine] ?? 0;
  return log.seq < before ? says(`it had number ${before} before, so somebody put an older one there`) : [];
}

type Going = Pick<FoundLogs, "candidates" | "unusable"> & {
  readonly remembered: RememberedLogs;
  readonly nameOf: (id: MachineId) => string;
};

function goneAlarms(filled: readonly string[], { candidates, unusable, remembered, nameOf }: Going): string[] {
  return filled.flatMap((url) => {
    const there = new Set(
      [...candidates.map(({ log, at }) => ({ machine: log.machine, at })), ...unusable]
        .filter(({ at }) => at === url)
        .map(({ machine }) => machine),
    );
    const gone = Object.keys(remembered.remotes[url] ?? {}).filter((id) => !there.has(id));
    return gone
      .filter((id) => id === remembered.own.id || id in remembered.heads)
      .map(
        (id) =>
          `${url} has no log of ${nameOf(id)} any more: somebody removed it. It was put back if it was known here.`,
      );
  });
}

function namesFrom({ own, heads }: RememberedLogs, known: readonly SignedLog[]): (id: MachineId) => string {
  return (id) => {
    if (id === own.id) return "this machine";
    return heads[id]?.name ?? known.find(({ log }) => log.machine === id)?.log.name ?? id;
  };
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
