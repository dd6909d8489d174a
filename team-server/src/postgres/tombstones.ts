/** What a space remembers of records that are gone: hashes only. */
import type { RecordId } from "../../../src/core/record/record.ts";
import type { SpaceId } from "../../../src/core/team/rights.ts";
import { tombstoneOf } from "../../../src/core/team/wire-record.ts";
import type { Transaction } from "./database.ts";

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
