/** Brings the index up to date with the files: what was edited, added, renamed, moved or deleted behind its back. */
import { join } from "node:path";
import { systemClock } from "../../../core/base/clock.ts";
import type { Head } from "../../../core/record/frontmatter.ts";
import type { Category, RecordId } from "../../../core/record/record.ts";
import type { Database } from "../databases/database.ts";
import { stampComparer } from "../files/file-stamp.ts";
import {
  CATEGORY_FOLDERS,
  directoryStamp,
  type Folder,
  type Listed,
  linkAt,
  look,
  type ReadFile,
  readRecordFile,
  recordNames,
} from "../files/record-folder.ts";
import { type Entries, type Entry, entriesOf } from "./record-entries.ts";

export type Refreshed = {
  /** Files that were read anew. */
  readonly read: number;
  /** Files that were there and are not now; a writer decides what that means. */
  readonly vanished: readonly Entry[];
  /** Files that only a YAML reader can take; call again with one. */
  readonly needYaml: number;
};

export type RefreshOptions = {
  /** `directories` sees added, renamed and deleted files; `sweep` looks at every file and sees edits in place too. */
  readonly look: "directories" | "sweep";
  readonly readYaml?: (head: string) => Head;
  /** True for a record that was deleted or forgotten and must not come back by its file. */
  readonly isBuried?: (id: RecordId, text: string, folder: Folder) => boolean;
};

/** Files of a folder of which it is known that they came, changed or went, by their category. */
export type NamedFiles = ReadonlyMap<Category | "", ReadonlySet<string>>;

/** Files per write transaction: readers and other writers get their turn in between. */
const BATCH = 200;

export function refreshFolder(db: Database, folder: Folder, how: RefreshOptions): Refreshed {
  const entries = entriesOf(db);
  const nowMs = systemClock();
  const changed: Seen[] = [];
  const missing: Entry[] = [];
  const listed: { category: string; stamp: string; still: boolean }[] = [];
  for (const category of CATEGORY_FOLDERS) {
    // Behind a link nothing is read, and nothing is missing either.
    if (linkAt(folder, category) !== undefined) continue;
    const directory = directoryStamp(folder, category, nowMs);
    const before = db
      .sql("SELECT stamp, still FROM directories WHERE folder = ? AND shelf = ?")
      .get(folder.key, category);
    if (directory === undefined && before === undefined) continue;
    const unchanged = directory !== undefined && before?.stamp === directory.stamp && before.still === 1;
    if (unchanged && how.look === "directories") continue;
    const met = compareFiles(folder, category, {
      entries,
      nowMs,
      names: unchanged ? undefined : recordNames(folder, category),
    });
    // One by one: a first look finds more files than a call takes arguments.
    for (const seen of met.changed) changed.push(seen);
    for (const entry of met.missing) missing.push(entry);
    if (!unchanged) listed.push({ category, ...(directory ?? { stamp: "", still: false }) });
  }
  changed.push(...duplicatesOfMissing(missing, folder, entries));
  const read = indexFiles(db, folder, { changed, entries, how });
  const vanished = markMissing(db, missing, entries, nowMs);
  if (listed.length > 0) rememberDirectories(db, folder, listed);
  return { read: read.count, needYaml: read.needYaml, vanished };
}

type Comparison = {
  readonly entries: Entries;
  readonly nowMs: number;
  /** What the directory holds now; undefined where it holds what it held. */
  readonly names: readonly string[] | undefined;
};

/** Compares the files of a category with their stamps: those that are new or changed, and those that are missed. */
function compareFiles(folder: Folder, category: Category | "", { entries, nowMs, names }: Comparison) {
  const known = entries.stamps(folder.key, category);
  const compare = stampComparer(join(folder.path, category), known.stamps);
  const changed: Seen[] = [];
  const met = new Uint8Array(known.names.length);
  const meet = (name: string, at: number | undefined): void => {
    const found = at === undefined ? "changed" : compare(name, at);
    if (found !== "gone" && at !== undefined) met[at] = 1;
    const seen = found === "changed" ? look(folder, category, name, nowMs) : undefined;
    if (seen !== undefined) changed.push({ listed: seen, entry: entries.at(folder.key, category, name) });
  };
  if (names === undefined) known.names.forEach(meet);
  else {
    const places = new Map(known.names.map((name, at) => [name, at]));
    for (const name of names) meet(name, places.get(name));
  }
  const missed = known.names.filter((_, at) => met[at] === 0);
  return { changed, missing: missed.flatMap((name) => entries.at(folder.key, category, name) ?? []) };
}

