/** Runs what is due before a command: reads changed files, takes in spools and notes, expires, finishes interrupted work. */

import { HOUR_MS, isoTime } from "../core/base/clock.ts";
import { isDue } from "../core/job/job.ts";
import { type Change, OLDHAND } from "../core/ports.ts";
import { archived } from "../remember/revise.ts";
import { isThere } from "../store/files/durable-files.ts";
import { finishForgetting } from "../store/forget/forget.ts";
import { purgeReturned } from "../store/forget/purge-returned.ts";
import { hasNotes } from "../store/spool/hook-notes.ts";
import { cancelUnfinishedDeletions, recordDeletions } from "../store/vanished-files.ts";
import type { CallContext, Settled } from "../verbs/call/call-context.ts";
import { commitChanges } from "../verbs/call/commit-changes.ts";
import { hasUnreadCommits } from "../verbs/call/index-commits.ts";
import { isTextUnindexed } from "../verbs/call/index-text.ts";
import { hasUnembeddedRecords } from "../verbs/call/meaning/embed-records.ts";
import { takeSpool } from "../verbs/history/take-in-commands.ts";
import { isBackgroundRunDue } from "../verbs/learning/background-pause.ts";
import { unjudgedFolders } from "../verbs/learning/judged-folders.ts";
import { sessionSecret } from "../verbs/memory/artifacts/session-block.ts";
import { isTableDue } from "../verbs/predicting/table-due.ts";
import { rememberTranscriptPlaces } from "../verbs/session/transcripts/own-transcripts.ts";
import { unreadRecords } from "../verbs/suggestion/sources/unread-records.ts";

/** How long hook notes are taken in; the rest is left to the next command. */
const NOTES_MS = 2000;

/** A search waits for the rest, or says that it is missing. */
const INDEX_MS = 100;

/** About a tenth of a second. */
const EXPIRY_SLICES = 20;

export function settle(call: CallContext): Promise<Settled> {
  return call.store.repair.run(() => runDue(call));
}

async function runDue(call: CallContext): Promise<Settled> {
  const { store, env } = call;
  const nowMs = store.clock();
  const vanished = await store.refresh("sweep");
  const seen = (await cancelUnfinishedDeletions(store)) ? await store.refresh("sweep") : vanished;
  purgeReturned(store);
  const missing = recordDeletions(store, seen, nowMs);
  await expire(call, nowMs);
  if (unjudgedFolders(store).length > 0)
    await (await import("../verbs/learning/judge-older-records.ts")).judgeOlderRecords(call);
  await proposeNewGuards(call);
  store.cleanUp();
  sessionSecret(store.state);
  const intake = await takeSpool(call);
  rememberTranscriptPlaces(call);
  if (hasNotes(store.home) || store.suggestions.unread().length > 0)
    await (await import("../verbs/session/transcripts/take-hook-notes.ts")).takeHookNotes(call, {
      untilMs: nowMs + NOTES_MS,
    });
  // The shell parser is loaded only if there are new commands.
  if (store.habits.consumed() !== store.events.lastSeq())
    (await import("../verbs/history/count-habits.ts")).learnHabits(store);
  await finishForgetting(store, env.at);
  if (isTableDue(call)) (await import("../verbs/predicting/write-tables.ts")).writeTables(call);
  // Bounded: the next command goes on with the rest.
  if (Math.abs(nowMs - store.transcripts.lastCheckMs()) >= HOUR_MS)
    await (await import("../verbs/session/transcripts/expire-transcripts.ts")).expireTranscripts(call, {
      mostSlices: EXPIRY_SLICES,
    });
  // A new version of the index, sessions that no search has needed yet, records that were changed by hand, or new commits.
  if (isTextUnindexed(store) || hasUnembeddedRecords(call) || hasUnreadCommits(call))
    await (await import("../verbs/upkeep/embedder-verbs.ts")).indexInBackground(call, { withinMs: INDEX_MS });
  if (isDue(store.consolidations.last(call.project?.id).lastSweepMs, nowMs))
    await (await import("../verbs/memory/artifacts/consolidate.ts")).consolidate(call, { dryRun: false });
  if (call.config["memories.enabled"] && isBackgroundRunDue(store.state, nowMs))
    await (await import("../verbs/learning/learn.ts")).learnInBackground(call);
  if (isThere(store.home.sync) && missing.length === 0)
    await (await import("../verbs/sync/remotes.ts")).syncInPassing(call);
  if (isThere(store.home.teams))
    await (await import("../verbs/exchange/spaces/exchange-all.ts")).exchangeInPassing(call);
  return { missing, intake };
}

/** The shell reader is loaded only if there are records that it has not read. */
async function proposeNewGuards(call: CallContext): Promise<void> {
  const unread = await unreadRecords(call);
  if (unread.records.length > 0)
    await (await import("../verbs/suggestion/sources/guard-proposals.ts")).proposeGuards(call, unread);
}

/** Expired means archived, with the reason; a record that changed meanwhile is left to the next command. */
async function expire(call: CallContext, nowMs: number): Promise<void> {
  const at = isoTime(nowMs);
  const changes = call.store.expired(nowMs).map(({ record, version }): Change => {
    const reason = `expired on ${record.expires?.slice(0, 10)}`;
    const why = { verb: "expire" as const, ...OLDHAND };
    return { op: "put", record: archived(record, reason, at), base: version, why, keepsAcceptance: true };
  });
  for (const change of changes) await commitChanges(call, [change], "oldhand");
}
