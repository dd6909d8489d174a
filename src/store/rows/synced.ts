/** What this machine knows of the logs of the person's machines, and what an exchange with them still has to do. */
import { toHex } from "../../core/base/hash.ts";
import type { RecordId } from "../../core/record/record.ts";
import {
  type KnownHeads,
  type LogHead,
  type LogNumbers,
  type LogTime,
  type MachineId,
  type RemoteNumbers,
  type SeenTimes,
  stampText,
} from "../../core/sync/machine-log.ts";
import { type Database, getMeta, setMeta } from "../databases/database.ts";
import { MACHINES, remotesOf } from "./remotes.ts";

/** What this machine knows of logs, independently of what any remote has. */
type KnownLogs = {
  /** This machine's id, its last number, and the hashes down from there. */
  readonly own?: LogNumbers & { readonly id: MachineId };
  readonly heads: KnownHeads;
  readonly remotes: RemoteNumbers;
  /** A log signed with this machine's key that this home does not know. */
  readonly strange?: LogHead;
};

type Agreement = { readonly sha: string | undefined; readonly stamp: LogTime; readonly revision: number };

/** The last round that sent and brought nothing: what it was made from, and what it found. */
type SettledRound = { readonly inputs: string; readonly found: object };

export type SyncedRows = ReturnType<typeof syncedOf>;

const SEEN = "sync_seen";
const RESTART = "sync_restart";
const PRUNE = "sync_prune";
const INCLUDED = "sync_included";
const SETTLED = "sync_settled";
const LOGS = "sync_logs";
const HOLDER = "sync_holder";

export function syncedOf(state: Database) {
  const remotes = remotesOf(state);
  let isExchanging = false;
  return {
    isExchanging: (): boolean => isExchanging,
    setExchanging(is: boolean): void {
      isExchanging = is;
    },
    /** Whether rows of history, sessions or counters ever left this machine. */
    hasIncluded: (): boolean => getMeta(state, INCLUDED) !== undefined,
    setIncluded: (): void => setMeta(state, INCLUDED, "1"),
    /** Without a hash, the record is gone everywhere. */
    agree: (record: RecordId, { sha, stamp, revision }: Agreement): void =>
      remotes.agree(MACHINES, {
        ...{ record, revision, version: stampText(stamp) },
        ...(sha === undefined ? { state: "gone" } : { state: "here", sha }),
      }),
    /** Before a version is published, so that a deletion or `forget` after a crash knows that others may have it. */
    offer(record: RecordId, stamp: LogTime): void {
      const known = remotes.agreedOn(MACHINES, record) ?? {
        record,
        revision: 0,
        version: stampText(stamp),
        sha: undefined,
      };
      if (known.sha === undefined) remotes.agree(MACHINES, { ...known, state: "here", sha: "" });
    },
    /** What that machine said last has to be said by this one. */
    disown(machine: MachineId): void {
      const last = "(SELECT coalesce(max(seq), 0) FROM revisions)";
      const ofMachine = "remote = 'machines' AND sha IS NOT NULL AND substr(version, instr(version, ' ') + 1) = ?";
      state.sql(`UPDATE agreed SET sha = '', revision = ${last} WHERE ${ofMachine}`).run(machine);
    },
    seen: (): SeenTimes => JSON.parse(getMeta(state, SEEN) ?? "{}") as SeenTimes,
    setSeen: (seen: SeenTimes): void => setMeta(state, SEEN, JSON.stringify(seen)),
    logs: (): KnownLogs => JSON.parse(getMeta(state, LOGS) ?? '{"heads":{},"remotes":{}}') as KnownLogs,
    setLogs: (logs: KnownLogs): void => setMeta(state, LOGS, JSON.stringify(logs)),
    /** The process that holds the lease. */
    holder: (): string | undefined => getMeta(state, HOLDER),
    setHolder: (process: string): void => setMeta(state, HOLDER, process),
    settled(): SettledRound | undefined {
      const text = getMeta(state, SETTLED);
      return text === undefined ? undefined : (JSON.parse(text) as SettledRound);
    },
    setSettled: (round: SettledRound): void => setMeta(state, SETTLED, JSON.stringify(round)),
    /** Something was forgotten: the next commit starts a new history, because the old one contains it. Each time has a mark. */
    restart: (): string | undefined => getMeta(state, RESTART),
    setRestart: (): void => setMeta(state, RESTART, toHex(state.random(8))),
    /** Unless something else was forgotten since. */
    clearRestart: (mark: string): void =>
      void state.sql("DELETE FROM meta WHERE key = ? AND value = ?").run(RESTART, mark),
    /** The local copy may contain an old history. */
    hasToPrune: (): boolean => getMeta(state, PRUNE) !== undefined,
    setPrune: (): void => setMeta(state, PRUNE, "1"),
    clearPrune: (): void => void state.sql("DELETE FROM meta WHERE key = ?").run(PRUNE),
  };
}
