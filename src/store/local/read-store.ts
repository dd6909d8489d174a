/** The store for hooks and for a home that cannot be written: reads records from their files and creates nothing. */
import { join } from "node:path";
import { type Clock, parseTime } from "../../core/base/clock.ts";
import { idMaker } from "../../core/base/id.ts";
import type { Kept } from "../../core/ports.ts";
import { acceptanceHash, unconfirmed } from "../../core/record/acceptance.ts";
import type { Doubt } from "../../core/record/doubt.ts";
import type { Head } from "../../core/record/frontmatter.ts";
import type { MemoryRecord, RecordId } from "../../core/record/record.ts";
import type { Rank } from "../../core/search/search-hits.ts";
import { estimateTokens } from "../../core/text/tokens.ts";
import type { Database } from "./databases/database.ts";
import type { Home } from "./files/home.ts";
import { type Folder, isOthers, linkAt, look, type ReadFile, rereadFile } from "./files/record-folder.ts";
import { type Entry, findEntries } from "./index/find-entries.ts";
import { searchOf } from "./index/search-records.ts";
import { type Accepted, acceptedIn } from "./rows/acceptances.ts";
import { doubtsIn } from "./rows/advice.ts";
import { type Counters, countsOf } from "./rows/record-facts.ts";
import { type JournalLines, journalOf } from "./spool/journal.ts";

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
  /** Of a server. */
  readonly linesOf?: JournalLines | undefined;
};

export function readStore(parts: ReadStoreParts) {
  const { home, folders, index, state, clock, session, readYaml, rank, linesOf } = parts;
  const counters = state === undefined ? undefined : countsOf(state);
  const accepted = state === undefined ? undefined : acceptedIn(state);
  const doubtOf = state === undefined ? () => undefined : doubtsIn(state);
  const reader = recordReaderOf({ folders, index, state, counters, accepted, readYaml, doubtOf });
  return {
    reader,
    search: searchOf({ folders, index, reader, accepted, used: (limit) => counters?.latest(limit) ?? [], rank }),
    journal: journalOf(home, session, linesOf),
    get: async (id: RecordId) => reader.byId(id),
    doubtOf,
    newId: idMaker(clock, { random: index.random }),
    random: index.random,
    close(): void {
      index.close();
      state?.close();
    },
  };
}

export type RecordReader = ReturnType<typeof recordReaderOf>;

type RecordReaderOptions = Pick<ReadStoreParts, "folders" | "index" | "state" | "readYaml"> & {
  readonly counters: Pick<Counters, "of" | "latest"> | undefined;
  readonly accepted: Accepted | undefined;
  readonly doubtOf: (record: RecordId) => Doubt | undefined;
};

type Reading = {
  readonly kept: Kept;
  /** Since it was indexed. */
  readonly changed: boolean;
  readonly claimed: MemoryRecord;
  readonly hash: string;
  readonly isAccepted: boolean;
};

/** What a file says about its trust counts only if its content was accepted. */
function asAccepted(record: MemoryRecord, folder: Folder, isAccepted: boolean): MemoryRecord {
  if (isOthers(folder))
    return folder.fromRepo && folder.project === undefined ? record : { ...record, accepted: isAccepted };
  return isAccepted ? record : unconfirmed(record);
}

/** By folder and path: what was read of a file that is unchanged since, for servers, which read the same files all day. */
const readings = new Map<string, { readonly file: ReadFile; readonly bodyMark: string }>();
const MOST_READINGS = 1000;

/** The file as it is now. If its stamp and its row in the index are the same as when it was read, it is not read again. */
function currentFile(folder: Folder, entry: Entry, readYaml: ReadStoreParts["readYaml"]): ReadFile | undefined {
  const { category, name } = entry;
  const key = `${folder.key} ${join(folder.path, category, name)}`;
  const before = readings.get(key);
  const isSameRow = before?.file.version === entry.version && before.bodyMark === entry.bodyMark;
  if (isSameRow && linkAt(folder, category) === undefined) {
    if (look(folder, category, name, 0)?.stamp === before.file.stamp) return before.file;
  }
  readings.delete(key);
  const file = rereadFile(folder, entry, readYaml);
  if (file?.stamp !== undefined && file.parsed.outcome === "record") {
    readings.set(key, { file, bodyMark: entry.bodyMark });
    if (readings.size > MOST_READINGS) readings.delete(readings.keys().next().value!);
  }
  return file;
}

