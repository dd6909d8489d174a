/** Forgets completely: every place that stores data is a sink, and each removes its part down to the bytes. */
import { rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { shortId } from "../../core/base/id.ts";
import type { Forgotten, Sink } from "../../core/ports.ts";
import type { RecordId } from "../../core/record/record.ts";
import { slug } from "../../core/text/words.ts";
import { type Database, getMeta } from "../databases/database.ts";
import { damagedCopies, truncateLog } from "../databases/repair.ts";
import { replaceSnapshots } from "../databases/state-db.ts";
import { type AtStep, isLink, isThere, namesIn, readRegular, removeFile, renameFile } from "../files/durable-files.ts";
import { fileName } from "../files/record-files.ts";
import { CATEGORY_FOLDERS, type Folder, linkAt } from "../files/record-folder.ts";
import { entriesOf } from "../index/record-entries.ts";
import { foldersOfSpace, readSpaces } from "../replicate/team/space-files.ts";
import { MACHINES } from "../rows/remotes.ts";
import { scrubNotes } from "../spool/hook-notes.ts";
import { scrubJournal } from "../spool/journal.ts";
import { predictionTables } from "../spool/prediction-tables.ts";
import { scrubSpool } from "../spool/shell-spool.ts";
import type { WriteStore } from "../write-store.ts";
import { holds, scrubCommands, scrubEvents, scrubHabits, scrubPassages } from "./forget-events.ts";
import { matchingSessions, scrubRows } from "./forget-rows.ts";
import { addPending, emptyPending, pendingIn } from "./pending.ts";
import { scrubArtifacts } from "./scrub-artifacts.ts";

export type ForgetResult = {
  /** How many things each sink removed. */
  readonly counts: Readonly<Record<string, number>>;
  /** True if another process still reads the old pages; the next command finishes it. */
  readonly held: boolean;
};

/** Shorter words occur in many file names by chance. */
const SHORTEST_NAMED = 4;

/** Records what to forget, then goes through every sink; after a crash, the next command finishes it. */
export async function forgetEverywhere(store: WriteStore, wanted: Forgotten, at: AtStep): Promise<ForgetResult> {
  const what = { ...wanted, sessions: matchingSessions(store, wanted.sessions ?? []) };
  return walk(store, { what, pending: addPending(store.state, what), at });
}

/** Finishes what a crash interrupted, and what `purgeReturned` began. */
export async function finishForgetting(store: WriteStore, at: AtStep): Promise<void> {
  for (const pending of pendingIn(store.state)) {
    const what = getMeta(store.state, pending);
    if (what !== undefined) await walk(store, { what: JSON.parse(what) as Forgotten, pending, at });
  }
}

/** Everything under the home that stores data, each with the names it is responsible for. */
export function sinksOf(store: WriteStore): readonly Sink[] {
  const { home, state, index, repair } = store;
  return [
    {
      name: "records",
      owns: ["records", "projects"],
      scrub: async (what) => (await repair.run(async () => scrubFiles(store, what))) + scrubArtifacts(home, what),
    },
    {
      name: "state",
      owns: ["state.db", "state.db-wal", "state.db-shm"],
      scrub: async (what) => scrubEvents(store, what) + scrubRows(store, what),
    },
    {
      name: "index",
      owns: ["index.db", "index.db-wal", "index.db-shm"],
      scrub: (what) =>
        repair.run(async () => {
          const records = index.write(() => dropRows(index, what));
          return records + scrubHabits(store) + scrubPassages(store) + scrubCommands(store);
        }),
    },
    {
      name: "journal",
      owns: ["journal"],
      scrub: async (what) => scrubJournal(home, state, (line) => isAbout(line, what)),
    },
    {
      name: "spool",
      owns: ["spool"],
      scrub: async (what) =>
        scrubSpool(home, (record) => isAbout(record, what)) + scrubNotes(home, (line) => isAbout(line, what)),
    },
    {
      name: "predictions",
      owns: ["predict"],
      // Made again from what is left, so nothing is counted.
      scrub: async () => {
        predictionTables(home).clear();
        return 0;
      },
    },
    { name: "damaged copies", owns: ["index.db.corrupt", "state.db.corrupt"], scrub: async () => dropDamaged(store) },
    {
      name: "snapshots",
      owns: ["snapshots"],
      scrub: async () => replaceSnapshots(state, home),
    },
    { name: "sync", owns: ["sync"], scrub: async (what) => scrubSync(store, what) },
    // The folders of this call are scrubbed as records; a space's other files are its name and the token.
    { name: "teams", owns: ["teams"], scrub: async (what) => scrubSpaces(store, what) },
    // Settings, evidence about directories, hashes, the program's own code and its sample: never the text of a record.
    {
      name: "settings",
      owns: [
        "config.yml",
        "projects.json",
        "tombstones.jsonl",
        ".tmp",
        "code",
        "plugin",
        "installed.json",
        "sample",
        "embedder",
      ],
      scrub: async () => 0,
    },
  ];
}

type Walk = { readonly what: Forgotten; readonly pending: string; readonly at: AtStep };

async function walk(store: WriteStore, { what, pending, at }: Walk): Promise<ForgetResult> {
  const counts: Record<string, number> = {};
  for (const sink of sinksOf(store)) {
    // What is pending contains ids and text itself: it is emptied before the state is copied, and deleted once the logs are truncated.
    if (sink.name === "snapshots") emptyPending(store.state, pending);
    counts[sink.name] = await sink.scrub(what);
    at(`forgotten in ${sink.name}`);
  }
  const held = !truncateLogs(store);
  if (!held) store.state.sql("DELETE FROM meta WHERE key = ?").run(pending);
  return { counts, held };
}

/** Removes what the folders of this store have under an id that is another's record elsewhere: that one is not touched. */
export function dropCopies(store: WriteStore, id: RecordId): void {
  const { folders, state, index, home } = store;
  const entries = entriesOf(index);
  const keys = folders.map(({ key }) => key);
  const named = entries.byId(id, keys);
  if (named.length === 0) return;
  scrubFolders(store, folders, { ids: [id], texts: [] });
  index.write(() => {
    for (const entry of named) entries.drop(entry);
  });
  store.revisions.dropIn(id, keys);
  replaceSnapshots(state, home);
  truncateLogs(store);
}

/** Tombstones first: after a crash they still say that the file is unwanted. */
function scrubFiles(store: WriteStore, what: Forgotten): number {
  if (what.isArrival === true) store.tombstones.addNames(what.ids, "forget", store.clock());
  else for (const id of what.ids) addTombstone(store, id);
  return scrubFolders(store, store.folders, what);
}

function scrubFolders(store: WriteStore, folders: readonly Folder[], { ids, texts }: Forgotten): number {
  const entries = entriesOf(store.index);
  let gone = 0;
  for (const folder of folders) {
    gone += renameAway(store, folder, { ids, texts });
    const named = ids.flatMap((id) => entries.byId(id, [folder.key]));
    for (const category of CATEGORY_FOLDERS.filter((one) => linkAt(folder, one) === undefined)) {
      const own = new Set(named.filter((entry) => entry.category === category).map((entry) => entry.name));
      const directory = join(folder.path, category);
      const left = join(directory, ".tmp");
      for (const path of [...pathsIn(directory), ...(isLink(left) ? [] : pathsIn(left))]) {
        const isOwn = own.has(basename(path)) && dirname(path) === directory;
        if (!isOwn && !ids.some((id) => isFileOf(path, id))) continue;
        removeFile(path);
        gone += 1;
      }
    }
  }
  return gone;
}

/** Renames a file whose name contains a forgotten text that its record no longer contains. */
function renameAway({ index }: WriteStore, folder: Folder, { ids, texts }: Forgotten): number {
  const entries = entriesOf(index);
  const words = texts.map((text) => slug(text)).filter((word) => word.length >= SHORTEST_NAMED);
  const named = entries
    .all(folder.key)
    .filter(({ id, name }) => !ids.includes(id) && words.some((word) => slug(name).includes(word)));
  for (const entry of named) {
    const record = entries.body(entry.row);
    if (record === undefined || linkAt(folder, entry.category) !== undefined) continue;
    const directory = join(folder.path, entry.category);
    renameFile(join(directory, entry.name), join(directory, fileName(record)));
    // The next refresh indexes it under its new name.
    index.write(() => entries.drop(entry));
  }
  return named.length;
}

/** For the text of its file, or of its history if the file is gone. */
function addTombstone(store: WriteStore, id: string): void {
  const entries = entriesOf(store.index);
  const keys = store.folders.map(({ key }) => key);
  const file = entries.byId(id, keys).flatMap((entry) => entries.body(entry.row) ?? [])[0];
  const last = store.revisions.of(id).at(-1);
  const text = (file ?? last?.after ?? last?.before)?.text;
  if (text !== undefined) store.tombstones.add({ id, text }, "forget", store.clock());
}

function pathsIn(directory: string): string[] {
  return namesIn(directory).map((name) => join(directory, name));
}

/** By name for files that oldhand named; by content for those a person named, including conflict copies and leftovers. */
function isFileOf(path: string, id: string): boolean {
  if (!path.includes(".md")) return false;
  if (basename(path).includes(shortId(id))) return true;
  const file = readRegular(path, 1024 * 1024);
  return file !== undefined && "bytes" in file && file.bytes.includes(id);
}

function dropRows(index: Database, { ids }: Forgotten): number {
  const entries = entriesOf(index);
  const folders = entries.folders();
  const rows = ids.flatMap((id) => entries.byId(id, folders));
  for (const entry of rows) entries.drop(entry);
  return rows.length;
}

/** Files of other projects in the folders of spaces. */
function scrubSpaces(store: WriteStore, what: Forgotten): number {
  const here = new Set(store.folders.map(({ key }) => key));
  const others = readSpaces(store.home)
    .flatMap((space) => foldersOfSpace(store.home, space))
    .filter(({ key }) => !here.has(key));
  return scrubFolders(store, others, what);
}

/**
 * The local copy of what machines exchange is deleted and fetched again; the next sync starts a new history without what
 * was forgotten, here and at the remotes.
 */
function scrubSync({ home, synced, remotes }: WriteStore, { ids }: Forgotten): number {
  // What another machine forgot arrives in a history that it started again already.
  const isOwn = !synced.isExchanging() && ids.some((id) => remotes.holding(id).includes(MACHINES));
  const isConcerned = synced.hasIncluded() || isOwn;
  if (!isConcerned || !isThere(home.sync)) return 0;
  synced.setRestart();
  // A sync that is running still needs it, and deletes the old history itself.
  if (synced.isExchanging()) return 1;
  rmSync(home.syncRepository, { recursive: true, force: true });
  return 1;
}

function dropDamaged({ home }: WriteStore): number {
  const paths = damagedCopies(home);
  for (const path of paths) removeFile(path);
  return paths.length;
}

function isAbout(line: string, { ids, texts, sessions = [] }: Forgotten): boolean {
  return [...ids, ...sessions].some((id) => line.includes(id)) || texts.some((phrase) => holds(line, phrase));
}

/** The logs contain deleted data until they are truncated. */
export function truncateLogs({ state, index }: Pick<WriteStore, "state" | "index">): boolean {
  return [state, index].map(truncateLog).every((isDone) => isDone);
}
