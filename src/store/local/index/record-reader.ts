/** Reads indexed records from their files: the index finds them, but only the file's content is returned. */
import { join } from "node:path";
import { parseTime } from "../../../core/base/clock.ts";
import type { Kept } from "../../../core/ports.ts";
import type { Head } from "../../../core/record/frontmatter.ts";
import type { MemoryRecord, RecordId } from "../../../core/record/record.ts";
import { estimateTokens } from "../../../core/text/tokens.ts";
import type { Database } from "../databases/database.ts";
import { type Folder, rereadFile } from "../files/record-folder.ts";
import type { Counter } from "../rows/record-facts.ts";
import { type Entry, entriesOf } from "./record-entries.ts";

export type RecordReader = ReturnType<typeof recordReaderOf>;

type RecordReaderOptions = {
  readonly folders: readonly Folder[];
  readonly index: Database;
  readonly counterOf: (id: RecordId) => Counter | undefined;
  readonly isAccepted: (project: string, version: string) => boolean;
  readonly readYaml?: ((head: string) => Head) | undefined;
};

export function recordReaderOf({ folders, index, counterOf, isAccepted, readYaml }: RecordReaderOptions) {
  const entries = entriesOf(index);
  const byKey = new Map(folders.map((folder) => [folder.key, folder]));

  const read = (entry: Entry): { kept: Kept; changed: boolean } | undefined => {
    const folder = byKey.get(entry.folder);
    const file = folder === undefined ? undefined : rereadFile(folder, entry, readYaml);
    if (folder === undefined || file === undefined) return undefined;
    const changed = file.version !== entry.version;
    // Without a YAML parser, the index still has the record that one read from the same bytes.
    const record =
      file.parsed.outcome === "record" ? file.parsed.record : changed ? undefined : entries.body(entry.row);
    if (record === undefined || record.id !== entry.id) return undefined;
    const counter = counterOf(record.id);
    const accepted =
      folder.fromRepo && folder.project !== undefined ? isAccepted(folder.project, file.version) : undefined;
    const kept: Kept = {
      record: accepted === undefined ? record : ({ ...record, accepted } satisfies MemoryRecord),
      version: file.version,
      file: join(folder.path, entry.category, entry.name),
      reinforcement: counter?.reinforcement ?? 1,
      lastUsedMs: Math.max(counter?.lastUsedMs ?? 0, parseTime(record.createdAt) ?? 0),
      tokens: changed ? estimateTokens(record.text) : entry.tokens,
    };
    return { kept, changed };
  };

  return {
    byId(id: RecordId): Kept | undefined {
      const entry = entries.byId(id, [...byKey.keys()]).find(({ state }) => state === "kept");
      return entry === undefined ? undefined : read(entry)?.kept;
    },
    /** The record as it is in its file now; undefined if the file is gone or not a valid record any more. */
    fromFile: (entry: Entry) => read(entry)?.kept,
    /** In the order asked for: the row numbers change when the index is rebuilt. */
    fromRows(rows: readonly number[]): { row: number; kept: Kept; changed: boolean }[] {
      const known = new Map(entries.byRows(rows).map((entry) => [entry.row, entry]));
      return rows.flatMap((row) => {
        const entry = known.get(row);
        const found = entry === undefined ? undefined : read(entry);
        return found === undefined ? [] : [{ row, ...found }];
      });
    },
  };
}
