/** Why a log that was found does not count, and what is said about it. */
import type { RecordId } from "../../../core/record/record.ts";
import type { KnownHead, LogHead, MachineId, RemoteNumbers, SignedLog } from "../../../core/sync/machine-log.ts";
import type { FoundLogs, OfferedLog, RememberedLogs } from "./judge-logs.ts";
import type { Keys } from "./known-machines.ts";
import type { Successions } from "./successions.ts";

/** Why a log cannot be what follows on the version that this machine knows; undefined if it can. */
export function reasonAgainst(
  one: OfferedLog,
  head: KnownHead | undefined,
  end: LogHead | undefined,
): string | undefined {
  const { log, sha, fingerprint, isIdOfKey, damaged } = one;
  if (end !== undefined && (log.seq > end.seq || (log.seq === end.seq && sha !== end.sha)))
    return `it goes on after number ${end.seq}, where that machine changed to another key`;
  if (!isIdOfKey && end !== undefined && log.seq < end.seq) return OLDER;
  // An id from before ids came from keys counts only for the one log that the new key names.
  if (!isIdOfKey && end?.sha !== sha) return "its key does not belong to its id";
  if (head !== undefined && head.fingerprint !== fingerprint) return "its key does not belong to its id";
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

export function isOwn({ isIdOfKey, fingerprint }: SignedLog, { own }: RememberedLogs): boolean {
  return isIdOfKey && fingerprint === own.fingerprint;
}

type IsForgotten = (id: RecordId) => boolean;

export function forgottenIn(known: readonly SignedLog[], { isForgotten }: RememberedLogs): IsForgotten {
  const removals = known.flatMap(({ log }) => log.removals.filter(({ why }) => why === "forget"));
  const ids = new Set(removals.map(({ id }) => id));
  return (id) => ids.has(id) || isForgotten(id);
}

/** This machine's own copy was whole when it was taken in. */
export function isWhole({ at, missing }: OfferedLog, isForgotten: IsForgotten): boolean {
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

export function alarmsOf(candidates: readonly OfferedLog[], alarming: Alarming): string[] {
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

export function goneAlarms(filled: readonly string[], { candidates, unusable, remembered, nameOf }: Going): string[] {
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

export function namesFrom({ own, heads }: RememberedLogs, known: readonly SignedLog[]): (id: MachineId) => string {
  return (id) => {
    if (id === own.id) return "this machine";
    return heads[id]?.name ?? known.find(({ log }) => log.machine === id)?.log.name ?? id;
  };
}
