/** What all of a person's machines last agreed on, and how far this one has seen the others. */
import { toHex } from "../../../core/base/hash.ts";
import type { RecordId } from "../../../core/record/record.ts";
import type { SeenTimes, Stamp } from "../../../core/sync/machine-log.ts";
import { type Database, getMeta, putRow, setMeta } from "../databases/database.ts";

/**
 * Without a hash, the record is gone everywhere. With an empty one it was offered: others may have it, and it has to be
 * said until they certainly do.
 */
export type Synced = { readonly sha: string | undefined; readonly stamp: Stamp; readonly revision: number };

export type SyncTimes = {
  readonly lastMs?: number;
  /** Records that arrived in all rounds so far, and those of the last one that wait for their project. */
  readonly arrived: number;
  readonly waiting: number;
  /** Why the last round did not reach a remote. */
  readonly problem?: string;
};

/** The last round that sent and brought nothing: what it was made from, and what it found. */
export type SettledRound = { readonly inputs: string; readonly found: object };

export type SyncedRows = ReturnType<typeof syncedOf>;

const SEEN = "sync_seen";
const TIMES = "sync_times";
const RESTART = "sync_restart";
const PRUNE = "sync_prune";
const INCLUDED = "sync_included";
const SETTLED = "sync_settled";

export function syncedOf(state: Database) {
  let isExchanging = false;
  return {
    isExchanging: (): boolean => isExchanging,
    setExchanging(is: boolean): void {
      isExchanging = is;
    },
    /** Whether rows of history, sessions or counters ever left this machine. */
    hasIncluded: (): boolean => getMeta(state, INCLUDED) !== undefined,
    setIncluded: (): void => setMeta(state, INCLUDED, "1"),
    all: (): ReadonlyMap<RecordId, Synced> =>
      new Map(
        state
          .sql("SELECT record, sha, t, machine, revision FROM synced")
          .all()
          .map((row) => [String(row.record), fromRow(row)]),
      ),
    put: (record: RecordId, { sha, stamp, revision }: Synced): void =>
      putRow(state, "synced", { record, sha, t: stamp.t, machine: stamp.machine, revision }),
    /** What that machine said last has to be said by this one. */
    disown(machine: string): void {
      const last = "(SELECT coalesce(max(seq), 0) FROM revisions)";
      state.sql(`UPDATE synced SET sha = '', revision = ${last} WHERE machine = ? AND sha IS NOT NULL`).run(machine);
    },
    /** Before a version is published, so that a deletion or `forget` after a crash knows that others may have it. */
    offer(record: RecordId, stamp: Stamp): void {
      const values = { record, sha: "", t: stamp.t, machine: stamp.machine, revision: 0 };
      if (state.sql("SELECT 1 FROM synced WHERE record = ?").get(record) === undefined) putRow(state, "synced", values);
      else state.sql("UPDATE synced SET sha = '' WHERE record = ? AND sha IS NULL").run(record);
    },
    /** Whether other machines have it, or may have it. */
    isShared: (record: RecordId): boolean =>
      state.sql("SELECT 1 FROM synced WHERE record = ? AND sha IS NOT NULL").get(record) !== undefined,
    /** The newest change of any record: what comes later was made after an agreement. */
    lastRevision: (): number => Number(state.sql("SELECT coalesce(max(seq), 0) AS seq FROM revisions").get()?.seq),
    seen: (): SeenTimes => JSON.parse(getMeta(state, SEEN) ?? "{}") as SeenTimes,
    setSeen: (seen: SeenTimes): void => setMeta(state, SEEN, JSON.stringify(seen)),
    times: (): SyncTimes => JSON.parse(getMeta(state, TIMES) ?? '{"arrived":0,"waiting":0}') as SyncTimes,
    setTimes: (times: SyncTimes): void => setMeta(state, TIMES, JSON.stringify(times)),
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

function fromRow(row: Record<string, unknown>): Synced {
  return {
    sha: row.sha === null ? undefined : String(row.sha),
    stamp: { t: Number(row.t), machine: String(row.machine) },
    revision: Number(row.revision),
  };
}
