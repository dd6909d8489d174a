/** Checks every part of the store for `oldhand doctor`: what is wrong, and how to fix it. */
import { lstatSync } from "node:fs";
import { dirname, join } from "node:path";
import { showInvisible } from "../core/screen/invisible.ts";
import { count } from "../core/text/wording.ts";
import type { Database } from "./databases/database.ts";
import { damagedCopies } from "./databases/repair.ts";
import { namesIn } from "./files/durable-files.ts";
import { CATEGORY_FOLDERS, conflictNames, linkAt } from "./files/record-folder.ts";
import { pendingIn } from "./forget/pending.ts";
import type { Entry } from "./index/find-entries.ts";
import { filed, storedWords } from "./index/full-text/full-text.ts";
import { entriesOf } from "./index/record-entries.ts";
import { isUnusable } from "./store-errors.ts";
import { damagedBlocks } from "./vectors/vector-blocks.ts";
import type { WriteStore } from "./write-store.ts";

export type Check = { readonly name: string; readonly ok: boolean; readonly detail: string; readonly fix?: string };

const SHOWN = 5;

export function examine(store: WriteStore, missing: readonly Entry[]): Check[] {
  return [
    check("files", invalidFiles(store), {
      passed: `${count(entriesIn(store, "kept").length, "record")}, all readable`,
      fix: "Fix or delete these files. oldhand does not change them.",
    }),
    check("conflicts", conflicts(store), {
      passed: "none",
      fix: "Compare each with the record next to it, copy what you want to keep, then delete it.",
    }),
    check("missing", missing.map(placeOf), {
      passed: "no files are missing",
      fix: "Put them back, or run `oldhand rebuild --gone` if you meant to delete them.",
    }),
    check("tombstones", filesThatAre(store, "buried"), {
      passed: "no deleted record came back",
      fix: "Delete these files, or add their text again with `oldhand record add` if you want it back.",
    }),
    check("state.db", databaseFaults(store.state), {
      passed: "intact",
      fix: "Run `oldhand export` for a backup, then `oldhand rebuild` to restore the last snapshot.",
    }),
    check("index.db", [...databaseFaults(store.index), ...rowFaults(store)], {
      passed: "intact",
      fix: "Run `oldhand rebuild`.",
    }),
    check("damaged copies", damagedCopies(store.home), {
      passed: "none",
      fix: "Delete them when you no longer need them.",
    }),
    check("permissions", openToOthers(store), { passed: "private to you", fix: "Run `chmod -R go=` on these." }),
    check("forgetting", unfinished(store), {
      passed: "none pending",
      fix: "Close other oldhand processes, then run any oldhand command to finish it.",
    }),
  ];
}

function check(name: string, faults: readonly string[], { passed, fix }: { passed: string; fix: string }): Check {
  if (faults.length === 0) return { name, ok: true, detail: passed };
  const more = faults.length > SHOWN ? `; and ${faults.length - SHOWN} more` : "";
  return { name, ok: false, detail: `${faults.slice(0, SHOWN).join("; ")}${more}`, fix };
}

function entriesIn(store: WriteStore, state: Entry["state"]): Entry[] {
  const entries = entriesOf(store.index);
  const all = unlessDamaged(() => store.folders.flatMap(({ key }) => entries.all(key)));
  return all.filter((entry) => entry.state === state);
}

function invalidFiles(store: WriteStore): string[] {
  const links = store.folders.flatMap((folder) =>
    CATEGORY_FOLDERS.flatMap((category) => linkAt(folder, category) ?? []),
  );
  return [
    ...[...new Set(links)].map(
      (path) => `${showInvisible(path)}: it is a symbolic link, which oldhand does not follow`,
    ),
    ...filesThatAre(store, "invalid"),
  ];
}

function filesThatAre(store: WriteStore, state: Entry["state"]): string[] {
  return entriesIn(store, state).map((entry) => `${placeOf(entry)}: ${entry.reason}`);
}

function conflicts(store: WriteStore): string[] {
  return store.folders.flatMap((folder) =>
    CATEGORY_FOLDERS.flatMap((category) =>
      conflictNames(folder, category).map((name) => showInvisible(join(folder.path, category, name))),
    ),
  );
}

/** Damage has a check of its own; the other checks report what they can read. */
function unlessDamaged<T>(look: () => readonly T[]): readonly T[] {
  try {
    return look();
  } catch (error) {
    if (!isUnusable(error)) throw error;
    return [];
  }
}

function placeOf({ folder, category, name }: Entry): string {
  return showInvisible(join(folder, category, name));
}

/** SQLite has no checksums: it finds broken structure, not changed content. */
function databaseFaults({ raw }: Database): string[] {
  return orError(() => {
    const found = raw.prepare("PRAGMA integrity_check(20)").all();
    return found.map((row) => String(row.integrity_check)).filter((text) => text !== "ok");
  });
}

/** Compares every row with the hash made when it was written, and the full text with its rows. */
function rowFaults({ index }: WriteStore): string[] {
  return orError(() => {
    const entries = entriesOf(index);
    const folders = index.sql("SELECT DISTINCT folder FROM files").all();
    const kept = folders.flatMap(({ folder }) => entries.all(String(folder))).filter((entry) => entry.state === "kept");
    const damaged = kept.flatMap((entry) => {
      const words = entries.wordsOf(entry);
      if (words === undefined) return [`the row of ${entry.name} is damaged`];
      const isStored = filed(words).join("\0") === storedWords(index.raw, entry.row)?.join("\0");
      return isStored ? [] : [`the full text of row ${entry.row} is damaged`];
    });
    // FTS5 compares its lists with the words that it stored.
    index.exec("INSERT INTO words(words, rank) VALUES ('integrity-check', 1)");
    return [...damaged, ...damagedBlocks(index).map((block) => `block ${block} of the vectors is damaged`)];
  });
}

function orError(look: () => string[]): string[] {
  try {
    return look();
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

function openToOthers({ home }: WriteStore): string[] {
  const found: string[] = [];
  // Editors often save files readable by all; in a private directory nobody else can reach them.
  const isOpen = (path: string): boolean => ((lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0;
  const walk = (path: string, depth: number): void => {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined || stats.isSymbolicLink()) return;
    if (isOpen(path) && (stats.isDirectory() || isOpen(dirname(path)))) found.push(path);
    if (stats.isDirectory() && depth > 0) for (const name of namesIn(path)) walk(join(path, name), depth - 1);
  };
  const { configFile, records, projects, projectsFile, stateFile, snapshots, tombstonesFile, indexFile, journal } =
    home;
  for (const path of [configFile, records, projects, projectsFile, stateFile, snapshots]) walk(path, 5);
  for (const path of [tombstonesFile, indexFile, journal]) walk(path, 5);
  return found;
}

function unfinished({ state }: WriteStore): string[] {
  const pending = unlessDamaged(() => pendingIn(state)).length;
  return pending === 0 ? [] : [`${pending} not finished, because another process still reads the old data`];
}
