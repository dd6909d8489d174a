/** The records of a space, within one transaction: the same contract as the local store. */
import { randomBytes, toHex } from "../../../src/core/base/hash.ts";
import type { Change, Committed, Kept, Records, Revision, Verb, Version } from "../../../src/core/ports.ts";
import { type FileLocation, parseRecord, writeRecord } from "../../../src/core/record/file.ts";
import type { MemoryRecord, ProjectId, RecordId } from "../../../src/core/record/record.ts";
import type { MemberId, SpaceId } from "../../../src/core/team/rights.ts";
import { authorName, tombstoneOf, wireVersion } from "../../../src/core/team/wire-record.ts";
import { estimateTokens } from "../../../src/core/text/tokens.ts";
import { COMMIT_CHANNEL } from "./database.ts";
import { lockSpace } from "./rows/spaces.ts";
import type { Rows, Transaction } from "./sql.ts";

type SpaceKept = Kept & { readonly seq: number };

type SpaceCommitted =
  | { readonly outcome: "kept"; readonly kept: readonly SpaceKept[]; readonly seq: number }
  | Extract<Committed, { outcome: "conflict" }>;

interface SpaceRecords extends Records {
  get(id: RecordId): Promise<SpaceKept | undefined>;
  /** `now`: what the caller read after it had locked the space, so that it is not read again while others wait. */
  commit(changes: readonly Change[], now?: LockedNow): Promise<SpaceCommitted>;
}

/** The number of the last change, and the rows of the records that are changed. */
type LockedNow = { readonly seq: number; readonly rows: readonly CurrentRow[] };

/** The author of every change is this member, whatever a change says. */
export type Writing = { readonly space: SpaceId; readonly author: MemberId; readonly nowMs: number };

export function recordsIn(tx: Transaction, writing: Writing): SpaceRecords {
  const { space } = writing;
  return {
    async get(id) {
      return (await currentRows(tx, space, [id])).map(keptFrom)[0];
    },

    async commit(changes, now) {
      if (changes.length === 0) return { outcome: "kept", kept: [], seq: 0 };
      return commit(tx, writing, { changes, now: now ?? (await lockedNow(tx, writing, changes)) });
    },

    async history(id) {
      const rows = await tx`
        SELECT seq, verb, changed_ms, before, before_project, after, after_project, member.name, imported_as
        FROM oldhand.revisions revision JOIN oldhand.members member ON member.space_id = revision.space_id AND member.id = author_id
        WHERE revision.space_id = ${space} AND record_id = ${id} ORDER BY seq`;
      return rows.map(
        (row): Revision => ({
          seq: row.seq,
          record: id,
          atMs: row.changed_ms,
          why: {
            verb: row.verb as Verb,
            actor: "person",
            by: authorName({ name: row.name, ...(row.imported_as !== null && { importedAs: row.imported_as }) }),
          },
          ...(row.before !== null && { before: recordFrom(row.before, row.before_project) }),
          ...(row.after !== null && { after: recordFrom(row.after, row.after_project) }),
          undone: false,
        }),
      );
    },
  };
}

async function lockedNow(tx: Transaction, { space }: Writing, changes: readonly Change[]): Promise<LockedNow> {
  // Whoever has the row writes: changes become visible in the order of their numbers, which cursors rely on.
  const seq = await lockSpace(tx, space);
  return { seq, rows: await currentRows(tx, space, changes.map(idOf)) };
}

function idOf(change: Change): RecordId {
  return change.op === "put" ? change.record.id : change.id;
}

type Committing = { readonly changes: readonly Change[]; readonly now: LockedNow };

async function commit(tx: Transaction, writing: Writing, { changes, now }: Committing): Promise<SpaceCommitted> {
  const { seq } = now;
  const ids = changes.map(idOf);
  const rows = new Map(now.rows.map((row): [RecordId, CurrentRow] => [row.id, row]));
  const outdated = changes.filter((change, at) => (rows.get(ids[at]!)?.version ?? null) !== change.base);
  if (outdated.length > 0) {
    const current = outdated.flatMap((change) => rows.get(idOf(change)) ?? []);
    return { outcome: "conflict", now: current.map(keptFrom) };
  }
  const made = changes.map(
    (change, at): Made => madeFrom(change, { ...writing, before: rows.get(ids[at]!), seq: seq + at + 1 }),
  );
  const last = seq + made.length;
  await writeChanges(tx, writing, made);
  return {
    outcome: "kept",
    kept: made.flatMap(({ after }) => (after === undefined ? [] : keptFrom(after))),
    seq: last,
  };
}

/** A row of the table of records. */
export type CurrentRow = {
  readonly space_id: SpaceId;
  readonly id: RecordId;
  readonly version: Version;
  readonly text: string;
  readonly project_id: ProjectId | null;
  readonly seq: number;
  readonly created_by: MemberId;
  readonly author_id: MemberId;
  readonly changed_ms: number;
  /** The author that an import named. */
  readonly imported_as?: string | null;
};

type Made = {
  readonly seq: number;
  readonly change: Change;
  readonly id: RecordId;
  readonly before: CurrentRow | undefined;
  readonly after: CurrentRow | undefined;
};

