/** Removes every copy of a record from a space, and what has been kept for longer than the space wants. */
import { DAY_MS } from "../../../src/core/base/clock.ts";
import type { RecordId } from "../../../src/core/record/record.ts";
import type { MemberId, SpaceId } from "../../../src/core/team/rights.ts";
import { tombstoneOf } from "../../../src/core/team/wire-record.ts";
import type { Transaction } from "./database.ts";
import { currentRows, markChanges, tombstoneHash, type Writing } from "./records.ts";
import { lockSpace, readSettings, setSeq } from "./rows/spaces.ts";

/** Who first made a record with this id, also if it is deleted by now; undefined if the space never had it. */
export async function creatorOf(tx: Transaction, space: SpaceId, id: RecordId): Promise<MemberId | undefined> {
  const [row] = await tx`
    SELECT created_by, 0 AS since_ms FROM oldhand.records WHERE space_id = ${space} AND id = ${id}
    UNION ALL SELECT created_by, 0 FROM oldhand.tombstones WHERE space_id = ${space} AND record_id = ${id}
    UNION ALL SELECT author_id, created_ms FROM oldhand.proposals WHERE space_id = ${space} AND record_id = ${id}
    ORDER BY since_ms LIMIT 1`;
  return row?.created_by;
}

/** Leaves a hash of its statement, so that no client brings it back. Returns the number of this change. */
export async function eraseRecord(
  tx: Transaction,
  { space, author, nowMs }: Writing,
  { id, createdBy }: { readonly id: RecordId; readonly createdBy: MemberId },
): Promise<number> {
  const seq = (await lockSpace(tx, space)) + 1;
  const [current] = await currentRows(tx, space, [id]);
  const [grave] = await tx`SELECT hash FROM oldhand.tombstones WHERE space_id = ${space} AND record_id = ${id}`;
  const hash = current === undefined ? (grave?.hash ?? "") : tombstoneHash(space, current);
  await tx`DELETE FROM oldhand.records WHERE space_id = ${space} AND id = ${id}`;
  await tx`DELETE FROM oldhand.revisions WHERE space_id = ${space} AND record_id = ${id}`;
  await tx`DELETE FROM oldhand.proposals WHERE space_id = ${space} AND record_id = ${id}`;
  await tx`
    INSERT INTO oldhand.tombstones (space_id, record_id, hash, why, seq, created_by, author_id, removed_ms)
    VALUES (${space}, ${id}, ${hash}, 'erase', ${seq}, ${createdBy}, ${author}, ${nowMs})
    ON CONFLICT (space_id, record_id) DO UPDATE SET hash = excluded.hash, why = 'erase', seq = excluded.seq,
      author_id = excluded.author_id, removed_ms = excluded.removed_ms`;
  await setSeq(tx, space, seq);
  await markChanges(tx, space, [seq]);
  return seq;
}

const CLEAN_EVERY_MS = 3_600_000;
/** Longer than a client is offline and still sends what it had sent before. */
const ANSWER_DAYS = 90;

/** At most once an hour. Erasures stay known for ever, or an old client could bring a record back. */
export async function removeExpired(tx: Transaction, space: SpaceId, nowMs: number): Promise<boolean> {
  const [due] = await tx`
    UPDATE oldhand.spaces SET cleaned_ms = ${nowMs}
    WHERE id = ${space} AND cleaned_ms < ${nowMs - CLEAN_EVERY_MS} RETURNING id`;
  if (due === undefined) return false;
  const { retention } = await readSettings(tx, space);
  const before = (days: number | null): number => (days === null ? 0 : nowMs - days * DAY_MS);
  await tx`DELETE FROM oldhand.answers WHERE space_id = ${space} AND answered_ms < ${before(ANSWER_DAYS)}`;
  await tx`
    DELETE FROM oldhand.revisions WHERE space_id = ${space} AND changed_ms < ${before(retention.revisions)}`;
  await tx`
    DELETE FROM oldhand.proposals
    WHERE space_id = ${space} AND coalesce(decided_ms, created_ms) < ${before(retention.proposals)}`;
  // Only the hash: whose id it was has to stay known, or another could take it and erase as its creator.
  await tx`
    UPDATE oldhand.tombstones SET hash = ''
    WHERE space_id = ${space} AND why = 'delete' AND hash <> '' AND removed_ms < ${before(retention.tombstones)}`;
  return true;
}

/** Of these records, the first that was erased, by its id or by its statement: it must not come back. */
export async function findErased(
  tx: Transaction,
  space: SpaceId,
  records: readonly { readonly id: RecordId; readonly text: string }[],
): Promise<RecordId | undefined> {
  const hashes = records.map(({ text }) => tombstoneOf(space, text));
  const rows = await tx`
    SELECT record_id, hash FROM oldhand.tombstones WHERE space_id = ${space} AND why = 'erase'
      AND (record_id = ANY(${records.map(({ id }) => id)}) OR hash = ANY(${hashes}))`;
  return records.find(({ id }, at) => rows.some((row) => row.record_id === id || row.hash === hashes[at]))?.id;
}
