/** Counts the stored records in the index, without reading files. */
import type { RecordType, Scope } from "../../../core/record/record.ts";
import type { Database } from "../databases/database.ts";
import type { Folder } from "../files/record-folder.ts";

export type RecordCounts = {
  /** Active records only. */
  readonly byType: Partial<Readonly<Record<RecordType, number>>>;
  readonly byScope: Readonly<Record<Scope, number>>;
  readonly archived: number;
  /** Of all stored records. */
  readonly tokens: number;
};

export function countsIn(index: Database, folders: readonly Folder[]): RecordCounts {
  const byType: Partial<Record<RecordType, number>> = {};
  const byScope = { global: 0, project: 0 };
  let [archived, tokens] = [0, 0];
  for (const { key, scope } of folders) {
    for (const { type, status, n, tokens: sum } of rowsOf(index, key)) {
      tokens += sum;
      if (status === "archived") archived += n;
      if (status !== "active") continue;
      byType[type] = (byType[type] ?? 0) + n;
      byScope[scope] += n;
    }
  }
  return { byType, byScope, archived, tokens };
}

type Row = { readonly type: RecordType; readonly status: string; readonly n: number; readonly tokens: number };

function rowsOf(index: Database, folder: string): readonly Row[] {
  return index
    .sql(
      `SELECT type, status, count(*) AS n, sum(tokens) AS tokens FROM files
       WHERE folder = ? AND state = 'kept' AND gone_ms IS NULL GROUP BY type, status`,
    )
    .all(folder)
    .map(({ type, status, n, tokens }) => ({
      type: type as RecordType,
      status: String(status),
      n: Number(n),
      tokens: Number(tokens),
    }));
}
