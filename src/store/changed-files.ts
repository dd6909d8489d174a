/** Finds the person's own record files that changed outside oldhand, and records what the person decided about them. */
import type { Clock } from "../core/base/clock.ts";
import { acceptanceHash, needsConfirmation } from "../core/record/acceptance.ts";
import type { MemoryRecord } from "../core/record/record.ts";
import type { Database } from "./databases/database.ts";
import { type Folder, isOthers } from "./files/record-folder.ts";
import type { RecordReader } from "./read-store.ts";
import { acceptancesOf } from "./rows/acceptances.ts";
import { revisionsOf } from "./rows/revisions.ts";

export type ChangedFile = {
  readonly id: string;
  readonly file: string;
  /** The content that a decision is about; another change needs another decision. */
  readonly hash: string;
  /** The record as it was confirmed last; absent for a new file. */
  readonly before?: MemoryRecord;
  /** The record as the file has it, with the trust that it claims. */
  readonly after: MemoryRecord;
  /** The person was asked about it before. */
  readonly isDeclined: boolean;
};

type ChangedFilesParts = {
  readonly folders: readonly Folder[];
  readonly index: Database;
  readonly state: Database;
  readonly reader: RecordReader;
  readonly clock: Clock;
};

export type ChangedFiles = ReturnType<typeof changedFilesOf>;

export function changedFilesOf({ folders, index, state, reader, clock }: ChangedFilesParts) {
  const acceptances = acceptancesOf(state);
  const decide = (changed: readonly ChangedFile[], act: (one: ChangedFile) => void): void =>
    state.write(() => changed.forEach(act));
  return {
    list(): ChangedFile[] {
      const own = folders.filter((folder) => !isOthers(folder)).map(({ key }) => key);
      const [confirmed, declined] = [acceptances.confirmed(), acceptances.declined()];
      const rows = index
        .sql(
          `SELECT row, id, lower(hex(acceptance)) AS acceptance FROM files INDEXED BY files_by_id WHERE state = 'kept' AND gone_ms IS NULL
             AND folder IN (SELECT value FROM json_each(?)) ORDER BY id`,
        )
        .all(JSON.stringify(own))
        .filter(({ id, acceptance }) => confirmed.get(String(id)) !== acceptance);
      return reader.claimsOf(rows.map(({ row }) => Number(row))).flatMap(({ record: after, hash, file }) => {
        if (confirmed.get(after.id) === hash || !needsConfirmation(after)) return [];
        const before = lastConfirmed(state, after.id, confirmed.get(after.id));
        const isDeclined = declined.get(after.id) === hash;
        return [{ id: after.id, file, hash, ...(before !== undefined && { before }), after, isDeclined }];
      });
    },
    confirm: (changed: readonly ChangedFile[]): void =>
      decide(changed, (one) => acceptances.add({ fromRepo: false }, one, clock())),
    decline: (changed: readonly ChangedFile[]): void => decide(changed, (one) => acceptances.decline(one, clock())),
  };
}

/** Later revisions may come from changes of an unconfirmed file, which say nothing about what the person knows. */
function lastConfirmed(state: Database, id: string, hash: string | undefined): MemoryRecord | undefined {
  const versions = revisionsOf(state)
    .of(id)
    .flatMap(({ after }) => after ?? []);
  return versions.findLast((record) => acceptanceHash(record) === hash);
}