/** Looks at these files and at no other. */
export function refreshNamed(
  db: Database,
  folder: Folder,
  named: NamedFiles,
  how: Omit<RefreshOptions, "look">,
): Refreshed {
  const entries = entriesOf(db);
  const nowMs = systemClock();
  const changed: Seen[] = [];
  const missing: Entry[] = [];
  for (const [category, names] of named) {
    if (linkAt(folder, category) !== undefined) continue;
    for (const name of names) {
      const entry = entries.at(folder.key, category, name);
      const listed = look(folder, category, name, nowMs);
      if (listed !== undefined) changed.push({ listed, entry });
      else if (entry !== undefined) missing.push(entry);
    }
  }
  changed.push(...duplicatesOfMissing(missing, folder, entries));
  const read = indexFiles(db, folder, { changed, entries, how });
  return { read: read.count, needYaml: read.needYaml, vanished: markMissing(db, missing, entries, nowMs) };
}

/** Copies that were set aside because of their id: once the original is gone, one of them may be the record. */
function duplicatesOfMissing(missing: readonly Entry[], folder: Folder, entries: Entries): Seen[] {
  return missing.flatMap(({ id }) =>
    (id === "" ? [] : entries.byId(id, [folder.key])).flatMap((entry) => {
      const listed = entry.state === "kept" ? undefined : look(folder, entry.category, entry.name, 0);
      return listed === undefined ? [] : [{ listed, entry }];
    }),
  );
}

type Seen = { readonly listed: Listed; readonly entry: Entry | undefined };
type IndexWork = {
  readonly changed: readonly Seen[];
  readonly entries: Entries;
  readonly how: Omit<RefreshOptions, "look">;
};

function indexFiles(
  db: Database,
  folder: Folder,
  { changed, entries, how }: IndexWork,
): { count: number; needYaml: number } {
  let count = 0;
  let needYaml = 0;
  for (let start = 0; start < changed.length; start += BATCH) {
    const batch = changed.slice(start, start + BATCH).flatMap(({ listed, entry }) => {
      const file = readRecordFile(folder, listed, how.readYaml);
      return file === undefined ? [] : [{ listed, entry, file }];
    });
    db.write(() => {
      for (const { listed, entry, file } of batch) {
        // What was set aside is judged anew: it may have waited for a YAML reader, or for a tombstone to be lifted.
        if (entry?.state === "kept" && entry.version === file.version) {
          entries.restamp(entry.row, listed);
          continue;
        }
        if (file.parsed.outcome === "needs-yaml") needYaml += 1;
        const { state, reason } = classify({ folder, listed, file, entries, how });
        // A stamp that is not believed makes the next look read the file again.
        entries.put(
          folder,
          file.parsed.outcome === "needs-yaml" ? { ...listed, still: false } : listed,
          file,
          state,
          reason,
        );
        count += 1;
      }
    });
  }
  return { count, needYaml };
}

type FoundFile = {
  readonly folder: Folder;
  readonly listed: Listed;
  readonly file: ReadFile;
  readonly entries: Entries;
  readonly how: Omit<RefreshOptions, "look">;
};

function classify({ folder, listed, file, entries, how }: FoundFile): {
  state: "kept" | "invalid" | "buried";
  reason?: string;
} {
  const { parsed } = file;
  if (parsed.outcome === "needs-yaml") return { state: "invalid", reason: "its frontmatter needs a full YAML reader" };
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
      reason: `its id is that of ${place(duplicate)}; delete the id line to make it a record of its own`,
    };
  }
  if (how.isBuried?.(id, text, folder)) return { state: "buried", reason: "it was deleted or forgotten before" };
  return { state: "kept" };
}

function isThere(folder: Folder, entry: Entry): boolean {
  return look(folder, entry.category, entry.name, 0) !== undefined;
}

function place(entry: { readonly category: Category | ""; readonly name: string }): string {
  return entry.category === "" ? entry.name : `${entry.category}/${entry.name}`;
}

/** A file that moved is found again under its id, and its old row goes; the rest is marked and left to a writer. */
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

function rememberDirectories(
  db: Database,
  folder: Folder,
  seen: readonly { category: string; stamp: string; still: boolean }[],
): void {
  db.write(() => {
    for (const { category, stamp, still } of seen) {
      db.sql("INSERT OR REPLACE INTO directories (folder, shelf, stamp, still) VALUES (?, ?, ?, ?)").run(
        folder.key,
        category,
        stamp,
        still ? 1 : 0,
      );
    }
  });
}
