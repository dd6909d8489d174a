/** Watches the directories of a call's folders, for those who stay: what changed since they last asked, file by file. */
import { type FSWatcher, statSync, watch } from "node:fs";
import { join } from "node:path";
import { systemClock } from "../../../core/base/clock.ts";
import { type Database, getMeta } from "../databases/database.ts";
import type { Named } from "../index/refresh.ts";
import type { Home } from "./home.ts";
import { directoryStamp, type Folder, isRecordName, SHELVES } from "./record-folder.ts";

/** What to look at: the named files of each folder, by the folder's key, or everything. */
export type Changed = ReadonlyMap<string, Named> | "sweep";

export type FolderWatch = {
  /** What changed since it was asked last; everything where that cannot be known. */
  take(): Changed;
  close(): void;
};

/** The system drops notices beyond a queue of this order, and does not say so. */
const MOST_NOTICES = 4000;

type Shelf = (typeof SHELVES)[number];
type Watched = { readonly identity: string; readonly watcher: FSWatcher };
type Spot = { readonly folder: Folder; readonly shelf: Shelf; watched?: Watched | undefined };

export function watchFolders(folders: readonly Folder[]): FolderWatch {
  const spots = folders.flatMap((folder) => SHELVES.map((shelf): Spot => ({ folder, shelf })));
  let changed = new Map<string, Map<Shelf, Set<string>>>();
  let notices = 0;
  let mustSweep = true;

  const noticed = ({ folder, shelf }: Spot, name: string | null): void => {
    notices += 1;
    if (name === null) mustSweep = true;
    else if (isRecordName(name)) inside(changed, folder.key, shelf).add(name);
  };
  /** A directory that came, went or was replaced since is watched anew, and all of it is looked at. */
  const follow = (spot: Spot): void => {
    const identity = identityOf(spot);
    if (identity === spot.watched?.identity) return;
    spot.watched?.watcher.close();
    spot.watched = undefined;
    mustSweep = true;
    if (identity !== undefined) spot.watched = { identity, watcher: watcherAt(spot) };
  };
  const watcherAt = (spot: Spot): FSWatcher => {
    const watcher = watch(join(spot.folder.path, spot.shelf), { persistent: false }, (_, name) => noticed(spot, name));
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
export function openedFrom({ indexFile, stateFile, configFile }: Home, { index, state }: Opened): string {
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
function identityOf({ folder, shelf }: Spot): string | undefined {
  return directoryStamp(folder, shelf, systemClock())?.identity;
}

function inside(changed: Map<string, Map<Shelf, Set<string>>>, key: string, shelf: Shelf): Set<string> {
  const shelves = changed.get(key) ?? new Map<Shelf, Set<string>>();
  changed.set(key, shelves);
  const names = shelves.get(shelf) ?? new Set<string>();
  shelves.set(shelf, names);
  return names;
}
