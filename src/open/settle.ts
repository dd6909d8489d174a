/** Runs what is due before a command: reads changed files, takes in spools and notes, expires, finishes interrupted work. */
import { isDue } from "../consolidate/pass-timing.ts";
import type { CallContext, Settled } from "../context/call-context.ts";
import { commitChanges } from "../context/commit-changes.ts";
import { isTextUnindexed } from "../context/index-text.ts";
import { hasUnembeddedRecords } from "../context/meaning/embed-records.ts";
import { HOUR_MS, isoTime } from "../core/base/clock.ts";
import type { Change } from "../core/ports.ts";
import { archived } from "../remember/revise.ts";
import { isThere } from "../store/local/files/durable-files.ts";
import { finishForgetting } from "../store/local/forget/forget.ts";
import { purgeReturned } from "../store/local/forget/purge-returned.ts";
import { hasNotes } from "../store/local/spool/hook-notes.ts";
import { cancelUnfinishedDeletions, recordDeletions } from "../store/local/vanished-files.ts";
import { sessionSecret } from "../verbs/artifacts/session-block.ts";
import { takeSpool } from "../verbs/history/take-in-commands.ts";
import { isBackgroundRunDue } from "../verbs/learning/background-pause.ts";
import { unjudgedFolders } from "../verbs/learning/judged-folders.ts";
import { isTableDue } from "../verbs/predicting/table-due.ts";

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
  store.cleanUp();
  sessionSecret(store.state);
  const intake = await takeSpool(call);
  if (hasNotes(store.home))
    await (await import("../verbs/sessions/take-hook-notes.ts")).takeHookNotes(call, { untilMs: nowMs + NOTES_MS });
  // The shell parser is loaded only if there are new commands.
  if (store.habits.consumed() !== store.events.lastSeq())
    (await import("../verbs/history/count-habits.ts")).learnHabits(store);
  await finishForgetting(store, env.at);
  if (isTableDue(call)) (await import("../verbs/predicting/write-tables.ts")).writeTables(call);
  // Bounded: the next command goes on with the rest.
  if (Math.abs(nowMs - store.transcripts.lastCheckMs()) >= HOUR_MS)
    await (await import("../verbs/sessions/expire-transcripts.ts")).expireTranscripts(call, {
      mostSlices: EXPIRY_SLICES,
    });
  // A new version of the index, sessions that no search has needed yet, or records that were changed by hand.
  if ((store.hasPassages() && isTextUnindexed(store)) || hasUnembeddedRecords(call))
    await (await import("../verbs/maintenance/embedder-verbs.ts")).indexInBackground(call, { withinMs: INDEX_MS });
  if (isDue(store.consolidations.last(call.project?.id).lastSweepMs, nowMs))
    await (await import("../verbs/artifacts/consolidate.ts")).consolidate(call, { dryRun: false });
  if (call.config["memories.enabled"] && isBackgroundRunDue(store.state, nowMs))
    await (await import("../verbs/learning/learn.ts")).learnInBackground(call);
  if (isThere(store.home.sync) && missing.length === 0)
    await (await import("../verbs/syncing/sync-verbs.ts")).syncInPassing(call);
  if (isThere(store.home.teams))
    await (await import("../verbs/teaming/exchange/exchange-all.ts")).exchangeInPassing(call);
  return { missing, intake };
}

/** Expired means archived, with the reason; a record that changed meanwhile is left to the next command. */
async function expire(call: CallContext, nowMs: number): Promise<void> {
  const at = isoTime(nowMs);
  const changes = call.store.expired(nowMs).map(({ record, version }): Change => {
    const reason = `expired on ${record.expires?.slice(0, 10)}`;
    const why = { verb: "expire" as const, by: "oldhand" };
    return { op: "put", record: archived(record, reason, at), base: version, why, keepsAcceptance: true };
  });
  for (const change of changes) await commitChanges(call, [change], "oldhand");
}
