/** The store for those who write: everything of the reading one, kept up to date, and what changes it. */
import { join } from "node:path";
import { type Clock, HOUR_MS, systemClock } from "../../core/base/clock.ts";
import { idMaker, idTime, type NewId } from "../../core/base/id.ts";
import type { Kept, Suggestions } from "../../core/ports.ts";
import type { Head } from "../../core/record/frontmatter.ts";
import { type Accepted, acceptedOf } from "./accepted.ts";
import type { Database } from "./database.ts";
import { type Entry, entriesOf } from "./entries.ts";
import { type AtStep, replaceFile, sweepTemporaries } from "./files.ts";
import { type Folder, SHELVES } from "./folder.ts";
import type { Home } from "./home.ts";
import { openIndex } from "./index-db.ts";
import { drainJournal } from "./journal.ts";
import { openRegistry, type Registry } from "./project-registry.ts";
import { type ReadStore, readStore } from "./read-store.ts";
import { type RecordFiles, recordFiles } from "./records.ts";
import { refreshFolder } from "./refresh.ts";
import { type Revisions, revisionsOf } from "./revisions.ts";
import { openState, snapshotState } from "./state-db.ts";
import { suggestionsOf } from "./suggestions.ts";
import { type Graveyard, openTombstones } from "./tombstones.ts";
import { type Counters, countersOf } from "./uses.ts";

export type WriteStore = ReadStore & {
  readonly home: Home;
  readonly folders: readonly Folder[];
  readonly state: Database;
  readonly index: Database;
  readonly records: RecordFiles;
  readonly revisions: Revisions;
  readonly graves: Graveyard;
  readonly counters: Counters;
  readonly accepted: Accepted;
  readonly suggestions: Suggestions;
  readonly registry: Registry;
  readonly newId: NewId;
  readonly clock: Clock;
  /** Brings the index up to date with the files of this call's folders; returns the files that vanished. */
  refresh(look: "directories" | "sweep"): Promise<readonly Entry[]>;
  /** Active records of one's own folders whose time is over. */
  expired(nowMs: number): readonly Kept[];
  /** Takes in what hooks and reading commands left behind, and tidies up after crashes. */
  tidy(): void;
};

type Means = {
  readonly home: Home;
  readonly folders: readonly Folder[];
  readonly clock: Clock;
  readonly session: string;
  readonly at: AtStep;
  readonly note: (text: string) => void;
};

/** How long a deleted record can be brought back. */
const UNDO_HOURS = 24;

export function openWriteStore({ home, folders, clock, session, at, note }: Means): WriteStore {
  const state = openState(home, { at, note });
  const index = openIndex(home, note);
  let yaml: ((head: string) => Head) | undefined;
  const readYaml = (head: string): Head => yaml?.(head) ?? { outcome: "needs-yaml" };

  const newId = idMaker(clock, () => {
    const last = state.sql("SELECT batch FROM revisions ORDER BY seq DESC LIMIT 1").get();
    return last === undefined ? 0 : idTime(String(last.batch));
  });
  const reading = readStore({ home, folders, index, state, session, readYaml });
  const graves = openTombstones(home.tombstonesFile, state);
  const revisions = revisionsOf(state);
  const counters = countersOf(state, clock);
  const accepted = acceptedOf(state);
  const parts = { folders, state, index, server: reading.server, revisions, graves, readYaml, clock, newId, at };

  return {
    ...reading,
    home,
    folders,
    state,
    index,
    newId,
    clock,
    revisions,
    graves,
    counters,
    accepted,
    records: recordFiles({ ...parts, accept: (project, version) => accepted.add(project, [version], clock()) }),
    suggestions: suggestionsOf(state),
    registry: openRegistry(home.projectsFile, { replaceFile, withLock: (run) => state.write(run) }),
    async refresh(look) {
      const isBuried = (id: string, text: string, folder: Folder): boolean => {
        const buried = graves.buriedNow({ id, text });
        // A text that a person writes by hand is said again; in a repository it may be anybody's.
        return buried.id || (folder.fromRepo && buried.text);
      };
      const vanished: Entry[] = [];
      for (const folder of folders) {
        let seen = refreshFolder(index, folder, { look, readYaml, isBuried });
        if (seen.needYaml > 0 && yaml === undefined) {
          yaml = (await import("./yaml-head.ts")).readYamlHead;
          seen = refreshFolder(index, folder, { look: "sweep", readYaml, isBuried });
        }
        vanished.push(...seen.vanished);
      }
      return vanished;
    },
    expired(nowMs) {
      const own = folders.filter(({ fromRepo }) => !fromRepo).map(({ key }) => key);
      return reading.server.fromRows(entriesOf(index).expired(own, nowMs)).map(({ kept }) => kept);
    },
    tidy() {
      drainJournal(home, state, counters);
      revisions.purgeDeleted(clock() - UNDO_HOURS * HOUR_MS);
      snapshotState(state, home);
      for (const folder of folders) {
        for (const shelf of SHELVES) sweepTemporaries(join(folder.path, shelf), systemClock());
      }
    },
  };
}

export function entriesIn(store: Pick<WriteStore, "index" | "folders">): Entry[] {
  const entries = entriesOf(store.index);
  return store.folders.flatMap(({ key }) => entries.all(key));
}
