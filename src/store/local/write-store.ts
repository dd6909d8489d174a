/** The store for those who write: everything of the reading one, kept up to date, and what changes it. */
import { dirname, join } from "node:path";
import { type Clock, HOUR_MS, systemClock } from "../../core/base/clock.ts";
import type { Jobs } from "../../core/job/job.ts";
import type { Kept, Suggestions } from "../../core/ports.ts";
import { type Database, getMeta, setMeta } from "./databases/database.ts";
import { openPassages, type Passages } from "./databases/passages-db.ts";
import { snapshotState } from "./databases/state-db.ts";
import { isThere, replaceFile, sweepTemporaries } from "./files/durable-files.ts";
import type { Home } from "./files/home.ts";
import { openRegistry, type Registry } from "./files/project-registry.ts";
import { type RecordFiles, recordFiles } from "./files/record-files.ts";
import { CATEGORY_FOLDERS, type Folder, linkAt } from "./files/record-folder.ts";
import { type FreshStore, type OpenStoreOptions, openFreshStore, withRepair } from "./fresh-store.ts";
import { type CommandLines, commandLinesOf } from "./index/command-lines.ts";
import { type Habits, habitsOf } from "./index/habit-tallies.ts";
import { type Entry, entriesOf } from "./index/record-entries.ts";
import { type Accepted, acceptedOf } from "./rows/accepted-hashes.ts";
import { type Approvals, approvalsOf } from "./rows/approvals.ts";
import { type ConsolidationTimes, consolidationTimesOf } from "./rows/consolidation-times.ts";
import { type Episodes, episodesOf } from "./rows/episodes.ts";
import { type EventRows, eventsOf } from "./rows/events.ts";
import { type Ledger, ledgerOf } from "./rows/extraction-ledger.ts";
import { type Decisions, decisionsOf } from "./rows/habit-decisions.ts";
import { jobsOf } from "./rows/jobs.ts";
import { type Wordings, wordingsOf } from "./rows/model-wordings.ts";
import { type Revisions, revisionsOf } from "./rows/revisions.ts";
import { type Sessions, sessionsOf } from "./rows/sessions.ts";
import { type Spending, spendingOf } from "./rows/spending.ts";
import { suggestionsOf } from "./rows/suggestions.ts";
import { type Synopses, synopsesOf } from "./rows/synopses.ts";
import { type Tickets, ticketsOf } from "./rows/tickets.ts";
import { type TranscriptText, transcriptTextOf } from "./rows/transcript-text.ts";
import { type Counters, countersOf } from "./rows/uses.ts";
import { type Runs, runsOf } from "./rows/workflow-runs.ts";
import { drainJournal } from "./spool/journal.ts";

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
  readonly consolidations: ConsolidationTimes;
  readonly tickets: Tickets;
  readonly sessions: Sessions;
  readonly synopses: Synopses;
  readonly wordings: Wordings;
  readonly transcripts: TranscriptText;
  readonly ledger: Ledger;
  readonly jobs: Jobs;
  readonly spending: Spending;
  /** When a record was first seen to disagree with its repository; from now on, if never before. */
  staleSince(id: string, why: string): number;
  /** What agrees with the repository again begins anew when it next does not. */
  clearStale(ids: readonly string[]): void;
  /** Opened on first use: most commands ask for records only. */
  passages(): Passages;
  hasPassages(): boolean;
  readonly registry: Registry;
  readonly clock: Clock;
  /** Active records of one's own folders whose time is over. */
  expired(nowMs: number): readonly Kept[];
  /** Takes in what hooks and reading commands left behind, and tidies up after crashes. */
  cleanUp(): void;
};

/** How long a deleted record can be brought back. */
const UNDO_HOURS = 24;

export function openWriteStore(options: OpenStoreOptions): WriteStore {
  const { home, folders, clock, at } = options;
  const fresh = openFreshStore(options);
  const { state, index, newId, repair, tombstones, readYaml, reader } = fresh;
  const revisions = revisionsOf(state);
  const counters = countersOf(state, clock);
  const accepted = acceptedOf(state);
  const parts = { folders, state, index, reader, revisions, tombstones, readYaml, clock, newId, at };
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
      ...withRepair(files, repair),
      async commit(changes) {
        const committed = await repair.run(() => files.commit(changes));
        await repair.limitIndexLog();
        return committed;
      },
      saveConflictCopy: files.saveConflictCopy,
    },
    get: (id) => repair.run(() => files.get(id)),
    suggestions: suggestionsOf(state),
    events: eventsOf(state, newId),
    habits: habitsOf(index),
    lines: commandLinesOf(index, state),
    decisions: decisionsOf(state),
    runs: runsOf(state),
    approvals: approvalsOf(state, clock, newId),
    episodes: episodesOf(state),
    consolidations: consolidationTimesOf(state),
    tickets: ticketsOf(state),
    sessions: sessionsOf(state),
    synopses: synopsesOf(state),
    wordings: wordingsOf(state),
    transcripts: transcriptTextOf(state),
    ledger: ledgerOf(state),
    jobs: jobsOf(state, clock, state.random),
    spending: spendingOf(state, clock),
    staleSince(id, why) {
      state.sql("INSERT OR IGNORE INTO stale (record, since_ms, why) VALUES (?, ?, ?)").run(id, clock(), why);
      return Number(state.sql("SELECT since_ms FROM stale WHERE record = ?").get(id)?.since_ms);
    },
    clearStale(ids) {
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
      return reader.fromRows(entriesOf(index).expired(own, nowMs)).map(({ kept }) => kept);
    },
    cleanUp() {
      drainJournal(home, state, counters);
      purgeDeleted(state, revisions, clock());
      snapshotState(state, home);
      for (const folder of folders) {
        for (const category of CATEGORY_FOLDERS.filter((one) => linkAt(folder, one) === undefined))
          sweepTemporaries(join(folder.path, category), systemClock());
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

export function entriesIn(store: Pick<WriteStore, "index" | "folders">): Entry[] {
  const entries = entriesOf(store.index);
  return store.folders.flatMap(({ key }) => entries.all(key));
}
