/** The store for hooks and for a home that cannot be written: reads records from their files and creates nothing. */
import { join } from "node:path";
import { type Clock, parseTime } from "../../core/base/clock.ts";
import { idMaker } from "../../core/base/id.ts";
import type { Kept } from "../../core/ports.ts";
import type { Head } from "../../core/record/frontmatter.ts";
import type { RecordId } from "../../core/record/record.ts";
import type { Rank } from "../../core/search/search-hits.ts";
import { estimateTokens } from "../../core/text/tokens.ts";
import type { Database } from "./databases/database.ts";
import type { Home } from "./files/home.ts";
import { type Folder, rereadFile } from "./files/record-folder.ts";
import { type Entry, entriesOf } from "./index/record-entries.ts";
import { searchOf } from "./index/search-records.ts";
import { type Accepted, acceptedOf, type Counters, countersOf } from "./rows/record-facts.ts";
import { journalOf } from "./spool/journal.ts";

export type ReadStore = ReturnType<typeof readStore>;

type ReadStoreParts = {
  readonly home: Home;
  readonly folders: readonly Folder[];
  readonly index: Database;
  /** Undefined if nothing was ever counted or accepted. */
  readonly state: Database | undefined;
  readonly clock: Clock;
  readonly session: string;
  readonly readYaml?: ((head: string) => Head) | undefined;
  readonly rank: Rank;
};

export function readStore({ home, folders, index, state, clock, session, readYaml, rank }: ReadStoreParts) {
  const counters = state === undefined ? undefined : countersOf(state, () => 0);
  const accepted = state === undefined ? undefined : acceptedOf(state);
  const reader = recordReaderOf({ folders, index, counters, accepted, readYaml });
  return {
    reader,
    search: searchOf({ folders, index, reader, accepted, used: (limit) => counters?.latest(limit) ?? [], rank }),
    journal: journalOf(home, session),
    get: async (id: RecordId) => reader.byId(id),
    newId: idMaker(clock, { random: index.random }),
    random: index.random,
    close(): void {
      index.close();
      state?.close();
    },
  };
}

export type RecordReader = ReturnType<typeof recordReaderOf>;

type RecordReaderOptions = Pick<ReadStoreParts, "folders" | "index" | "readYaml"> & {
  readonly counters: Counters | undefined;
  readonly accepted: Accepted | undefined;
};

/** The index finds records, but only the content of their files is returned. */
function recordReaderOf({ folders, index, counters, accepted, readYaml }: RecordReaderOptions) {
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
    const counter = counters?.of(record.id);
    const isShared = folder.fromRepo && folder.project !== undefined;
    const kept: Kept = {
      record: isShared ? { ...record, accepted: accepted?.has(folder.project, file.version) ?? false } : record,
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
