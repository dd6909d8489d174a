/** A reading store that is updated from the files: used by quick commands, and the base of the writing store. */
import type { Clock } from "../core/base/clock.ts";
import { idMaker, idTime } from "../core/base/id.ts";
import type { Head } from "../core/record/frontmatter.ts";
import type { RecordId } from "../core/record/record.ts";
import type { Rank } from "../core/search/search-hits.ts";
import { changedFilesOf } from "./changed-files.ts";
import { getMeta, setMeta, wrapped } from "./databases/database.ts";
import { openIndex } from "./databases/index-db.ts";
import { repairOf } from "./databases/repair.ts";
import { openState } from "./databases/state-db.ts";
import type { AtStep } from "./files/durable-files.ts";
import type { Home } from "./files/home.ts";
import { knownFolders } from "./files/project-registry.ts";
import { type Folder, isOthers } from "./files/record-folder.ts";
import { openTombstones } from "./files/tombstones.ts";
import type { Changed } from "./files/watch-folders.ts";
import type { Entry } from "./index/find-entries.ts";
import { refreshFolder, refreshNamed } from "./index/refresh.ts";
import { type ReadStore, readStore } from "./read-store.ts";
import { acceptedIn } from "./rows/acceptances.ts";

export type FreshStore = ReturnType<typeof openFreshStore>;

export type OpenStoreOptions = {
  readonly home: Home;
  readonly folders: readonly Folder[];
  readonly clock: Clock;
  readonly session: string;
  readonly at: AtStep;
  readonly note?: ((text: string) => void) | undefined;
  /** How long to wait for another process that writes; a command has time. */
  readonly busyMs?: number | undefined;
  readonly rank: Rank;
};

/** Set once a new index has the records of all projects. */
const FILLED = "filled";

type Look = "directories" | "all" | Changed;

export function openFreshStore(options: OpenStoreOptions) {
  const { home, folders, clock, session, at, note = () => {}, busyMs, rank } = options;
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
  const reading = readStore({ home, folders, index, state, clock, session, readYaml, rank });
  const tombstones = openTombstones(home.tombstonesFile, state);
  const refreshAll = async (look: Look, within: readonly Folder[] = folders): Promise<Entry[]> => {
    const isDeleted = (id: string, text: string, folder: Folder): boolean => {
      const match = tombstones.matchNow({ id, text });
      // A person who writes a deleted text by hand wants it back; in a folder of others anybody may have written it.
      return match.id || (isOthers(folder) && match.text);
    };
    if (!acceptedIn(state).hasOwn()) {
      const { confirmExistingFiles } = await import("./confirm-existing.ts");
      confirmExistingFiles(home, state);
    }
    const isNew = getMeta(index, FILLED) === undefined;
    const here = new Set(within.map(({ key }) => key));
    // How rare a word is depends on all records: a new index has those of other projects too, as the one before it had.
    const others = isNew ? knownFolders(home).filter(({ key }) => !here.has(key)) : [];
    const vanished: Entry[] = [];
    for (const folder of [...within, ...others]) {
      const how = { readYaml, isDeleted };
      let seen =
        typeof look === "string"
          ? refreshFolder(index, folder, { ...how, look })
          : refreshNamed(index, folder, look.get(folder.key) ?? new Map(), how);
      if (seen.needYaml > 0 && yaml === undefined) {
        yaml = (await import("./files/yaml-head.ts")).readYamlHead;
        seen = refreshFolder(index, folder, { ...how, look: "all" });
      }
      if (here.has(folder.key)) vanished.push(...seen.vanished);
    }
    if (isNew) setMeta(index, FILLED, "1");
    return vanished;
  };
  const repair = repairOf({ home, state, index, at, note, fill: () => refreshAll("sweep") });
  return {
    ...reading,
    search: wrapped(reading.search, repair.run),
    state,
    index,
    tombstones,
    get: (id: RecordId) => repair.run(() => reading.get(id)),
    newId,
    random: state.random,
    repair,
    readYaml,
    changedFiles: changedFilesOf({ folders, index, state, reader: reading.reader, clock }),
    /** Updates the index from the files of this call's folders; returns the files that vanished. */
    refresh: (look: Look): Promise<readonly Entry[]> => repair.run(() => refreshAll(look)),
    /** Reads the records of other folders, over the same databases; what vanished there is left to a call in their project. */
    async over(others: readonly Folder[]): Promise<Pick<ReadStore, "search" | "get">> {
      await repair.run(() => refreshAll("sweep", others));
      const { search, reader } = readStore({ home, folders: others, index, state, clock, session, readYaml, rank });
      return { search: wrapped(search, repair.run), get: (id) => repair.run(async () => reader.byId(id)) };
    },
  };
}
