/** Forgetting, down to the bytes: every place that keeps something is a sink, and each has to have done its part. */
import { basename, dirname, join } from "node:path";
import { shortId } from "../../../core/base/id.ts";
import type { Forgotten, Sink } from "../../../core/ports.ts";
import type { MemoryRecord } from "../../../core/record/record.ts";
import { slug } from "../../../core/text/words.ts";
import { type Database, getMeta, setMeta } from "../databases/database.ts";
import { damagedIndexes } from "../databases/index-db.ts";
import { truncateLog } from "../databases/shrink.ts";
import { replaceSnapshots } from "../databases/state-db.ts";
import { type AtStep, isLink, namesIn, readRegular, removeFile, renameFile } from "../files/durable-files.ts";
import { fileName } from "../files/record-files.ts";
import { CATEGORY_FOLDERS, type Folder, linkAt } from "../files/record-folder.ts";
import { entriesOf } from "../index/record-entries.ts";
import { scrubApprovals } from "../rows/approvals.ts";
import { scrubNotes } from "../spool/hook-notes.ts";
import { scrubJournal } from "../spool/journal.ts";
import { scrubSpool } from "../spool/shell-spool.ts";
import type { WriteStore } from "../write-store.ts";
import { holds, scrubEpisodes, scrubEvents, scrubHabits, scrubPassages, scrubTickets } from "./forget-events.ts";
import { matchingSessions, scrubSessions } from "./forget-transcripts.ts";
import { scrubArtifacts } from "./scrub-artifacts.ts";

export type ForgetResult = {
  /** How many things each sink took out. */
  readonly counts: Readonly<Record<string, number>>;
  /** True where another process still reads the old pages; the next command finishes it. */
  readonly held: boolean;
};

/** Shorter words stand in many names by chance. */
const SHORTEST_NAMED = 4;

type Store = Omit<WriteStore, "tidy" | "refresh" | "expired">;

/** Notes what is to be gone, then walks every sink; what a crash interrupts, the next command finishes. */
export async function forgetEverywhere(store: Store, wanted: Forgotten, at: AtStep): Promise<ForgetResult> {
  const what = { ...wanted, sessions: matchingSessions(store, wanted.sessions ?? []) };
  const row = store.state.sql("INSERT INTO forgetting (what) VALUES (?) RETURNING seq").get(JSON.stringify(what));
  const forgetting = await walk(store, { what, seq: Number(row?.seq), at });
  // From now on only a state from elsewhere knows of fewer.
  setMeta(store.state, "forgotten_known", String(store.tombstones.forgotten()));
  return forgetting;
}

export async function finishForgetting(store: Store, at: AtStep): Promise<void> {
  const back = forgottenIdsThatReturned(store);
  if (back.length > 0) await forgetEverywhere(store, { ids: back, texts: [] }, at);
  for (const row of store.state.sql("SELECT seq, what FROM forgetting ORDER BY seq").all()) {
    await walk(store, { what: JSON.parse(String(row.what)) as Forgotten, seq: Number(row.seq), at });
  }
}

/** What an older state.db, put back from a backup, still holds of records that were forgotten since. */
function forgottenIdsThatReturned({ state, tombstones }: Store): string[] {
  const known = String(tombstones.forgotten());
  if (getMeta(state, "forgotten_known") === known) return [];
  const ids = state
    .sql("SELECT record FROM revisions UNION SELECT record FROM counters UNION SELECT record FROM uses")
    .all()
    .map((row) => String(row.record));
  const suggested = state
    .sql("SELECT json_extract(record, '$.id') AS id FROM suggestions")
    .all()
    .map((row) => String(row.id));
  setMeta(state, "forgotten_known", known);
  // What was derived tells in other words what was forgotten, and can be made again.
  for (const table of ["synopses", "wordings"]) state.sql(`DELETE FROM ${table}`).run();
  return [...new Set([...ids, ...suggested])].filter((id) => tombstones.isForgotten(id));
}

