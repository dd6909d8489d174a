/** The store for commands that write: the up-to-date reading store, the record files, and every table. */
import { dirname, join } from "node:path";
import { type Clock, HOUR_MS, systemClock } from "../core/base/clock.ts";
import { isId } from "../core/base/id.ts";
import type { Kept } from "../core/ports.ts";
import type { RecordId } from "../core/record/record.ts";
import { artifactFolders } from "./artifacts/read-artifacts.ts";
import { type Database, getMeta, setMeta, wrapped } from "./databases/database.ts";
import type { Repair } from "./databases/repair.ts";
import { snapshotState } from "./databases/state-db.ts";
import { isLink, namesIn, replaceFile, sweepTemporaries } from "./files/durable-files.ts";
import type { Home } from "./files/home.ts";
import { openRegistry } from "./files/project-registry.ts";
import { type RecordFiles, recordFiles } from "./files/record-files.ts";
import { CATEGORY_FOLDERS, type Folder, isOthers, linkAt } from "./files/record-folder.ts";
import { type FreshStore, type OpenStoreOptions, openFreshStore } from "./fresh-store.ts";
import { commandEntriesOf } from "./index/commands/command-entries.ts";
import { commandLinesOf } from "./index/commands/command-lines.ts";
import { habitsOf } from "./index/habit-tallies.ts";
import { passagesOf } from "./index/passages/passages.ts";
import { entriesOf } from "./index/record-entries.ts";
import { acceptancesOf } from "./rows/acceptances.ts";
import { adviceOf } from "./rows/advice.ts";
import { approvalsOf } from "./rows/approvals.ts";
import { briefingsOf } from "./rows/briefings.ts";
import { curesOf } from "./rows/cures.ts";
import { consolidationTimesOf, ledgerOf, synopsesOf, wordingsOf } from "./rows/derived-texts.ts";
import { episodesOf, ticketsOf } from "./rows/episodes-and-tickets.ts";
import { eventsOf } from "./rows/events.ts";
import { guardLogOf, personActsOf, sessionActsOf } from "./rows/guard-log.ts";
import { jobsOf } from "./rows/jobs.ts";
import { countersOf, markStale, staleSinceMs, unmarkStale } from "./rows/record-facts.ts";
import { remotesOf } from "./rows/remotes.ts";
import { type Revisions, revisionsOf } from "./rows/revisions.ts";
import { sessionsOf } from "./rows/sessions.ts";
import { spendingOf } from "./rows/spending.ts";
import { statementsOf } from "./rows/statements.ts";
import { decisionsOf, pendingImportsOf, suggestionsOf } from "./rows/suggestions.ts";
import { syncedOf } from "./rows/synced.ts";
import { transcriptTextOf } from "./rows/transcript-text.ts";
import { runsOf } from "./rows/workflow-runs.ts";
import { drainJournal } from "./spool/journal.ts";

export type WriteStore = ReturnType<typeof openWriteStore>;

/** How long a deleted record can be restored. */
const UNDO_HOURS = 24;

export function openWriteStore(options: OpenStoreOptions) {
  const { home, folders, clock } = options;
  const fresh = openFreshStore(options);
  const { state, index, reader } = fresh;
  const tables = tablesOf(fresh, clock);
  const records = repairingRecords(recordFiles({ ...options, ...fresh, ...tables }), fresh.repair);
  return {
    ...fresh,
    ...tables,
    home,
    folders,
    clock,
    records,
    get: records.get,
    registry: openRegistry(home.projectsFile, {
      replaceFile,
      withLock: (run) => state.write<unknown>(run) as ReturnType<typeof run>,
      note: options.note,
    }),
    /** Whether there is anything to search besides records and commands. */
    hasText: (): boolean => state.sql(HAS_TEXT).get()?.any === 1,
    /** When a record was first seen to disagree with its repository; now, if this is the first time. */
    staleSince(id: RecordId, why: string): number {
      markStale(state, id, { atMs: clock(), why });
      return staleSinceMs(state, id);
    },
    /** For records that agree with the repository again. */
    clearStale: (ids: readonly RecordId[]) => unmarkStale(state, ids),
    /** Active records in the person's own folders that have expired. */
    expired(nowMs: number): readonly Kept[] {
      const own = folders.filter((folder) => !isOthers(folder)).map(({ key }) => key);
      return reader.fromRows(entriesOf(index).expired(own, nowMs)).map(({ kept }) => kept);
    },
    /** Counts the uses in the journal, deletes what is overdue, takes a snapshot, and removes leftovers of crashes. */
    cleanUp(): void {
      drainJournal(home, state, tables.counters);
      purgeDeleted(state, tables.revisions, clock());
      // Once a day.
      if (snapshotState(state, home)) tables.briefings.expire(clock());
      for (const directory of directoriesWithTemporaries(home, folders)) sweepTemporaries(directory, systemClock());
    },
  };
}

