/** The store for those who write: everything of the reading one, kept up to date, and what changes it. */
import { dirname, join } from "node:path";
import { type Clock, HOUR_MS, systemClock } from "../../core/base/clock.ts";
import type { Jobs } from "../../core/job/job.ts";
import type { Kept, Suggestions } from "../../core/ports.ts";
import { type Accepted, acceptedOf } from "./accepted.ts";
import { type Approvals, approvalsOf } from "./approvals.ts";
import { type CommandLines, commandLinesOf } from "./command-lines.ts";
import { type Database, getMeta, setMeta } from "./database.ts";
import { type Decisions, decisionsOf } from "./decisions.ts";
import { entriesOf } from "./entries.ts";
import { type Episodes, episodesOf } from "./episodes.ts";
import { type EventRows, eventsOf } from "./events.ts";
import { isThere, replaceFile, sweepTemporaries } from "./files.ts";
import { type Folder, linkAt, SHELVES } from "./folder.ts";
import { type FreshStore, type Means, mended, openFreshStore } from "./fresh-store.ts";
import { type Habits, habitsOf } from "./habits.ts";
import type { Home } from "./home.ts";
import { jobsOf } from "./jobs.ts";
import { drainJournal } from "./journal.ts";
import { type Ledger, ledgerOf } from "./ledger.ts";
import { openPassages, type Passages } from "./passages-db.ts";
import { openRegistry, type Registry } from "./project-registry.ts";
import { type RecordFiles, recordFiles } from "./records.ts";
import { type Revisions, revisionsOf } from "./revisions.ts";
import { type Runs, runsOf } from "./runs.ts";
import { type Sessions, sessionsOf } from "./sessions.ts";
import { type Spending, spendingOf } from "./spending.ts";
import { snapshotState } from "./state-db.ts";
import { suggestionsOf } from "./suggestions.ts";
import { type Sweeps, sweepsOf } from "./sweeps.ts";
import { type Synopses, synopsesOf } from "./synopses.ts";
import { type Talk, talkOf } from "./talk.ts";
import { type Tickets, ticketsOf } from "./tickets.ts";
import { type Counters, countersOf } from "./uses.ts";
import { type Wordings, wordingsOf } from "./wordings.ts";

export type WriteStore = FreshStore & {
  readonly home: Home;
  readonly folders: readonly Folder[];
  readonly records: RecordFiles;
  readonly revisions: Revisions;
  readonly counters: Counters;
  readonly accepted: Accepted;
  readonly suggestions: Suggestions;
  readonly events: EventRows;
  readonly habits: Habits;
  readonly lines: CommandLines;
  readonly decisions: Decisions;
  readonly runs: Runs;
  readonly approvals: Approvals;
  readonly episodes: Episodes;
  readonly sweeps: Sweeps;
  readonly tickets: Tickets;
  readonly sessions: Sessions;
  readonly synopses: Synopses;
  readonly wordings: Wordings;
  readonly talk: Talk;
  readonly ledger: Ledger;
  readonly jobs: Jobs;
  readonly spending: Spending;
  /** When a record was first seen to disagree with its repository; from now on, if never before. */
  staleSince(id: string, why: string): number;
  /** What agrees with the repository again begins anew when it next does not. */
  holdAgain(ids: readonly string[]): void;
  /** Opened on first use: most commands ask for records only. */
  passages(): Passages;
  hasPassages(): boolean;
  readonly registry: Registry;
  readonly clock: Clock;
  /** Active records of one's own folders whose time is over. */
  expired(nowMs: number): readonly Kept[];
  /** Takes in what hooks and reading commands left behind, and tidies up after crashes. */
  tidy(): void;
};

/** How long a deleted record can be brought back. */
const UNDO_HOURS = 24;

export function openWriteStore(means: Means): WriteStore {
  const { home, folders, clock, at } = means;
  const fresh = openFreshStore(means);
  const { state, index, newId, mending, graves, readYaml, server } = fresh;
  const revisions = revisionsOf(state);
  const counters = countersOf(state, clock);
  const accepted = acceptedOf(state);
  const parts = { folders, state, index, server, revisions, graves, readYaml, clock, newId, at };
  const files = recordFiles({ ...parts, accept: (project, version) => accepted.add(project, [version], clock()) });
  let passages: Passages | undefined;

  return {
    ...fresh,
    home,
    folders,
    clock,
    revisions,
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
    lines: commandLinesOf(index, state),
    decisions: decisionsOf(state),
    runs: runsOf(state),
    approvals: approvalsOf(state, clock, newId),
    episodes: episodesOf(state),
    sweeps: sweepsOf(state),
    tickets: ticketsOf(state),
    sessions: sessionsOf(state),
    synopses: synopsesOf(state),
    wordings: wordingsOf(state),
    talk: talkOf(state),
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
    hasPassages: () => isThere(home.passagesFile),
    close() {
      passages?.close();
      fresh.close();
    },
    registry: openRegistry(home.projectsFile, { replaceFile, withLock: (run) => state.write(run) }),
    expired(nowMs) {
      const own = folders.filter(({ fromRepo }) => !fromRepo).map(({ key }) => key);
      return server.fromRows(entriesOf(index).expired(own, nowMs)).map(({ kept }) => kept);
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

/** Two calls have to agree that the time is over: the first one after the clock jumped deletes nothing. */
function purgeDeleted(state: Database, revisions: Revisions, nowMs: number): void {
  const seenMs = Number(getMeta(state, "purge_seen_ms") ?? 0);
  revisions.purgeDeleted(Math.min(nowMs, seenMs) - UNDO_HOURS * HOUR_MS);
  if (Math.abs(nowMs - seenMs) >= HOUR_MS) setMeta(state, "purge_seen_ms", String(nowMs));
}
