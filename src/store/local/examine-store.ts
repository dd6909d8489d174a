/** The doctor's eyes: looks at every part of the store, and says of each what is wrong and what to do. */
import { lstatSync } from "node:fs";
import { dirname, join } from "node:path";
import { showInvisible } from "../../core/screen/invisible.ts";
import { type Database, isUnusable } from "./databases/database.ts";
import { damagedIndexes } from "./databases/index-db.ts";
import { namesIn } from "./files/durable-files.ts";
import { CATEGORY_FOLDERS, conflictNames, linkAt } from "./files/record-folder.ts";
import { type Entry, entriesOf } from "./index/record-entries.ts";
import type { WriteStore } from "./write-store.ts";

export type Check = { readonly name: string; readonly ok: boolean; readonly detail: string; readonly fix?: string };

const SHOWN = 5;

export function examine(store: WriteStore, missing: readonly Entry[]): Check[] {
  return [
    check("files", quarantined(store), {
      well: `${counted(kept(store), "record")}, all readable`,
      fix: "Mend or remove these files; oldhand leaves them as they are.",
    }),
    check("conflicts", conflicts(store), {
      well: "none",
      fix: "Compare each with the record beside it, take over what you want, then delete it.",
    }),
    check("missing", missing.map(placeOf), {
      well: "no files vanished",
      fix: "Put them back, or run `oldhand rebuild --gone` if you meant to delete them.",
    }),
    check("buried", buried(store), {
      well: "nothing came back from the dead",
      fix: "Delete these files, or add their text again with `oldhand record add` if you want it back.",
    }),
    check("state.db", databaseFaults(store.state), {
      well: "whole",
      fix: "Run `oldhand export` to be safe, then `oldhand rebuild`: its last snapshot takes its place.",
    }),
    check("index.db", [...databaseFaults(store.index), ...rowFaults(store)], {
      well: "whole",
      fix: "Run `oldhand rebuild`.",
    }),
    check("damaged copies", damaged(store), {
      well: "none",
      fix: "Delete them once you no longer want to look at them.",
    }),
    check("permissions", openToOthers(store), { well: "private to you", fix: "Run chmod -R go= on these." }),
    check("forgetting", unfinished(store), {
      well: "nothing left to finish",
      fix: "Close other oldhand processes and run any command: it is finished then.",
    }),
  ];
}

function check(name: string, faults: readonly string[], { well, fix }: { well: string; fix: string }): Check {
  if (faults.length === 0) return { name, ok: true, detail: well };
  const more = faults.length > SHOWN ? `; and ${faults.length - SHOWN} more` : "";
  return { name, ok: false, detail: `${faults.slice(0, SHOWN).join("; ")}${more}`, fix };
}

function counted(n: number, word: string): string {
  return `${n} ${word}${n === 1 ? "" : "s"}`;
}

function entriesIn(store: WriteStore, state: Entry["state"]): Entry[] {
  const entries = entriesOf(store.index);
  const all = unlessDamaged(() => store.folders.flatMap(({ key }) => entries.all(key)));
  return all.filter((entry) => entry.state === state);
}

function kept(store: WriteStore): number {
  return entriesIn(store, "kept").length;
}

function quarantined(store: WriteStore): string[] {
  const links = store.folders.flatMap((folder) =>
    CATEGORY_FOLDERS.flatMap((category) => linkAt(folder, category) ?? []),
  );
  return [
    ...[...new Set(links)].map((path) => `${showInvisible(path)}: it is a symbolic link, which is not followed`),
    ...entriesIn(store, "invalid").map((entry) => `${placeOf(entry)}: ${entry.reason}`),
  ];
}

function buried(store: WriteStore): string[] {
  return entriesIn(store, "buried").map((entry) => `${placeOf(entry)}: ${entry.reason}`);
}

function conflicts(store: WriteStore): string[] {
  return store.folders.flatMap((folder) =>
    CATEGORY_FOLDERS.flatMap((category) =>
      conflictNames(folder, category).map((name) => showInvisible(join(folder.path, category, name))),
    ),
  );
}

/** Damage has a check of its own; the others see what can be seen. */
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

/** SQLite has no checksums of its own: it sees broken structure, not a changed letter. */
function databaseFaults(db: Database): string[] {
  try {
    const found = db.raw
      .prepare("PRAGMA integrity_check(20)")
      .all()
      .map((row) => String(row.integrity_check));
    return found.filter((text) => text !== "ok");
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** So every row is held against the hash that was made when it was written, and the full text against its rows. */
function rowFaults({ index }: WriteStore): string[] {
  try {
    const entries = entriesOf(index);
    const folders = index.sql("SELECT DISTINCT folder FROM files").all();
    const torn = folders
      .flatMap(({ folder }) => entries.all(String(folder)))
      .filter((entry) => entry.state === "kept" && !entries.isWhole(entry))
      .map(({ name }) => `the row of ${name} is damaged`);
    index.exec("INSERT INTO words(words, rank) VALUES ('integrity-check', 1)");
    return torn;
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

function damaged({ home }: WriteStore): string[] {
  const states = namesIn(dirname(home.stateFile)).filter((name) => name.startsWith("state.db.corrupt-"));
  return [...damagedIndexes(home), ...states.map((name) => join(dirname(home.stateFile), name))];
}

function openToOthers({ home }: WriteStore): string[] {
  const found: string[] = [];
  // What an editor saves is often open to all; in a directory that is closed, nobody gets to it.
  const isOpen = (path: string): boolean => ((lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0;
  const walk = (path: string, depth: number): void => {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined || stats.isSymbolicLink()) return;
    if (isOpen(path) && (stats.isDirectory() || isOpen(dirname(path)))) found.push(path);
    if (stats.isDirectory() && depth > 0) for (const name of namesIn(path)) walk(join(path, name), depth - 1);
  };
  const parts = [
    home.configFile,
    home.records,
    home.projects,
    home.projectsFile,
    home.stateFile,
    home.snapshots,
    home.tombstonesFile,
    home.indexFile,
    home.journal,
  ];
  for (const path of parts) walk(path, 5);
  return found;
}

function unfinished({ state }: WriteStore): string[] {
  const begun = unlessDamaged(() => state.sql("SELECT seq FROM forgetting").all()).length;
  return begun === 0 ? [] : [`${begun} begun and held up by another process`];
}
