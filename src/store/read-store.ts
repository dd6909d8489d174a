/** The store for hooks and for a home that cannot be written: reads records from their files and creates nothing. */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { type Clock, parseTime } from "../core/base/clock.ts";
import { idMaker } from "../core/base/id.ts";
import type { Kept } from "../core/ports.ts";
import { acceptanceHash, unconfirmed } from "../core/record/acceptance.ts";
import type { Doubt } from "../core/record/doubt.ts";
import type { Head } from "../core/record/frontmatter.ts";
import type { MemoryRecord, RecordId } from "../core/record/record.ts";
import type { Rank } from "../core/search/search-hits.ts";
import { estimateTokens } from "../core/text/tokens.ts";
import type { Database } from "./databases/database.ts";
import { type Keep, whileUnchanged } from "./databases/while-unchanged.ts";
import type { Home } from "./files/home.ts";
import { type Folder, isOthers, linkAt, type ReadFile, rereadFile } from "./files/record-folder.ts";
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
  const keep = whileUnchanged(index, state);
  const reader = recordReaderOf({ folders, index, state, counters, accepted, readYaml, doubtOf, keep });
  const used = (limit: number) => counters?.latest(limit) ?? [];
  return {
    reader,
    search: searchOf({ folders, index, reader, accepted, used, rank, keep }),
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
  readonly keep: Keep;
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
const MOST_READINGS = 2000;

/** Whether a link is on the way to the files of a category; each is looked at once for many files. */
type IsLinked = (folder: Folder, entry: Entry) => boolean;

function linksSeen(): IsLinked {
  const seen = new Map<string, boolean>();
  return (folder, { category }) => {
    const key = `${category} ${folder.path}`;
    const isLinked = seen.get(key) ?? linkAt(folder, category) !== undefined;
    seen.set(key, isLinked);
    return isLinked;
  };
}

type Current = { readonly folder: Folder; readonly path: string; readonly isLinked: IsLinked };

/** The file as it is now. If its stamp and its row in the index are the same as when it was read, it is not read again. */
function currentFile(
  entry: Entry,
  { folder, path, isLinked }: Current,
  readYaml: ReadStoreParts["readYaml"],
): ReadFile | undefined {
  if (isLinked(folder, entry)) return undefined;
  const key = `${folder.key} ${path}`;
  const before = readings.get(key);
  const isSameRow = before?.file.version === entry.version && before.bodyMark === entry.bodyMark;
  if (isSameRow && isUnchanged(path, before.file)) return before.file;
  readings.delete(key);
  const file = rereadFile(folder, entry, readYaml);
  if (file?.stats !== undefined && file.parsed.outcome === "record") {
    readings.set(key, { file, bodyMark: entry.bodyMark });
    if (readings.size > MOST_READINGS) readings.delete(readings.keys().next().value!);
  }
  return file;
}

/** Whether a file still has the stamp that it had when it was read. Called for every file of an answer, so it builds no strings. */
function isUnchanged(path: string, { stats: before }: Pick<ReadFile, "stats">): boolean {
  const now = lstatSync(path, { throwIfNoEntry: false });
  return (
    now !== undefined &&
    now.mtimeMs === before?.mtimeMs &&
    now.ctimeMs === before.ctimeMs &&
    now.size === before.size &&
    now.ino === before.ino
  );
}

/** A record that was changed or said again since is not in doubt. */
function openDoubt({ updatedAt, saidAt = "" }: MemoryRecord, doubt: Doubt | undefined): Pick<Kept, "doubt"> {
  const isOlder = doubt !== undefined && doubt.atMs <= Math.max(parseTime(updatedAt) ?? 0, parseTime(saidAt) ?? 0);
  return doubt === undefined || isOlder ? {} : { doubt };
}

/** A row of the index, and what came of it and its file when it was last read. */
type KnownRow = {
  readonly entry: Entry;
  last?: { readonly of: Folder; readonly file: ReadFile; readonly reading: Reading };
};

/** The index finds records, but only the content of their files is returned. */
function recordReaderOf({ folders, index, state, counters, accepted, readYaml, doubtOf, keep }: RecordReaderOptions) {
  const entries = findEntries(index);
  const byKey = new Map(folders.map((folder) => [folder.key, folder]));

  const read = (known: KnownRow, isLinked: IsLinked): Reading | undefined => {
    const { entry } = known;
    const folder = byKey.get(entry.folder);
    if (folder === undefined) return undefined;
    const last = known.last !== undefined && isSamePlace(known.last.of, folder) ? known.last : undefined;
    const path = last?.reading.kept.file ?? join(folder.path, entry.category, entry.name);
    const file = currentFile(entry, { folder, path, isLinked }, readYaml);
    if (file === undefined) return undefined;
    if (file === last?.file) return last.reading;
    const reading = readingOf(entry, file, { folder, path });
    if (reading !== undefined) known.last = { of: folder, file, reading };
    return reading;
  };
  const readingOf = (
    entry: Entry,
    file: ReadFile,
    { folder, path }: Omit<Current, "isLinked">,
  ): Reading | undefined => {
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
      file: path,
      reinforcement: counter?.reinforcement ?? 1,
      lastUsedMs: Math.max(counter?.lastUsedMs ?? 0, parseTime(record.createdAt) ?? 0),
      tokens: changed ? estimateTokens(record.text) : entry.tokens,
      ...(folder.space !== undefined && { space: folder.space }),
      ...openDoubt(record, doubtOf(record.id)),
    };
    return { kept, changed, claimed: record, hash, isAccepted };
  };
  const readOne = (entry: Entry): Reading | undefined => read({ entry }, linksSeen());
  /** In the order asked for. */
  const rowsAt = (rows: readonly number[]): readonly KnownRow[] => {
    const known = keep("rows", () => new Map<number, KnownRow>());
    const missing = rows.filter((row) => !known.has(row));
    if (missing.length > 0) for (const entry of entries.byRows(missing)) known.set(entry.row, { entry });
    const found = rows.flatMap((row) => known.get(row) ?? []);
    for (const oldest of missing.length === 0 ? [] : known.keys()) {
      if (known.size <= MOST_READINGS) break;
      known.delete(oldest);
    }
    return found;
  };

  return {
    byId(id: RecordId): Kept | undefined {
      const entry = entries.byId(id, [...byKey.keys()]).find(({ state }) => state === "kept");
      return entry === undefined ? undefined : readOne(entry)?.kept;
    },
    /** The record as it is in its file now; undefined if the file is gone or not a valid record any more. */
    fromFile: (entry: Entry) => readOne(entry)?.kept,
    /** What the file says about itself, and whether that counts. */
    claimIn(entry: Entry): Pick<Reading, "claimed" | "isAccepted"> | undefined {
      return readOne(entry);
    },
    /** The records as their files have them, whether that counts or not. */
    claimsOf(rows: readonly number[]): { record: MemoryRecord; hash: string; file: string }[] {
      return entries.byRows(rows).flatMap((entry) => {
        const found = readOne(entry);
        return found === undefined ? [] : [{ record: found.claimed, hash: found.hash, file: found.kept.file }];
      });
    },
    /** In the order asked for: the row numbers change when the index is rebuilt. */
    fromRows(rows: readonly number[]): { row: number; kept: Kept; changed: boolean }[] {
      const known = rowsAt(rows);
      const isLinked = linksSeen();
      const all = () =>
        known.flatMap((one) => {
          const found = read(one, isLinked);
          return found === undefined ? [] : [{ row: one.entry.row, ...found }];
        });
      // One transaction: a lock for each of many small reads costs more than the reads.
      return state === undefined ? all() : state.view(all);
    },
  };
}

/** What a record counts for depends on these. */
function isSamePlace(a: Folder, b: Folder): boolean {
  return a.path === b.path && a.project === b.project && a.space === b.space && a.fromRepo === b.fromRepo;
}
