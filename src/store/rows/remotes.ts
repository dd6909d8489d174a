/** What this machine and each remote agreed on, how far that remote was read, and the changes that are on their way to it. */
import type { ProjectId, RecordId } from "../../core/record/record.ts";
import type { ProposalId, SpaceId } from "../../core/team/rights.ts";
import type { ProjectEvidence } from "../../core/team/wire-types.ts";
import { type Database, insertRow, optionalNumber, optionalText, putRow } from "../databases/database.ts";

/** The person's own machines are one remote, however many repositories carry it. */
export const MACHINES = "machines";
export type RemoteId = typeof MACHINES | SpaceId;

export type RemoteProgress = {
  /** How far a space's changes were read. */
  readonly cursor: string;
  readonly acceptedMs?: number;
  readonly lastMs?: number;
  /** Records that arrived in all exchanges so far, and those of the last one that wait for their project. */
  readonly arrived: number;
  readonly waiting: number;
  /** Why the last exchange did not succeed. */
  readonly problem?: string | undefined;
  /** What the last exchange found that nobody but an intruder, a copy of a home or a backup explains. */
  readonly alarms: readonly string[];
  /** The projects of a space, by the id that the space gave them; the local one is missing until it is known here. */
  readonly projects: readonly RemoteProject[];
};

type RemoteProject = {
  readonly project: ProjectId;
  readonly local?: ProjectId | undefined;
  readonly evidence: ProjectEvidence;
};

/** `waiting`: of a project that is not known here; `refused`: not valid, or forgotten here. */
export type AgreedRecord = {
  readonly record: RecordId;
  /** A space's version, absent if it is gone there; for own machines the stamp. */
  readonly version?: string | undefined;
  /** The hash of what is here. An empty one was offered: others may have it, and it has to be said until they certainly do. */
  readonly sha?: string | undefined;
  /** The newest revision at that time: later ones are changes since. */
  readonly revision: number;
  readonly project?: ProjectId | undefined;
  readonly state: "here" | "waiting" | "gone" | "refused";
};

export type Outgoing = {
  readonly seq: number;
  readonly record: RecordId;
  readonly op: "put" | "remove" | "erase";
  /** The same for every attempt to deliver it. */
  readonly key: string;
  readonly base?: string | undefined;
  readonly text?: string | undefined;
  /** The local project. */
  readonly project?: ProjectId | undefined;
  /** The hash of the file that it was made from. */
  readonly sha?: string | undefined;
  readonly revision: number;
  readonly state: "sending" | "proposed" | "refused";
  /** What it became in a space with review; refused then means that a maintainer rejected it. */
  readonly proposal?: ProposalId | undefined;
  readonly reason?: string | undefined;
  /** The person was told that it was rejected. */
  readonly isTold: boolean;
};

/** A change as it is put into the outbox. */
export type NewOutgoing = Omit<Outgoing, "seq" | "isTold">;

const NOTHING: RemoteProgress = { cursor: "", arrived: 0, waiting: 0, alarms: [], projects: [] };

