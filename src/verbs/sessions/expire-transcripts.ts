/** Deletes the text of old sessions, or of the oldest if there is too much of it; records learned from them stay. */
import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { CallContext } from "../../context/call-context.ts";
import { DAY_MS } from "../../core/base/clock.ts";
import { shrinkStep, truncateLog, vacuumOnce } from "../../store/local/databases/repair.ts";
import { toolsOf } from "../../store/local/databases/text-units.ts";
import type { StoredTranscript } from "../../store/local/rows/transcript-text.ts";

type ExpiryContext = Pick<CallContext, "store" | "clock" | "config">;

/** Chunks that are deleted in one transaction, in a few milliseconds. */
const SLICE = 50;
const MEGABYTE = 1_000_000;

/** The oldest first, in slices, so that other processes can write in between. */
export async function expireTranscripts(
  call: ExpiryContext,
  { mostSlices }: { readonly mostSlices: number },
): Promise<{ readonly sessions: number }> {
  const { store, clock } = call;
  // By the earlier of two calls: the first one after the clock jumped deletes nothing.
  const nowMs = Math.min(clock(), store.transcripts.lastCheckMs());
  let [slices, sessions] = [mostSlices, 0];
  for (const { id, why } of dueIn(call, nowMs)) {
    while (slices > 0 && dropSlice(call, id)) {
      slices -= 1;
      await yieldToOthers();
    }
    if (slices <= 0) return { sessions };
    store.state.write(() => store.transcripts.markDeleted(id, { atMs: clock(), why }));
    sessions += 1;
  }
  await shrink(call, { slices, isComplete: mostSlices === Number.POSITIVE_INFINITY && sessions > 0 });
  store.transcripts.recordCheck(clock());
  return { sessions };
}

/** Deletes a few chunks of a session and some of its full text; false if none are left. */
export function dropSlice({ store }: Pick<CallContext, "store">, id: string): boolean {
  return store.state.write(() => {
    const gone = store.transcripts.deleteSome(id, SLICE);
    const passages = store.passages();
    const dropped = passages.dropSome(id, SLICE) + passages.dropSome(toolsOf(id), SLICE);
    return gone.length + dropped > 0;
  });
}

type Due = { readonly id: string; readonly why: string };

function dueIn(call: ExpiryContext, nowMs: number): Due[] {
  const { store, config } = call;
  const [keepDays, keepMegabytes] = [config["sessions.keepDays"], config["sessions.keepMegabytes"]];
  const free = store.transcripts.stored().filter((held) => !held.isPinned && !isUnread(held, call));
  const isOld = ({ lastMs }: StoredTranscript): boolean => keepDays > 0 && nowMs - lastMs > keepDays * DAY_MS;
  const old = free.filter(isOld).map(({ id }) => ({ id, why: `it was older than ${keepDays} days` }));
  if (keepMegabytes === 0 || nowMs === 0 || store.transcripts.usedBytes() <= keepMegabytes * MEGABYTE) return old;
  let over = store.transcripts.bytes() - keepMegabytes * MEGABYTE;
  for (const { id } of old) over -= store.transcripts.bytesOf(id);
  const more: Due[] = [];
  for (const { id } of free.filter((held) => !isOld(held))) {
    if (over <= 0) break;
    over -= store.transcripts.bytesOf(id);
    more.push({ id, why: `sessions held more than ${keepMegabytes} MB` });
  }
  return [...old, ...more];
}

/** Sessions that extraction has not read yet are kept. */
function isUnread(
  { reading, endedMs, lastMs, readUpToMs }: StoredTranscript,
  { clock, config }: ExpiryContext,
): boolean {
  if (reading === "pending") return true;
  const isTooOldToRead = clock() - Math.min(endedMs, lastMs) > config["memories.maxRolloutAgeDays"] * DAY_MS;
  return reading !== "given up" && readUpToMs < endedMs && !isTooOldToRead;
}

async function shrink(
  { store }: ExpiryContext,
  { slices, isComplete }: { slices: number; isComplete: boolean },
): Promise<void> {
  const databases = [store.state, ...(store.hasPassages() ? [store.passages().database] : [])];
  if (isComplete) store.passages().compact();
  for (const db of databases) {
    if (isComplete) vacuumOnce(db);
    let left = slices;
    let hasShrunk = false;
    while (left > 0 && shrinkStep(db)) {
      [left, hasShrunk] = [left - 1, true];
      await yieldToOthers();
    }
    if (hasShrunk || isComplete) truncateLog(db);
  }
}
