/** Watches the directories of a call's folders, for those who stay: what changed since they last asked, file by file. */
import { type FSWatcher, statSync, watch } from "node:fs";
import { join } from "node:path";
import { systemClock } from "../../../core/base/clock.ts";
import { type Database, getMeta } from "../databases/database.ts";
import type { NamedFiles } from "../index/refresh.ts";
import type { Home } from "./home.ts";
import { CATEGORY_FOLDERS, directoryStamp, type Folder, isRecordName } from "./record-folder.ts";

/** What to look at: the named files of each folder, by the folder's key, or everything. */
export type Changed = ReadonlyMap<string, NamedFiles> | "sweep";

export type FolderWatch = {
  /** What changed since it was asked last; everything where that cannot be known. */
  take(): Changed;
  close(): void;
};

/** The system drops notices beyond a queue of this order, and does not say so. */
const MOST_NOTICES = 4000;

type CategoryFolder = (typeof CATEGORY_FOLDERS)[number];
type Watched = { readonly identity: string; readonly watcher: FSWatcher };
type WatchedFolder = { readonly folder: Folder; readonly category: CategoryFolder; watched?: Watched | undefined };

export function watchFolders(folders: readonly Folder[]): FolderWatch {
  const spots = folders.flatMap((folder) => CATEGORY_FOLDERS.map((category): WatchedFolder => ({ folder, category })));
  let changed = new Map<string, Map<CategoryFolder, Set<string>>>();
  let notices = 0;
  let mustSweep = true;

  const onNotice = ({ folder, category }: WatchedFolder, name: string | null): void => {
    notices += 1;
    if (name === null) mustSweep = true;
    else if (isRecordName(name)) inside(changed, folder.key, category).add(name);
  };
  /** A directory that came, went or was replaced since is watched anew, and all of it is looked at. */
  const follow = (spot: WatchedFolder): void => {
    const identity = identityOf(spot);
    if (identity === spot.watched?.identity) return;
    spot.watched?.watcher.close();
    spot.watched = undefined;
    mustSweep = true;
    if (identity !== undefined) spot.watched = { identity, watcher: watcherAt(spot) };
  };
  const watcherAt = (spot: WatchedFolder): FSWatcher => {
    const watcher = watch(join(spot.folder.path, spot.category), { persistent: false }, (_, name) =>
      onNotice(spot, name),
    );
    watcher.on("error", () => {
      watcher.close();
      spot.watched = undefined;
    });
    return watcher;
  };

  return {
    take() {
      try {
        for (const spot of spots) follow(spot);
      } catch {
        mustSweep = true; // no more watches are to be had: every call sweeps until there are
      }
      const isAll = mustSweep || notices > MOST_NOTICES;
      const taken = changed;
      changed = new Map();
      [notices, mustSweep] = [0, false];
      return isAll ? "sweep" : taken;
    },
    close() {
      for (const { watched } of spots) watched?.watcher.close();
    },
  };
}

type Opened = { readonly index: Database; readonly state: Database };

/** Names what a memory was opened from: once it says something else, what was opened is out of date. */
export function openStamp({ indexFile, stateFile, configFile }: Home, { index, state }: Opened): string {
  const settings = statSync(configFile, { throwIfNoEntry: false });
  const files = [indexFile, stateFile].map((path) => statSync(path, { throwIfNoEntry: false })?.ino);
  // A newer oldhand may have raised the version: then this one has to stop writing.
  const version = state.sql("PRAGMA user_version").get()?.user_version;
  return [...files, version, epochOf(index), settings?.ino, settings?.mtimeMs, settings?.size].join(" ");
}

/** When the index was begun: another process may have emptied it since, and filled in only what it reads itself. */
function epochOf(index: Database): string | undefined {
  try {
    return getMeta(index, "epoch");
  } catch {
    return undefined; // it is being emptied this moment, so it is another one from now on
  }
}

/** Says when the registry of projects was written last. */
export function registryStamp({ projectsFile }: Home): string {
  const stats = statSync(projectsFile, { throwIfNoEntry: false });
  return `${stats?.ino} ${stats?.mtimeMs} ${stats?.size}`;
}

/** Undefined where there is nothing to watch, or where only a link leads. */
function identityOf({ folder, category }: WatchedFolder): string | undefined {
  return directoryStamp(folder, category, systemClock())?.identity;
}

function inside(
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
