/** A reading store that is updated from the files: used by quick commands, and the base of the writing store. */
import type { Clock } from "../../core/base/clock.ts";
import { idMaker, idTime } from "../../core/base/id.ts";
import type { Head } from "../../core/record/frontmatter.ts";
import type { Database } from "./databases/database.ts";
import { openIndex } from "./databases/index-db.ts";
import { type Repair, repairOf } from "./databases/repair.ts";
import { openState } from "./databases/state-db.ts";
import type { AtStep } from "./files/durable-files.ts";
import type { Home } from "./files/home.ts";
import type { Folder } from "./files/record-folder.ts";
import { openTombstones, type TombstoneStore } from "./files/tombstones.ts";
import type { Changed } from "./files/watch-folders.ts";
import type { Entry } from "./index/record-entries.ts";
import { refreshFolder, refreshNamed } from "./index/refresh.ts";
import { type ReadStore, readStore } from "./read-store.ts";

export type FreshStore = ReadStore & {
  readonly state: Database;
  readonly index: Database;
  readonly tombstones: TombstoneStore;
  readonly repair: Repair;
  readonly readYaml: (head: string) => Head;
  /** Updates the index from the files of this call's folders; returns the files that vanished. */
  refresh(look: Look): Promise<readonly Entry[]>;
};

export type OpenStoreOptions = {
  readonly home: Home;
  readonly folders: readonly Folder[];
  readonly clock: Clock;
  readonly session: string;
  readonly at: AtStep;
  readonly note?: ((text: string) => void) | undefined;
  /** How long to wait for another process that writes; a command has time. */
  readonly busyMs?: number | undefined;
};

type Look = "directories" | "sweep" | Changed;

export function openFreshStore({
  home,
  folders,
  clock,
  session,
  at,
  note = () => {},
  busyMs,
}: OpenStoreOptions): FreshStore {
  const state = openState(home, { at, note, busyMs });
  const index = openIndex(home, note, busyMs);
  let yaml: ((head: string) => Head) | undefined;
  const readYaml = (head: string): Head => yaml?.(head) ?? { outcome: "needs-yaml" };
  const newId = idMaker(clock, {
    random: (count) => state.random(count),
    floorMs() {
      const last = state.sql("SELECT batch FROM revisions ORDER BY seq DESC LIMIT 1").get();
      return last === undefined ? 0 : idTime(String(last.batch));
    },
  });
  const reading = readStore({ home, folders, index, state, clock, session, readYaml });
  const tombstones = openTombstones(home.tombstonesFile, state);
  const refreshAll = async (look: Look): Promise<Entry[]> => {
    const isDeleted = (id: string, text: string, folder: Folder): boolean => {
      const match = tombstones.matchNow({ id, text });
      // A person who writes a deleted text by hand wants it back; in a repository anybody may have written it.
      return match.id || (folder.fromRepo && match.text);
    };
    const vanished: Entry[] = [];
    for (const folder of folders) {
      const how = { readYaml, isDeleted };
      let seen =
        typeof look === "string"
          ? refreshFolder(index, folder, { ...how, look })
          : refreshNamed(index, folder, look.get(folder.key) ?? new Map(), how);
      if (seen.needYaml > 0 && yaml === undefined) {
        yaml = (await import("./files/yaml-head.ts")).readYamlHead;
        seen = refreshFolder(index, folder, { ...how, look: "sweep" });
      }
      vanished.push(...seen.vanished);
    }
    return vanished;
  };
  const repair = repairOf({ home, state, index, at, note, fill: () => refreshAll("sweep") });
  return {
    ...reading,
    search: withRepair(reading.search, repair),
    state,
    index,
    tombstones,
    get: (id) => repair.run(() => reading.get(id)),
    newId,
    random: state.random,
    repair,
    readYaml,
    refresh: (look) => repair.run(() => refreshAll(look)),
  };
}

/** The same calls, each of which repairs a damaged database and tries again. */
export function withRepair<T extends { [Name in keyof T]: unknown }>(calls: T, repair: Repair): T {
  const wrapped = Object.entries(calls).map(([name, call]) => [
    name,
    (...args: unknown[]) => repair.run(() => (call as (...args: unknown[]) => Promise<unknown>)(...args)),
  ]);
  return Object.fromEntries(wrapped) as T;
}
