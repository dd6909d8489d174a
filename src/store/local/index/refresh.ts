/** Updates the index from the files: those edited, added, renamed, moved or deleted since the last look. */
import { join } from "node:path";
import { systemClock } from "../../../core/base/clock.ts";
import type { Head } from "../../../core/record/frontmatter.ts";
import type { RecordId } from "../../../core/record/record.ts";
import type { Database } from "../databases/database.ts";
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
import { stampComparer } from "./stamp-cache.ts";

type Refreshed = {
  /** How many files were read. */
  readonly read: number;
  /** Files that were indexed and are gone; a writer decides what that means. */
  readonly vanished: readonly Entry[];
  /** How many files need a YAML parser; call again with one. */
  readonly needYaml: number;
};

type RefreshOptions = {
  /** `directories` finds added, renamed and deleted files; `sweep` looks at every file and finds edits in place too. */
  readonly look: "directories" | "sweep";
  readonly readYaml?: (head: string) => Head;
  /** True for a record that was deleted or forgotten and must not come back through its file. */
  readonly isDeleted?: (id: RecordId, text: string, folder: Folder) => boolean;
};

/** Files of a folder that are known to have changed, by category. */
export type NamedFiles = ReadonlyMap<CategoryFolder, ReadonlySet<string>>;

/** Files per write transaction, so that other writers do not wait long. */
const BATCH = 200;

export function refreshFolder(db: Database, folder: Folder, how: RefreshOptions): Refreshed {
  const entries = entriesOf(db);
  const nowMs = systemClock();
  const changed: Seen[] = [];
  const missing: Entry[] = [];
  const listed: { category: string; stamp: string; still: boolean }[] = [];
  for (const category of CATEGORY_FOLDERS) {
    // Behind a link nothing is read, and nothing counts as missing.
    if (linkAt(folder, category) !== undefined) continue;
    const directory = directoryStamp(folder, category, nowMs);
    const before = db
      .sql("SELECT stamp, still FROM directories WHERE folder = ? AND shelf = ?")
      .get(folder.key, category);
    if (directory === undefined && before === undefined) continue;
    const unchanged = directory !== undefined && before?.stamp === directory.stamp && before.still === 1;
    if (unchanged && how.look === "directories") continue;
    const compared = compareFiles(folder, category, {
      entries,
      nowMs,
      names: unchanged ? undefined : recordNames(folder, category),
    });
    // Pushed one by one: there may be more files than a call can take arguments.
    for (const seen of compared.changed) changed.push(seen);
    for (const entry of compared.missing) missing.push(entry);
    if (!unchanged) listed.push({ category, ...(directory ?? { stamp: "", still: false }) });
  }
  const refreshed = indexFiles(db, folder, { changed, missing, entries, how, nowMs });
  if (listed.length > 0) saveDirectories(db, folder, listed);
  return refreshed;
}

type Comparison = {
  readonly entries: Entries;
  readonly nowMs: number;
  /** The names in the directory; undefined if they are unchanged. */
  readonly names: readonly string[] | undefined;
};

/** Compares the files of a category with their stamps; returns the new or changed ones and the missing ones. */
function compareFiles(folder: Folder, category: CategoryFolder, { entries, nowMs, names }: Comparison) {
  const known = entries.stamps(folder.key, category);
  const compare = stampComparer(join(folder.path, category), known.stamps);
  const changed: Seen[] = [];
  const isThere = new Uint8Array(known.names.length);
  const visit = (name: string, at: number | undefined): void => {
    const found = at === undefined ? "changed" : compare(name, at);
    if (found !== "gone" && at !== undefined) isThere[at] = 1;
    const seen = found === "changed" ? look(folder, category, name, nowMs) : undefined;
    if (seen !== undefined) changed.push({ listed: seen, entry: entries.at(folder.key, category, name) });
  };
  if (names === undefined) known.names.forEach(visit);
  else {
    const places = new Map(known.names.map((name, at) => [name, at]));
    for (const name of names) visit(name, places.get(name));
  }
  const missing = known.names.filter((_, at) => isThere[at] === 0);
  return { changed, missing: missing.flatMap((name) => entries.at(folder.key, category, name) ?? []) };
}

/** Looks at these files only. */
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
  return indexFiles(db, folder, { changed, missing, entries, how, nowMs });
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
type IndexWork = {
  readonly changed: readonly Seen[];
  readonly missing: readonly Entry[];
  readonly entries: Entries;
  readonly how: Omit<RefreshOptions, "look">;
  readonly nowMs: number;
};

function indexFiles(db: Database, folder: Folder, { changed, missing, entries, how, nowMs }: IndexWork): Refreshed {
  const files = [...changed, ...duplicatesOfMissing(missing, folder, entries)];
  let read = 0;
  let needYaml = 0;
  for (let start = 0; start < files.length; start += BATCH) {
    const batch = files.slice(start, start + BATCH).flatMap(({ listed, entry }) => {
      const file = readRecordFile(folder, listed, how.readYaml);
      return file === undefined ? [] : [{ listed, entry, file }];
    });
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
        entries.put(
          folder,
          file.parsed.outcome === "needs-yaml" ? { ...listed, still: false } : listed,
          file,
          state,
          reason,
        );
        read += 1;
      }
    });
  }
  // Another process may have written and indexed a file after this one listed the directory.
  const gone = missing.filter((entry) => !isThere(folder, entry));
  return { read, needYaml, vanished: markMissing(db, gone, entries, nowMs) };
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

function saveDirectories(
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
