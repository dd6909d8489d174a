/** The store for those who write: everything of the reading one, kept up to date, and what changes it. */
import { dirname, join } from "node:path";
import { type Clock, HOUR_MS, systemClock } from "../../core/base/clock.ts";
import { idMaker, idTime, type NewId } from "../../core/base/id.ts";
import type { Jobs } from "../../core/job/job.ts";
import type { Kept, Suggestions } from "../../core/ports.ts";
import type { Head } from "../../core/record/frontmatter.ts";
import { type Accepted, acceptedOf } from "./accepted.ts";
import { type Database, getMeta, setMeta } from "./database.ts";
import { type Decisions, decisionsOf } from "./decisions.ts";
import { type Entry, entriesOf } from "./entries.ts";
import { type Episodes, episodesOf } from "./episodes.ts";
import { type EventRows, eventsOf } from "./events.ts";
import { type AtStep, replaceFile, sweepTemporaries } from "./files.ts";
import { type Folder, linkAt, SHELVES } from "./folder.ts";
import { type Habits, habitsOf } from "./habits.ts";
import type { Home } from "./home.ts";
import { openIndex } from "./index-db.ts";
import { jobsOf } from "./jobs.ts";
import { drainJournal } from "./journal.ts";
import { type Ledger, ledgerOf } from "./ledger.ts";
import { type Mending, mendingOf } from "./mend.ts";
import { openPassages, type Passages } from "./passages-db.ts";
import { openRegistry, type Registry } from "./project-registry.ts";
import { type ReadStore, readStore } from "./read-store.ts";
import { type RecordFiles, recordFiles } from "./records.ts";
import { refreshFolder, refreshNamed } from "./refresh.ts";
import { type Revisions, revisionsOf } from "./revisions.ts";
import { type Runs, runsOf } from "./runs.ts";
import { type Sessions, sessionsOf } from "./sessions.ts";
import { type Spending, spendingOf } from "./spending.ts";
import { openState, snapshotState } from "./state-db.ts";
import { suggestionsOf } from "./suggestions.ts";
import { type Sweeps, sweepsOf } from "./sweeps.ts";
import { type Tickets, ticketsOf } from "./tickets.ts";
import { type Graveyard, openTombstones } from "./tombstones.ts";
import { type Counters, countersOf } from "./uses.ts";
import type { Changed } from "./watch.ts";

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
  readonly events: EventRows;
  readonly habits: Habits;
  readonly decisions: Decisions;
  readonly runs: Runs;
  readonly episodes: Episodes;
  readonly sweeps: Sweeps;
  readonly tickets: Tickets;
  readonly sessions: Sessions;
  readonly ledger: Ledger;
  readonly jobs: Jobs;
  readonly spending: Spending;
  /** When a record was first seen to disagree with its repository; from now on, if never before. */
  staleSince(id: string, why: string): number;
  /** What agrees with the repository again begins anew when it next does not. */
  holdAgain(ids: readonly string[]): void;
  /** Opened on first use: most commands ask for records only. */
  passages(): Passages;
  readonly registry: Registry;
  readonly newId: NewId;
  readonly clock: Clock;
  readonly mending: Mending;
  /** Brings the index up to date with the files of this call's folders; returns the files that vanished. */
  refresh(look: "directories" | Changed): Promise<readonly Entry[]>;
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
  let passages: Passages | undefined;
  let yaml: ((head: string) => Head) | undefined;
  const readYaml = (head: string): Head => yaml?.(head) ?? { outcome: "needs-yaml" };

  const newId = idMaker(clock, {
    random: (count) => state.random(count),
    floorMs() {
      const last = state.sql("SELECT batch FROM revisions ORDER BY seq DESC LIMIT 1").get();
      return last === undefined ? 0 : idTime(String(last.batch));
    },
  });
  const reading = readStore({ home, folders, index, state, session, readYaml });
  const graves = openTombstones(home.tombstonesFile, state);
  const revisions = revisionsOf(state);
  const counters = countersOf(state, clock);
  const accepted = acceptedOf(state);
  const parts = { folders, state, index, server: reading.server, revisions, graves, readYaml, clock, newId, at };

  const refreshAll = async (look: "directories" | Changed): Promise<Entry[]> => {
    const isBuried = (id: string, text: string, folder: Folder): boolean => {
      const buried = graves.buriedNow({ id, text });
      // A text that a person writes by hand is said again; in a repository it may be anybody's.
      return buried.id || (folder.fromRepo && buried.text);
    };
    const vanished: Entry[] = [];
    for (const folder of folders) {
      const how = { readYaml, isBuried };
      let seen =
        typeof look === "string"
          ? refreshFolder(index, folder, { ...how, look })
          : refreshNamed(index, folder, look.get(folder.key) ?? new Map(), how);
      if (seen.needYaml > 0 && yaml === undefined) {
        yaml = (await import("./yaml-head.ts")).readYamlHead;
        seen = refreshFolder(index, folder, { ...how, look: "sweep" });
      }
      vanished.push(...seen.vanished);
    }
    return vanished;
  };
  const mending = mendingOf({ home, state, index, at, note, fill: () => refreshAll("sweep") });
  const files = recordFiles({ ...parts, accept: (project, version) => accepted.add(project, [version], clock()) });

  return {
    ...reading,
    search: mended(reading.search, mending),
    mending,
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
    records: {
      ...mended(files, mending),
      async commit(changes) {
        const committed = await mending.whole(() => files.commit(changes));
        await mending.cutLog();
        return committed;
      },
      keepAside: files.keepAside,
    },
    suggestions: suggestionsOf(state),
    events: eventsOf(state, newId),
    habits: habitsOf(index),
    decisions: decisionsOf(state),
    runs: runsOf(state),
    episodes: episodesOf(state),
    sweeps: sweepsOf(state),
    tickets: ticketsOf(state),
    sessions: sessionsOf(state),
    ledger: ledgerOf(state),
    jobs: jobsOf(state, clock, state.random),
    spending: spendingOf(state, clock),
    staleSince(id, why) {
      state.sql("INSERT OR IGNORE INTO stale (record, since_ms, why) VALUES (?, ?, ?)").run(id, clock(), why);
      return Number(state.sql("SELECT since_ms FROM stale WHERE record = ?").get(id)?.since_ms);
    },
    holdAgain(ids) {
      state.sql("DELETE FROM stale WHERE record IN (SELECT value FROM json_each(?))").run(JSON.stringify(ids));
    },
    passages() {
      passages ??= openPassages(home);
      return passages;
    },
    close() {
      passages?.close();
      reading.close();
    },
    registry: openRegistry(home.projectsFile, { replaceFile, withLock: (run) => state.write(run) }),
    refresh: (look) => mending.whole(() => refreshAll(look)),
    expired(nowMs) {
      const own = folders.filter(({ fromRepo }) => !fromRepo).map(({ key }) => key);
      return reading.server.fromRows(entriesOf(index).expired(own, nowMs)).map(({ kept }) => kept);
    },
    tidy() {
      drainJournal(home, state, counters);
      purgeDeleted(state, revisions, clock());
      snapshotState(state, home);
      for (const folder of folders) {
        for (const shelf of SHELVES.filter((one) => linkAt(folder, one) === undefined))
          sweepTemporaries(join(folder.path, shelf), systemClock());
      }
      for (const directory of [dirname(home.configFile), dirname(home.tombstonesFile), home.journal, home.snapshots])
        sweepTemporaries(directory, systemClock());
    },
  };
}

/** The same calls, each of which mends what it finds damaged. */
function mended<T extends { [Name in keyof T]: unknown }>(calls: T, mending: Mending): T {
  const wrapped = Object.entries(calls).map(([name, call]) => [
    name,
    (...args: unknown[]) => mending.whole(() => (call as (...args: unknown[]) => Promise<unknown>)(...args)),
  ]);
  return Object.fromEntries(wrapped) as T;
}

/** Two calls have to agree that the time is over: the first one after the clock jumped deletes nothing. */
function purgeDeleted(state: Database, revisions: Revisions, nowMs: number): void {
  const seenMs = Number(getMeta(state, "purge_seen_ms") ?? 0);
  revisions.purgeDeleted(Math.min(nowMs, seenMs) - UNDO_HOURS * HOUR_MS);
  if (Math.abs(nowMs - seenMs) >= HOUR_MS) setMeta(state, "purge_seen_ms", String(nowMs));
}

export function entriesIn(store: Pick<WriteStore, "index" | "folders">): Entry[] {
  const entries = entriesOf(store.index);
  return store.folders.flatMap(({ key }) => entries.all(key));
}
