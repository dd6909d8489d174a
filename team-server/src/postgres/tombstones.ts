/** What a space remembers of records that are gone: hashes only. */
import type { TombstoneMatch, Tombstones } from "../../../src/core/ports.ts";
import type { RecordId } from "../../../src/core/record/record.ts";
import type { SpaceId } from "../../../src/core/team/rights.ts";
import { tombstoneOf } from "../../../src/core/team/wire-record.ts";
import type { Transaction } from "./database.ts";

type What = { readonly id?: RecordId; readonly text: string };

export function tombstonesIn(tx: Transaction, space: SpaceId): Tombstones {
  return {
    async match(what: What): Promise<TombstoneMatch> {
      const hash = tombstoneOf(space, what.text);
      const rows = await tx`
        SELECT record_id, hash FROM oldhand.tombstones
        WHERE space_id = ${space} AND hash <> '' AND (hash = ${hash} OR record_id = ${what.id ?? ""})`;
      return { id: rows.some((row) => row.record_id === what.id), text: rows.some((row) => row.hash === hash) };
    },

    /** The row stays: clients still have to learn that the record is gone. */
    async lift(what: What) {
      await tx`
        UPDATE oldhand.tombstones SET hash = ''
        WHERE space_id = ${space} AND (hash = ${tombstoneOf(space, what.text)} OR record_id = ${what.id ?? ""})`;
    },
  };
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