function madeFrom(
  change: Change,
  { space, author, nowMs, before, seq }: Writing & { readonly before: CurrentRow | undefined; readonly seq: number },
): Made {
  if (change.op === "remove") return { seq, change, id: change.id, before, after: undefined };
  const { project, ...rest } = change.record;
  const text = writeRecord(rest);
  const after: CurrentRow = {
    space_id: space,
    id: rest.id,
    version: wireVersion(text, project),
    text,
    project_id: project ?? null,
    seq,
    created_by: before?.created_by ?? author,
    author_id: author,
    changed_ms: nowMs,
  };
  return { seq, change, id: rest.id, before, after };
}

/** In one statement: the space is locked, so every further one would keep others waiting. */
async function writeChanges(tx: Transaction, { space, author, nowMs }: Writing, made: readonly Made[]): Promise<void> {
  const put = made.flatMap(({ after }) => after ?? []);
  const removed = made.filter(({ after }) => after === undefined);
  const graves = removed.map(({ change, id, seq, before }) => ({
    space_id: space,
    record_id: id,
    hash: change.op === "remove" && change.leaveTombstone ? tombstoneHash(space, before!) : "",
    why: "delete",
    seq,
    created_by: before!.created_by,
    author_id: author,
    removed_ms: nowMs,
  }));
  const revisions = made.map(({ seq, id, change, before, after }) => ({
    space_id: space,
    seq,
    record_id: id,
    verb: change.why.verb,
    author_id: author,
    changed_ms: nowMs,
    before: before?.text ?? null,
    before_project: before?.project_id ?? null,
    after: after?.text ?? null,
    after_project: after?.project_id ?? null,
  }));
  await tx`
    WITH numbered AS (UPDATE oldhand.spaces SET seq = ${made.at(-1)!.seq} WHERE id = ${space}),
      put AS (
        INSERT INTO oldhand.records
          (space_id, id, version, text, project_id, seq, created_by, author_id, changed_ms)
        SELECT new.space_id, new.id, new.version, new.text, new.project_id, new.seq,
          -- Whoever made the first record with this id stays its creator, also after a removal.
          coalesce(grave.created_by, new.created_by), new.author_id, new.changed_ms
        FROM json_populate_recordset(NULL::oldhand.records, ${JSON.stringify(put)}) new
        LEFT JOIN oldhand.tombstones grave ON grave.space_id = new.space_id AND grave.record_id = new.id
        ON CONFLICT (space_id, id) DO UPDATE SET version = excluded.version, text = excluded.text,
          project_id = excluded.project_id, seq = excluded.seq, author_id = excluded.author_id,
          changed_ms = excluded.changed_ms, imported_as = NULL),
      lifted AS (
        DELETE FROM oldhand.tombstones WHERE space_id = ${space} AND record_id = ANY(${put.map(({ id }) => id)})),
      removed AS (
        DELETE FROM oldhand.records WHERE space_id = ${space} AND id = ANY(${removed.map(({ id }) => id)})),
      buried AS (
        INSERT INTO oldhand.tombstones
        SELECT * FROM json_populate_recordset(NULL::oldhand.tombstones, ${JSON.stringify(graves)}))
    INSERT INTO oldhand.revisions
    SELECT * FROM json_populate_recordset(NULL::oldhand.revisions, ${JSON.stringify(revisions)})`;
  await markChanges(
    tx,
    space,
    made.map(({ seq }) => seq),
  );
}

const MARK_BYTES = 6;

/** Makes these numbers places that a cursor can point to, and wakes whoever waits once they are committed. */
export async function markChanges(tx: Transaction, space: SpaceId, seqs: readonly number[]): Promise<void> {
  const marks = seqs.map(() => toHex(randomBytes(MARK_BYTES)));
  await tx`
    WITH marked AS (
      INSERT INTO oldhand.changes (space_id, seq, mark)
      SELECT ${space}, * FROM unnest(${seqs}::bigint[], ${marks}::text[]))
    SELECT pg_notify(${COMMIT_CHANNEL}, ${space})`;
}

/** The statement's hash: enough to recognise it. */
export function tombstoneHash(space: SpaceId, { text, project_id }: Pick<CurrentRow, "text" | "project_id">): string {
  return tombstoneOf(space, recordFrom(text, project_id).text);
}

export function currentRows(tx: Transaction, space: SpaceId, ids: readonly RecordId[]): Promise<Rows<CurrentRow>> {
  return tx<CurrentRow>`SELECT * FROM oldhand.records WHERE space_id = ${space} AND id = ANY(${[...ids]})`;
}

export function keptFrom(row: CurrentRow): SpaceKept {
  return {
    record: recordFrom(row.text, row.project_id),
    version: row.version,
    file: `${row.space_id}/${row.id}`,
    reinforcement: 1,
    lastUsedMs: row.changed_ms,
    tokens: estimateTokens(row.text),
    seq: row.seq,
  };
}

function recordFrom(text: string, project: ProjectId | null): MemoryRecord {
  const location: FileLocation = {
    scope: project === null ? "global" : "project",
    ...(project !== null && { project }),
    fromRepo: false,
    directory: "",
    ownId: () => "",
    modifiedMs: 0,
  };
  const parsed = parseRecord(text, location);
  if (parsed.outcome !== "record") throw new Error("a record in the database is not one");
  return parsed.record;
}
