/** Updates the index from the files: those edited, added, renamed, moved or deleted since the last look. */
import { systemClock } from "../../core/base/clock.ts";
import type { Head } from "../../core/record/frontmatter.ts";
import type { RecordId } from "../../core/record/record.ts";
import { type Database, getMeta, setMeta } from "../databases/database.ts";
import {
  CATEGORY_FOLDERS,
  type CategoryFolder,
  directoryStamp,
  type Folder,
  type Listed,
  linkAt,
  look,
  type ReadFile,
  readRecordFile,
  recordNames,
} from "../files/record-folder.ts";
import type { Entry } from "./find-entries.ts";
import { type Entries, entriesOf } from "./record-entries.ts";
import { type FileName, namesIndexed, sweptFiles, untrustedFiles } from "./sweep.ts";

type Refreshed = {
  /** How many files were read. */
  readonly read: number;
  /** Files that were indexed and are gone; a writer decides what that means. */
  readonly vanished: readonly Entry[];
  /** How many files need a YAML parser; call again with one. */
  readonly needYaml: number;
};

type RefreshOptions = {
  /**
   * `directories` finds added, renamed and deleted files; `sweep` finds edits in place too, in a large folder after some
   * looks; `all` compares every file at once.
   */
  readonly look: "directories" | "sweep" | "all";
  readonly readYaml?: (head: string) => Head;
  /** True for a record that was deleted or forgotten and must not come back through its file. */
  readonly isDeleted?: (id: RecordId, text: string, folder: Folder) => boolean;
};

/** Files of a folder that are known to have changed, by category. */
export type NamedFiles = ReadonlyMap<CategoryFolder, ReadonlySet<string>>;

/** Files per write transaction, so that other writers do not wait long. */
const BATCH = 200;

export function refreshFolder(db: Database, folder: Folder, how: RefreshOptions): Refreshed {
  const nowMs = systemClock();
  const isAll = how.look === "all";
  const categories = new Set<CategoryFolder>();
  const known = directoriesOf(db, folder.key);
  const listed: Record<string, Directory> = {};
  const named = new Map<CategoryFolder, Set<string>>();
  const add = ({ category, name }: FileName): unknown => named.get(category)?.add(name);
  for (const category of CATEGORY_FOLDERS) {
    // Behind a link nothing is read, and nothing counts as missing.
    if (linkAt(folder, category) !== undefined) continue;
    const directory = directoryStamp(folder, category, nowMs);
    const before = known[category];
    if (directory === undefined && before === undefined) continue;
    categories.add(category);
    named.set(category, new Set());
    if (directory !== undefined && before?.stamp === directory.stamp && before.still) continue;
    for (const name of differentNames(db, folder, category)) add({ category, name });
    listed[category] = directory ?? { stamp: "", still: false };
  }
  const within = { categories, isAll };
  if (how.look !== "directories")
    for (const some of [untrustedFiles(db, folder, within), sweptFiles(db, folder, within)])
      for (const one of some) add(one);
  const refreshed = refreshFiles(db, folder, { named, how, nowMs });
  if (Object.keys(listed).length > 0)
    db.write(() => setMeta(db, nameFor(folder.key), JSON.stringify({ ...directoriesOf(db, folder.key), ...listed })));
  return refreshed;
}

/** A directory as it was when its names were compared. */
type Directory = { readonly stamp: string; readonly still: boolean };

/** By category. */
function directoriesOf(db: Database, folder: string): Readonly<Record<string, Directory>> {
  return JSON.parse(getMeta(db, nameFor(folder)) ?? "{}") as Record<string, Directory>;
}

function nameFor(folder: string): string {
  return `directories ${folder}`;
}

/** The names in a folder are compared again, though nothing changed in its directories. */
export function forgetDirectories(db: Database, folder: string): void {
  db.sql("DELETE FROM meta WHERE key = ?").run(nameFor(folder));
}

/** Names that only the directory has, or only the index. */
function differentNames(db: Database, folder: Folder, category: CategoryFolder): string[] {
  const missing = new Set(namesIndexed(db, folder, category));
  const added = recordNames(folder, category).filter((name) => !missing.delete(name));
  return [...added, ...missing];
}

/** Looks at these files only. */
export function refreshNamed(
  db: Database,
  folder: Folder,
  named: NamedFiles,
  how: Omit<RefreshOptions, "look">,
): Refreshed {
  const open = [...named].filter(([category]) => linkAt(folder, category) === undefined);
  return refreshFiles(db, folder, { named: new Map(open), how, nowMs: systemClock() });
}

type Work = { readonly how: Omit<RefreshOptions, "look">; readonly nowMs: number };

