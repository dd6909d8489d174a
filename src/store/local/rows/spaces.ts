/** What this machine and the spaces it joined agreed on, and the changes that are on their way to a space. */
import type { ProjectId, RecordId } from "../../../core/record/record.ts";
import type { ProposalId, SpaceId } from "../../../core/team/rights.ts";
import type { ProjectEvidence } from "../../../core/team/wire-types.ts";
import { type Database, insertRow, putRow } from "../databases/database.ts";

/** How far a space's changes were read. */
export type SpaceProgress = {
  readonly cursor: string;
  readonly acceptedMs?: number;
  readonly lastMs?: number;
  readonly arrived: number;
  /** Why the last exchange did not succeed. */
  readonly problem?: string;
};

export type SpaceProject = {
  readonly project: ProjectId;
  readonly local?: ProjectId;
  readonly evidence: ProjectEvidence;
};

/** `waiting`: of a project that is not known here; `refused`: not valid, or forgotten here. */
export type AgreedRecord = {
  readonly record: RecordId;
  /** The space's version; absent if it is gone there. */
  readonly version?: string;
  /** The hash of the file here. */
  readonly sha?: string;
  /** The newest revision at that time: later ones are changes since. */
  readonly revision: number;
  readonly project?: ProjectId;
  readonly state: "here" | "waiting" | "gone" | "refused";
};

export type Outgoing = {
  readonly seq: number;
  readonly record: RecordId;
  readonly op: "put" | "remove" | "erase";
  /** The same for every attempt to deliver it. */
  readonly key: string;
  readonly base?: string;
  readonly text?: string;
  /** The local project. */
  readonly project?: ProjectId;
  /** The hash of the file that it was made from. */
  readonly sha?: string;
  readonly revision: number;
  readonly state: "sending" | "proposed" | "refused";
  /** What it became in a space with review; refused then means that a maintainer rejected it. */
  readonly proposal?: ProposalId;
  readonly reason?: string;
  /** The person was told that it was rejected. */
  readonly isTold: boolean;
};

/** A change as it is put into the outbox. */
export type NewOutgoing = Omit<Outgoing, "seq" | "isTold">;

export type SpaceRows = ReturnType<typeof spacesOf>;

const NOTHING: SpaceProgress = { cursor: "", arrived: 0 };

export function spacesOf(state: Database) {
  const all = (table: string, space: SpaceId, more = "") =>
    state.sql(`SELECT * FROM ${table} WHERE space = ? ${more}`).all(space);
  return {
    progress(space: SpaceId): SpaceProgress {
      const row = state.sql("SELECT * FROM team_spaces WHERE space = ?").get(space);
      if (row === undefined) return NOTHING;
      return {
        cursor: String(row.cursor),
        arrived: Number(row.arrived),
        ...(row.accepted_ms !== null && { acceptedMs: Number(row.accepted_ms) }),
        ...(row.last_ms !== null && { lastMs: Number(row.last_ms) }),
        ...(row.problem !== null && { problem: String(row.problem) }),
      };
    },
    setProgress: (space: SpaceId, { cursor, acceptedMs, lastMs, arrived, problem }: SpaceProgress): void =>
      putRow(state, "team_spaces", { space, cursor, accepted_ms: acceptedMs, last_ms: lastMs, arrived, problem }),
    projects: (space: SpaceId): readonly SpaceProject[] =>
      all("team_projects", space).map((row) => ({
        project: String(row.project),
        evidence: JSON.parse(String(row.evidence)) as ProjectEvidence,
        ...(row.local !== null && { local: String(row.local) }),
      })),
    putProject: (space: SpaceId, { project, local, evidence }: SpaceProject): void =>
      putRow(state, "team_projects", { space, project, local, evidence: JSON.stringify(evidence) }),
    records: (space: SpaceId): ReadonlyMap<RecordId, AgreedRecord> =>
      new Map(all("team_records", space).map((row) => [String(row.record), agreedFrom(row)])),
    record(space: SpaceId, id: RecordId): AgreedRecord | undefined {
      const row = state.sql("SELECT * FROM team_records WHERE space = ? AND record = ?").get(space, id);
      return row && agreedFrom(row);
    },
    agree: (space: SpaceId, { record, version, sha, revision, project, state: as }: AgreedRecord): void =>
      putRow(state, "team_records", { space, record, version, sha, revision, project, state: as }),
    /** The spaces that have this record, had it, or may have been sent it. */
    holding: (id: RecordId): readonly SpaceId[] =>
      state
        .sql("SELECT space FROM team_records WHERE record = ? UNION SELECT space FROM team_outbox WHERE record = ?")
        .all(id, id)
        .map(({ space }) => String(space)),
    outgoing: (space: SpaceId): readonly Outgoing[] =>
      all("team_outbox", space, "ORDER BY seq").map((row) => outgoingFrom(row)),
    /** At most one change of a record is on its way; the next one waits for its answer. */
    send(space: SpaceId, change: NewOutgoing): void {
      const { record, op, key, base, text, project, sha, revision, state: as, proposal, reason } = change;
      const row = { space, record, op, key, base, text, project, sha, revision, state: as, proposal, reason };
      state.write(() => {
        state.sql("DELETE FROM team_outbox WHERE space = ? AND record = ?").run(space, record);
        insertRow(state, "team_outbox", row);
      });
    },
    /** The person saw that these were rejected. */
    setTold: (space: SpaceId, records: readonly RecordId[]): void =>
      state.write(() => {
        for (const record of records)
          state.sql("UPDATE team_outbox SET told = 1 WHERE space = ? AND record = ?").run(space, record);
      }),
    delivered: (space: SpaceId, id: RecordId): void =>
      void state.sql("DELETE FROM team_outbox WHERE space = ? AND record = ?").run(space, id),
    drop(space: SpaceId): void {
      for (const table of ["team_spaces", "team_projects", "team_records", "team_outbox"])
        state.sql(`DELETE FROM ${table} WHERE space = ?`).run(space);
    },
    lastRevision: (): number => Number(state.sql("SELECT coalesce(max(seq), 0) AS seq FROM revisions").get()?.seq),
    /** The records with a change after that revision, in these folders. */
    changedSince: (revision: number, folders: readonly string[]): readonly RecordId[] =>
      state
        .sql("SELECT DISTINCT record FROM revisions WHERE seq > ? AND folder IN (SELECT value FROM json_each(?))")
        .all(revision, JSON.stringify(folders))
        .map(({ record }) => String(record)),
  };
}

function agreedFrom(row: Record<string, unknown>): AgreedRecord {
  return {
    record: String(row.record),
    revision: Number(row.revision),
    state: row.state as AgreedRecord["state"],
    ...text(row, "version"),
    ...text(row, "sha"),
    ...text(row, "project"),
  };
}

function outgoingFrom(row: Record<string, unknown>): Outgoing {
  return {
    seq: Number(row.seq),
    record: String(row.record),
    op: row.op as Outgoing["op"],
    key: String(row.key),
    revision: Number(row.revision),
    state: row.state as Outgoing["state"],
    isTold: row.told === 1,
    ...text(row, "base"),
    ...text(row, "text"),
    ...text(row, "project"),
    ...text(row, "sha"),
    ...text(row, "proposal"),
    ...text(row, "reason"),
  };
}

function text<K extends string>(row: Record<string, unknown>, column: K): { readonly [Name in K]?: string } {
  return (row[column] === null ? {} : { [column]: String(row[column]) }) as { readonly [Name in K]?: string };
}