/** Everything under the home that keeps bytes, each with the names it answers for. */
export function sinksOf(store: Store): readonly Sink[] {
  const { home, state, index } = store;
  return [
    {
      name: "records",
      owns: ["records", "projects"],
      scrub: async (what) => scrubFiles(store, what) + scrubArtifacts(home, what),
    },
    {
      name: "state",
      owns: ["state.db", "state.db-wal", "state.db-shm"],
      scrub: async (what) =>
        scrubState(state, what) +
        scrubApprovals(state, what) +
        scrubEvents(store, what) +
        scrubEpisodes(store, what) +
        scrubTickets(store, what) +
        scrubSessions(store, what),
    },
    {
      name: "index",
      owns: ["index.db", "index.db-wal", "index.db-shm"],
      scrub: async (what) => index.write(() => dropRows(index, what)) + scrubHabits(store),
    },
    {
      name: "passages",
      owns: ["passages.db", "passages.db-wal", "passages.db-shm"],
      scrub: async () => scrubPassages(store),
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
    { name: "damaged copies", owns: ["index.db.corrupt", "state.db.corrupt"], scrub: async () => dropDamaged(store) },
    { name: "snapshots", owns: ["snapshots"], scrub: async () => renewed(store) },
    // These hold settings, evidence about directories, hashes, the program's own code and its sample tree: never a record's words.
    {
      name: "settings",
      owns: ["config.yml", "projects.json", "tombstones.jsonl", ".tmp", "code", "plugin", "installed.json", "sample"],
      scrub: async () => 0,
    },
  ];
}

type Walk = { readonly what: Forgotten; readonly seq: number; readonly at: AtStep };

async function walk(store: Store, { what, seq, at }: Walk): Promise<ForgetResult> {
  const counts: Record<string, number> = {};
  for (const sink of sinksOf(store)) {
    // The note itself holds ids and words: it is emptied before the state is copied, and goes when the logs are cut.
    if (sink.name === "snapshots") emptyNote(store.state, seq);
    counts[sink.name] = await sink.scrub(what);
    at(`forgotten in ${sink.name}`);
  }
  const held = !truncateLogs(store);
  if (!held) store.state.sql("DELETE FROM forgetting WHERE seq = ?").run(seq);
  return { counts, held };
}

function emptyNote(state: Database, seq: number): void {
  const nothing: Forgotten = { ids: [], texts: [] };
  state.sql("UPDATE forgetting SET what = ? WHERE seq = ?").run(JSON.stringify(nothing), seq);
}

/** The tombstone comes first: after a crash the file is still known to be unwanted. */
function scrubFiles(store: Store, { ids, texts }: Forgotten): number {
  const entries = entriesOf(store.index);
  let gone = 0;
  for (const id of ids) addTombstone(store, id);
  for (const folder of store.folders) {
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

/** A file keeps its name for life, except where the name tells what is to be forgotten and the record no longer does. */
function renameAway({ index }: Store, folder: Folder, { ids, texts }: Forgotten): number {
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
    // The next look takes it in under its new name.
    index.write(() => entries.drop(entry));
  }
  return named.length;
}

/** By the words of its file, or of its history where the file is gone. */
function addTombstone(store: Store, id: string): void {
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

/** By name for the files that oldhand named, by content for those that a person did, conflicts and leftovers among them. */
function isFileOf(path: string, id: string): boolean {
  if (!path.includes(".md")) return false;
  if (basename(path).includes(shortId(id))) return true;
  const file = readRegular(path, 1024 * 1024);
  return file !== undefined && "bytes" in file && file.bytes.includes(id);
}

function scrubState(state: Database, { ids, texts }: Forgotten): number {
  const isAboutRecord = (json: unknown): boolean =>
    json !== null && texts.some((phrase) => holds(wordsOf(String(json)), phrase));
  return state.write(() => {
    let gone = 0;
    for (const id of ids) {
      for (const table of ["revisions", "counters", "uses", "stale"]) {
        gone += Number(state.sql(`DELETE FROM ${table} WHERE record = ?`).run(id).changes);
      }
      gone += Number(state.sql("DELETE FROM wordings WHERE instr(answer, ?) > 0").run(id).changes);
    }
    // A record that no longer says it may have said it before.
    for (const { seq, before, after } of state.sql("SELECT seq, before, after FROM revisions").all()) {
      if (!isAboutRecord(before) && !isAboutRecord(after)) continue;
      gone += Number(state.sql("DELETE FROM revisions WHERE seq = ?").run(seq!).changes);
    }
    for (const row of state.sql("SELECT id, record FROM suggestions").all()) {
      const { id } = JSON.parse(String(row.record)) as MemoryRecord;
      if (!ids.includes(id) && !isAboutRecord(row.record)) continue;
      gone += Number(state.sql("DELETE FROM suggestions WHERE id = ?").run(row.id!).changes);
    }
    return gone;
  });
}

/** All that a record says, without the marks and escapes of its JSON. */
function wordsOf(json: string): string {
  return Object.values(JSON.parse(json) as MemoryRecord)
    .flat()
    .join("\n");
}

function dropRows(index: Database, { ids }: Forgotten): number {
  const entries = entriesOf(index);
  const folders = index
    .sql("SELECT DISTINCT folder FROM files")
    .all()
    .map((row) => String(row.folder));
  const rows = ids.flatMap((id) => entries.byId(id, folders));
  for (const entry of rows) entries.drop(entry);
  return rows.length;
}

function dropDamaged({ home }: Store): number {
  const states = namesIn(dirname(home.stateFile)).filter((name) => name.startsWith("state.db.corrupt-"));
  const paths = [...damagedIndexes(home), ...states.map((name) => join(dirname(home.stateFile), name))];
  for (const path of paths) removeFile(path);
  return paths.length;
}

function renewed(store: Store): number {
  replaceSnapshots(store.state, store.home);
  return 0;
}

function isAbout(line: string, { ids, texts, sessions = [] }: Forgotten): boolean {
  return [...ids, ...sessions].some((id) => line.includes(id)) || texts.some((phrase) => holds(line, phrase));
}

/** Until then the logs still hold what was taken out of the databases. */
export function truncateLogs(store: Pick<Store, "state" | "index" | "passages" | "hasPassages">): boolean {
  const passages = store.hasPassages() ? [store.passages().database] : [];
  return [store.state, store.index, ...passages].map(truncateLog).every((cut) => cut);
}