function refreshFiles(
  db: Database,
  folder: Folder,
  { named, ...work }: Work & { readonly named: NamedFiles },
): Refreshed {
  const entries = entriesOf(db);
  const missing: Entry[] = [];
  let [read, needYaml] = [0, 0];
  // What is looked at is kept for one batch only: there may be very many files.
  let seen: Seen[] = [];
  const index = (): void => {
    const done = indexFiles(db, folder, { seen, entries, ...work });
    [read, needYaml, seen] = [read + done.read, needYaml + done.needYaml, []];
  };
  for (const [category, names] of named)
    for (const name of names) {
      const entry = entries.at(folder.key, category, name);
      const listed = look(folder, category, name, work.nowMs);
      if (listed !== undefined) seen.push({ listed, entry });
      else if (entry !== undefined) missing.push(entry);
      if (seen.length === BATCH) index();
    }
  index();
  const again = indexFiles(db, folder, { seen: duplicatesOfMissing(missing, folder, entries), entries, ...work });
  // Another process may have written and indexed a file after this one listed the directory.
  const gone = missing.filter((entry) => !isThere(folder, entry));
  const vanished = markMissing(db, gone, entries, work.nowMs);
  return { read: read + again.read, needYaml: needYaml + again.needYaml, vanished };
}

/** Files that were invalid because another had the same id: once that one is gone, one of them may be the record. */
function duplicatesOfMissing(missing: readonly Entry[], folder: Folder, entries: Entries): Seen[] {
  return missing.flatMap(({ id }) =>
    (id === "" ? [] : entries.byId(id, [folder.key])).flatMap((entry) => {
      const listed = entry.state === "kept" ? undefined : look(folder, entry.category, entry.name, 0);
      return listed === undefined ? [] : [{ listed, entry }];
    }),
  );
}

type Seen = { readonly listed: Listed; readonly entry: Entry | undefined };
type IndexWork = Work & { readonly seen: readonly Seen[]; readonly entries: Entries };

function indexFiles(db: Database, folder: Folder, { seen, entries, how }: IndexWork): Omit<Refreshed, "vanished"> {
  let [read, needYaml] = [0, 0];
  const batch = seen.flatMap(({ listed, entry }) => {
    const file = readRecordFile(folder, listed, how.readYaml);
    return file === undefined ? [] : [{ listed, entry, file }];
  });
  if (batch.length === 0) return { read, needYaml };
  db.write(() => {
    for (const { listed, entry, file } of batch) {
      // A file that was not valid is checked again: there may be a YAML parser now, or its tombstone was lifted.
      if (entry?.state === "kept" && entry.version === file.version) {
        entries.restamp(entry.row, listed);
        continue;
      }
      if (file.parsed.outcome === "needs-yaml") needYaml += 1;
      const { state, reason } = classify({ folder, listed, file, entries, how });
      // With an untrusted stamp, the next refresh reads the file again.
      const stamped = file.parsed.outcome === "needs-yaml" ? { ...listed, still: false } : listed;
      entries.put(folder, stamped, file, state, reason);
      read += 1;
    }
  });
  return { read, needYaml };
}

type FoundFile = Pick<IndexWork, "entries" | "how"> & {
  readonly folder: Folder;
  readonly listed: Listed;
  readonly file: ReadFile;
};

function classify({ folder, listed, file, entries, how }: FoundFile): Pick<Entry, "state" | "reason"> {
  const { parsed } = file;
  if (parsed.outcome === "needs-yaml") return { state: "invalid", reason: "its frontmatter needs a full YAML parser" };
  if (parsed.outcome === "invalid") return { state: "invalid", reason: parsed.reason };
  const { id, text } = parsed.record;
  const duplicate = entries
    .byId(id, [folder.key])
    .find(
      (entry) =>
        entry.state === "kept" &&
        !(entry.category === listed.category && entry.name === listed.name) &&
        isThere(folder, entry),
    );
  if (duplicate !== undefined) {
    return {
      state: "invalid",
      reason: `it has the same id as ${place(duplicate)}: delete its id line to make it a separate record`,
    };
  }
  if (how.isDeleted?.(id, text, folder)) return { state: "buried", reason: "it was deleted or forgotten before" };
  return { state: "kept" };
}

function isThere(folder: Folder, entry: Entry): boolean {
  return look(folder, entry.category, entry.name, 0) !== undefined;
}

function place(entry: { readonly category: CategoryFolder; readonly name: string }): string {
  return entry.category === "" ? entry.name : `${entry.category}/${entry.name}`;
}

/** Drops the row of a file that was moved and found again by its id; marks the others for a writer to decide. */
function markMissing(db: Database, missing: readonly Entry[], entries: Entries, nowMs: number): Entry[] {
  if (missing.length === 0) return [];
  const vanished: Entry[] = [];
  db.write(() => {
    for (const entry of missing) {
      const moved = entries
        .byId(entry.id, [entry.folder])
        .some((other) => other.row !== entry.row && other.state === "kept");
      if (moved || entry.state !== "kept") {
        entries.drop(entry);
        continue;
      }
      const goneMs = entry.goneMs ?? nowMs;
      if (entry.goneMs === undefined) entries.gone(entry.row, nowMs);
      vanished.push({ ...entry, goneMs });
    }
  });
  return vanished;
}