const HAS_TEXT = `SELECT EXISTS (SELECT 1 FROM episodes) OR EXISTS (SELECT 1 FROM tickets)
  OR EXISTS (SELECT 1 FROM turns) OR EXISTS (SELECT 1 FROM suggestions) AS any`;

/** Every table of state.db, and those of index.db that are counted from the history. */
function tablesOf({ state, index, newId }: FreshStore, clock: Clock) {
  return {
    revisions: revisionsOf(state),
    counters: countersOf(state, clock),
    accepted: acceptancesOf(state),
    suggestions: suggestionsOf(state),
    pendingImports: pendingImportsOf(state),
    decisions: decisionsOf(state),
    synced: syncedOf(state),
    remotes: remotesOf(state),
    events: eventsOf(state, newId),
    habits: habitsOf(index),
    lines: commandLinesOf(index, state),
    commands: commandEntriesOf(index),
    passages: passagesOf(index),
    episodes: episodesOf(state),
    tickets: ticketsOf(state),
    sessions: sessionsOf(state),
    transcripts: transcriptTextOf(state),
    synopses: synopsesOf(state),
    statements: statementsOf(state),
    cures: curesOf(state),
    guardLog: guardLogOf(state),
    briefings: briefingsOf(state),
    advice: adviceOf(state),
    sessionActs: sessionActsOf(state),
    personActs: personActsOf(state),
    ledger: ledgerOf(state),
    runs: runsOf(state),
    approvals: approvalsOf(state, clock, newId),
    jobs: jobsOf(state, clock, state.random),
    spending: spendingOf(state, clock),
    consolidations: consolidationTimesOf(state),
    wordings: wordingsOf(state),
  };
}

function repairingRecords(files: RecordFiles, repair: Repair): RecordFiles {
  return {
    ...wrapped(files, repair.run),
    async commit(changes) {
      const committed = await repair.run(() => files.commit(changes));
      await repair.limitIndexLog();
      return committed;
    },
    // Not asynchronous, as the repair would make it.
    saveConflictCopy: files.saveConflictCopy,
  };
}

/** Two calls have to agree that the time is over: the first call after the clock jumped deletes nothing. */
function purgeDeleted(state: Database, revisions: Revisions, nowMs: number): void {
  const seenMs = Number(getMeta(state, "purge_seen_ms") ?? 0);
  revisions.purgeDeleted(Math.min(nowMs, seenMs) - UNDO_HOURS * HOUR_MS);
  if (Math.abs(nowMs - seenMs) >= HOUR_MS) setMeta(state, "purge_seen_ms", String(nowMs));
}

/** Where a crash may have left temporary files. */
function directoriesWithTemporaries(home: Home, folders: readonly Folder[]): string[] {
  const categories = folders.flatMap((folder) =>
    CATEGORY_FOLDERS.filter((category) => linkAt(folder, category) === undefined).map((category) =>
      join(folder.path, category),
    ),
  );
  // Artifacts of any project: nobody may ever work in that project again.
  const projects = namesIn(home.projects)
    .filter((name) => isId(name, "prj") && !isLink(join(home.projects, name)))
    .flatMap((name) => artifactFolders(join(home.projects, name)));
  const own = [dirname(home.configFile), dirname(home.tombstonesFile), home.journal, home.spool, home.snapshots];
  return [...categories, ...projects, ...own, home.plugin];
}
