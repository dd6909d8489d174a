/** Forgetting, down to the bytes: every place that keeps something is a sink, and each has to have done its part. */
import { basename, dirname, join } from "node:path";
import { shortId } from "../../core/base/id.ts";
import type { Forgotten, Sink } from "../../core/ports.ts";
import type { MemoryRecord } from "../../core/record/record.ts";
import { normalised } from "../../core/text/words.ts";
import type { Database } from "./database.ts";
import { entriesOf } from "./entries.ts";
import { type AtStep, namesIn, readRegular, removeFile } from "./files.ts";
import { SHELVES } from "./folder.ts";
import { damagedIndexes } from "./index-db.ts";
import { scrubJournal } from "./journal.ts";
import { renewSnapshots } from "./state-db.ts";
import type { WriteStore } from "./write-store.ts";

export type Forgetting = {
  /** How many things each sink took out. */
  readonly counts: Readonly<Record<string, number>>;
  /** True where another process still reads the old pages; the next command finishes it. */
  readonly held: boolean;
};

type Store = Omit<WriteStore, "tidy" | "refresh" | "expired">;

/** Notes what is to be gone, then walks every sink; what a crash interrupts, the next command finishes. */
export async function forgetEverywhere(store: Store, what: Forgotten, at: AtStep): Promise<Forgetting> {
  const row = store.state.sql("INSERT INTO forgetting (what) VALUES (?) RETURNING seq").get(JSON.stringify(what));
  return walk(store, { what, seq: Number(row?.seq), at });
}

export async function finishForgetting(store: Store, at: AtStep): Promise<void> {
  for (const row of store.state.sql("SELECT seq, what FROM forgetting ORDER BY seq").all()) {
    await walk(store, { what: JSON.parse(String(row.what)) as Forgotten, seq: Number(row.seq), at });
  }
}

/** Everything under the home that keeps bytes, each with the names it answers for. */
export function sinksOf(store: Store): readonly Sink[] {
  const { home, state, index } = store;
  return [
    { name: "records", owns: ["records", "projects"], scrub: async (what) => scrubFiles(store, what) },
    {
      name: "state",
      owns: ["state.db", "state.db-wal", "state.db-shm"],
      scrub: async (what) => scrubState(state, what),
    },
    {
      name: "index",
      owns: ["index.db", "index.db-wal", "index.db-shm"],
      scrub: async (what) => index.write(() => dropRows(index, what)),
    },
    {
      name: "journal",
      owns: ["journal"],
      scrub: async (what) => scrubJournal(home, state, (line) => isAbout(line, what)),
    },
    { name: "damaged copies", owns: ["index.db.corrupt", "state.db.corrupt"], scrub: async () => dropDamaged(store) },
    { name: "snapshots", owns: ["snapshots"], scrub: async () => renewed(store) },
    // These hold settings, evidence about directories, and hashes: never a record's words.
    { name: "settings", owns: ["config.yml", "projects.json", "tombstones.jsonl"], scrub: async () => 0 },
  ];
}

type Walk = { readonly what: Forgotten; readonly seq: number; readonly at: AtStep };

async function walk(store: Store, { what, seq, at }: Walk): Promise<Forgetting> {
  const counts: Record<string, number> = {};
  for (const sink of sinksOf(store)) {
    counts[sink.name] = await sink.scrub(what);
    at(`forgotten in ${sink.name}`);
  }
  // The note itself held ids and words: it is emptied before the logs are cut, and goes when they are.
  store.state.sql("UPDATE forgetting SET what = ? WHERE seq = ?").run(JSON.stringify({ ids: [], texts: [] }), seq);
  const held = ![store.state, store.index].map(cutLog).every((cut) => cut);
  if (!held) store.state.sql("DELETE FROM forgetting WHERE seq = ?").run(seq);
  return { counts, held };
}

/** The tombstone comes first: after a crash the file is still known to be unwanted. */
function scrubFiles(store: Store, { ids }: Forgotten): number {
  const entries = entriesOf(store.index);
  let gone = 0;
  for (const folder of store.folders) {
    for (const entry of ids.flatMap((id) => entries.byId(id, [folder.key]))) {
      const text = entries.body(entry.row)?.text ?? "";
      store.graves.bury({ id: entry.id, text }, "forget", store.clock());
    }
    for (const shelf of SHELVES) {
      for (const directory of [join(folder.path, shelf), join(folder.path, shelf, ".tmp")]) {
        for (const name of namesIn(directory).filter((file) => ids.some((id) => isFileOf(join(directory, file), id)))) {
          removeFile(join(directory, name));
          gone += 1;
        }
      }
    }
  }
  return gone;
}

/** By name for the files that oldhand named, by content for those that a person did, conflicts and leftovers among them. */
function isFileOf(path: string, id: string): boolean {
  if (!path.includes(".md")) return false;
  if (basename(path).includes(shortId(id))) return true;
  const file = readRegular(path, 1024 * 1024);
  return file !== undefined && "bytes" in file && file.bytes.includes(id);
}

function scrubState(state: Database, { ids, texts }: Forgotten): number {
  return state.write(() => {
    let gone = 0;
    for (const id of ids) {
      for (const table of ["revisions", "counters", "uses"]) {
        gone += Number(state.sql(`DELETE FROM ${table} WHERE record = ?`).run(id).changes);
      }
    }
    for (const row of state.sql("SELECT id, record FROM suggestions").all()) {
      const { id, text } = JSON.parse(String(row.record)) as MemoryRecord;
      if (!ids.includes(id) && !texts.some((phrase) => holds(text, phrase))) continue;
      gone += Number(state.sql("DELETE FROM suggestions WHERE id = ?").run(row.id!).changes);
    }
    return gone;
  });
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
  renewSnapshots(store.state, store.home);
  return 0;
}

function isAbout(line: string, { ids, texts }: Forgotten): boolean {
  return ids.some((id) => line.includes(id)) || texts.some((phrase) => holds(line, phrase));
}

function holds(text: string, phrase: string): boolean {
  return normalised(text).includes(normalised(phrase));
}

/** Copies the log into the database and empties it; false where a reader in another process keeps it from that. */
function cutLog(db: Database): boolean {
  return db.raw.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()?.busy === 0;
}
