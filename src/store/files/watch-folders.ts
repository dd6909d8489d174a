/** Watches record folders for a long-running process: which files changed since it last asked. */
import { type FSWatcher, statSync, watch } from "node:fs";
import { join } from "node:path";
import { systemClock } from "../../core/base/clock.ts";
import { type Database, getMeta } from "../databases/database.ts";
import type { NamedFiles } from "../index/refresh.ts";
import { namesIn } from "./durable-files.ts";
import type { Home } from "./home.ts";
import { CATEGORY_FOLDERS, type CategoryFolder, directoryStamp, type Folder, isRecordName } from "./record-folder.ts";

/** The files to look at, by the key of their folder, or all files. */
export type Changed = ReadonlyMap<string, NamedFiles> | "sweep";

export type FolderWatch = {
  /** What changed since the last call; "sweep" if that cannot be known. */
  take(): Changed;
  close(): void;
};

/** Beyond about this many, the system drops notices silently. */
const MOST_NOTICES = 4000;

type Watched = { readonly identity: string; readonly watcher: FSWatcher };
type WatchedFolder = { readonly folder: Folder; readonly category: CategoryFolder; watched?: Watched | undefined };

export function watchFolders(folders: readonly Folder[]): FolderWatch {
  const watchedFolders = folders.flatMap((folder) =>
    CATEGORY_FOLDERS.map((category): WatchedFolder => ({ folder, category })),
  );
  let changed = new Map<string, Map<CategoryFolder, Set<string>>>();
  let notices = 0;
  let mustSweep = true;

  const onNotice = ({ folder, category }: WatchedFolder, name: string | null): void => {
    notices += 1;
    if (name === null) mustSweep = true;
    else if (isRecordName(name)) namesOf(changed, folder.key, category).add(name);
  };
  /** A directory that was created, deleted or replaced is watched again, and all files are looked at. */
  const follow = (entry: WatchedFolder): void => {
    const identity = identityOf(entry);
    if (identity === entry.watched?.identity) return;
    entry.watched?.watcher.close();
    entry.watched = undefined;
    mustSweep = true;
    if (identity !== undefined) entry.watched = { identity, watcher: watcherAt(entry) };
  };
  const watcherAt = (entry: WatchedFolder): FSWatcher => {
    const watcher = watch(join(entry.folder.path, entry.category), { persistent: false }, (_, name) =>
      onNotice(entry, name),
    );
    watcher.on("error", () => {
      watcher.close();
      entry.watched = undefined;
    });
    return watcher;
  };

  return {
    take() {
      try {
        for (const entry of watchedFolders) follow(entry);
      } catch {
        mustSweep = true; // the system has no watches left: every call sweeps until it has
      }
      const isAll = mustSweep || notices > MOST_NOTICES;
      const taken = changed;
      changed = new Map();
      [notices, mustSweep] = [0, false];
      return isAll ? "sweep" : taken;
    },
    close() {
      for (const { watched } of watchedFolders) watched?.watcher.close();
    },
  };
}

type Opened = { readonly index: Database; readonly state: Database };

/** Identifies the files that a memory was opened from: when it changes, the open memory is out of date. */
export function openStamp({ indexFile, stateFile, configFile }: Home, { index, state }: Opened): string {
  const settings = statSync(configFile, { throwIfNoEntry: false });
  const files = [indexFile, stateFile].map((path) => statSync(path, { throwIfNoEntry: false })?.ino);
  // If a newer oldhand raised the version, this one has to stop writing.
  const version = state.sql("PRAGMA user_version").get()?.user_version;
  return [...files, version, epochOf(index), settings?.ino, settings?.mtimeMs, settings?.size].join(" ");
}

/** When the index was created: another process may have emptied it since, and filled only what it reads itself. */
function epochOf(index: Database): string | undefined {
  try {
    return getMeta(index, "epoch");
  } catch {
    return undefined; // it is being emptied at this moment, so it counts as changed
  }
}

/** Changes when the registry of projects is written. */
export function registryStamp({ projectsFile }: Home): string {
  const stats = statSync(projectsFile, { throwIfNoEntry: false });
  return `${stats?.ino} ${stats?.mtimeMs} ${stats?.size}`;
}

/** Changes when a space is joined or left, or a project is routed to one. */
export function spacesStamp({ teams }: Home): string {
  return namesIn(teams)
    .map((id) => `${id} ${statSync(join(teams, id, "space.json"), { throwIfNoEntry: false })?.mtimeMs}`)
    .join(" ");
}

/** Undefined if the directory is missing or behind a link. */
function identityOf({ folder, category }: WatchedFolder): string | undefined {
  return directoryStamp(folder, category, systemClock())?.identity;
}

function namesOf(
  changed: Map<string, Map<CategoryFolder, Set<string>>>,
  key: string,
  category: CategoryFolder,
): Set<string> {
  const byCategory = changed.get(key) ?? new Map<CategoryFolder, Set<string>>();
  changed.set(key, byCategory);
  const names = byCategory.get(category) ?? new Set<string>();
  byCategory.set(category, names);
  return names;
}