/** A record that was changed or said again since is not in doubt. */
function openDoubt({ updatedAt, saidAt = "" }: MemoryRecord, doubt: Doubt | undefined): Pick<Kept, "doubt"> {
  const isOlder = doubt !== undefined && doubt.atMs <= Math.max(parseTime(updatedAt) ?? 0, parseTime(saidAt) ?? 0);
  return doubt === undefined || isOlder ? {} : { doubt };
}

/** The index finds records, but only the content of their files is returned. */
function recordReaderOf({ folders, index, state, counters, accepted, readYaml, doubtOf }: RecordReaderOptions) {
  const entries = findEntries(index);
  const byKey = new Map(folders.map((folder) => [folder.key, folder]));

  const read = (entry: Entry): Reading | undefined => {
    const folder = byKey.get(entry.folder);
    const file = folder === undefined ? undefined : currentFile(folder, entry, readYaml);
    if (folder === undefined || file === undefined) return undefined;
    const changed = file.version !== entry.version;
    // Without a YAML parser, the index still has the record that one read from the same bytes.
    const record =
      file.parsed.outcome === "record" ? file.parsed.record : changed ? undefined : entries.body(entry.row);
    if (record === undefined || record.id !== entry.id) return undefined;
    const counter = counters?.of(record.id);
    const hash = changed ? acceptanceHash(record) : entry.acceptance;
    const isAccepted = accepted?.has(folder, { id: record.id, version: file.version, hash }) ?? false;
    const kept: Kept = {
      record: asAccepted(record, folder, isAccepted),
      version: file.version,
      file: join(folder.path, entry.category, entry.name),
      reinforcement: counter?.reinforcement ?? 1,
      lastUsedMs: Math.max(counter?.lastUsedMs ?? 0, parseTime(record.createdAt) ?? 0),
      tokens: changed ? estimateTokens(record.text) : entry.tokens,
      ...openDoubt(record, doubtOf(record.id)),
    };
    return { kept, changed, claimed: record, hash, isAccepted };
  };

  return {
    byId(id: RecordId): Kept | undefined {
      const entry = entries.byId(id, [...byKey.keys()]).find(({ state }) => state === "kept");
      return entry === undefined ? undefined : read(entry)?.kept;
    },
    /** The record as it is in its file now; undefined if the file is gone or not a valid record any more. */
    fromFile: (entry: Entry) => read(entry)?.kept,
    /** What the file says about itself, and whether that counts. */
    claimIn(entry: Entry): Pick<Reading, "claimed" | "isAccepted"> | undefined {
      return read(entry);
    },
    /** The records as their files have them, whether that counts or not. */
    claimsOf(rows: readonly number[]): { record: MemoryRecord; hash: string; file: string }[] {
      return entries.byRows(rows).flatMap((entry) => {
        const found = read(entry);
        return found === undefined ? [] : [{ record: found.claimed, hash: found.hash, file: found.kept.file }];
      });
    },
    /** In the order asked for: the row numbers change when the index is rebuilt. */
    fromRows(rows: readonly number[]): { row: number; kept: Kept; changed: boolean }[] {
      const known = new Map(entries.byRows(rows).map((entry) => [entry.row, entry]));
      const all = () =>
        rows.flatMap((row) => {
          const entry = known.get(row);
          const found = entry === undefined ? undefined : read(entry);
          return found === undefined ? [] : [{ row, ...found }];
        });
      // One transaction: a lock for each of many small reads costs more than the reads.
      return state === undefined ? all() : state.view(all);
    },
  };
}