export function remotesOf(state: Database) {
  const all = (table: string, remote: RemoteId, more = "") =>
    state.sql(`SELECT * FROM ${table} WHERE remote = ? ${more}`).all(remote);
  const progress = (remote: RemoteId): RemoteProgress => {
    const [row] = all("remotes", remote);
    return row === undefined ? NOTHING : progressFrom(row);
  };
  return {
    progress,
    /** Asked for each record that arrives, which the projects of a large space would slow down. */
    isAccepted: (remote: RemoteId): boolean =>
      state.sql("SELECT 1 FROM remotes WHERE remote = ? AND accepted_ms IS NOT NULL").get(remote) !== undefined,
    advance: (remote: RemoteId, changed: Partial<RemoteProgress>): void =>
      state.write(() => {
        const { acceptedMs, lastMs, alarms, projects, ...rest } = { ...progress(remote), ...changed };
        const lists = { alarms: JSON.stringify(alarms), projects: JSON.stringify(projects) };
        putRow(state, "remotes", { remote, ...rest, accepted_ms: acceptedMs, last_ms: lastMs, ...lists });
      }),
    agreed: (remote: RemoteId): ReadonlyMap<RecordId, AgreedRecord> =>
      new Map(all("agreed", remote).map((row) => [String(row.record), agreedFrom(row)])),
    agreedOn(remote: RemoteId, id: RecordId): AgreedRecord | undefined {
      const row = state.sql("SELECT * FROM agreed WHERE remote = ? AND record = ?").get(remote, id);
      return row && agreedFrom(row);
    },
    agree: (remote: RemoteId, { record, version, sha, revision, project, state: as }: AgreedRecord): void =>
      putRow(state, "agreed", { remote, record, version, sha, revision, project, state: as }),
    /** The remotes that have this record, or may have been sent it; not the spaces whose record was refused here. */
    holding: (id: RecordId): readonly RemoteId[] =>
      state
        .sql(
          `SELECT remote FROM agreed WHERE record = ? AND (sha IS NOT NULL OR state <> iif(remote = ?, 'gone', 'refused'))
           UNION SELECT remote FROM outbox WHERE record = ?`,
        )
        .all(id, MACHINES, id)
        .map(({ remote }) => String(remote)),
    outgoing: (remote: RemoteId): readonly Outgoing[] =>
      all("outbox", remote, "ORDER BY seq").map((row) => outgoingFrom(row)),
    /** At most one change of a record is on its way; the next one waits for its answer. */
    send(remote: RemoteId, change: NewOutgoing): void {
      const { record, op, key, base, text, project, sha, revision, state: as, proposal, reason } = change;
      const row = { remote, record, op, key, base, text, project, sha, revision, state: as, proposal, reason };
      state.write(() => {
        state.sql("DELETE FROM outbox WHERE remote = ? AND record = ?").run(remote, record);
        insertRow(state, "outbox", row);
      });
    },
    /** The person saw that these were rejected. */
    setTold: (remote: RemoteId, records: readonly RecordId[]): void =>
      state.write(() => {
        for (const record of records)
          state.sql("UPDATE outbox SET told = 1 WHERE remote = ? AND record = ?").run(remote, record);
      }),
    delivered: (remote: RemoteId, id: RecordId): void =>
      void state.sql("DELETE FROM outbox WHERE remote = ? AND record = ?").run(remote, id),
    drop(remote: RemoteId): void {
      for (const table of ["remotes", "agreed", "outbox"])
        state.sql(`DELETE FROM ${table} WHERE remote = ?`).run(remote);
    },
    /** The newest change of any record: what comes later was made after an agreement. */
    lastRevision: (): number => Number(state.sql("SELECT coalesce(max(seq), 0) AS seq FROM revisions").get()?.seq),
  };
}

type Row = Record<string, unknown>;

function progressFrom(row: Row): RemoteProgress {
  return {
    cursor: String(row.cursor),
    arrived: Number(row.arrived),
    waiting: Number(row.waiting),
    alarms: JSON.parse(String(row.alarms)) as string[],
    projects: JSON.parse(String(row.projects)) as RemoteProject[],
    ...optionalNumber("acceptedMs", row.accepted_ms),
    ...optionalNumber("lastMs", row.last_ms),
    ...optionalText("problem", row.problem),
  };
}

function agreedFrom(row: Row): AgreedRecord {
  return {
    record: String(row.record),
    revision: Number(row.revision),
    state: row.state as AgreedRecord["state"],
    ...textsOf(row, ["version", "sha", "project"]),
  };
}

function outgoingFrom(row: Row): Outgoing {
  return {
    seq: Number(row.seq),
    record: String(row.record),
    op: row.op as Outgoing["op"],
    key: String(row.key),
    revision: Number(row.revision),
    state: row.state as Outgoing["state"],
    isTold: row.told === 1,
    ...textsOf(row, ["base", "text", "project", "sha", "proposal", "reason"]),
  };
}

function textsOf(row: Row, columns: readonly string[]): Record<string, string> {
  return Object.assign({}, ...columns.map((column) => optionalText(column, row[column])));
}
