/** Deletes the text of old sessions, or of the oldest if there is too much of it; records learned from them stay. */
import { setImmediate as yieldToOthers } from "node:timers/promises";
import { DAY_MS } from "../../../core/base/clock.ts";
import { SETTINGS } from "../../../core/base/config.ts";
import { shrinkStep, truncateLog, vacuumOnce } from "../../../store/databases/repair.ts";
import { toolsOf } from "../../../store/index/passages/text-units.ts";
import type { StoredTranscript } from "../../../store/rows/transcript-text.ts";
import type { CallContext } from "../../call/call-context.ts";

type ExpiryContext = Pick<CallContext, "store" | "clock" | "config">;

/** Turns that are deleted in one transaction, in a few milliseconds. */
const SLICE = 50;
const MEGABYTE = 1_000_000;
/** The limit of size is for those who did not ask to keep more than the default. */
const MOST_MEGABYTES = 512;
const DEFAULT_DAYS = SETTINGS["sessions.keepDays"].fallback;

/** The oldest first, in slices, so that other processes can write in between. */
export async function expireTranscripts(
  call: ExpiryContext,
  { mostSlices, mostMegabytes = MOST_MEGABYTES }: { readonly mostSlices: number; readonly mostMegabytes?: number },
): Promise<{ readonly sessions: number }> {
  const { store, clock } = call;
  // By the earlier of two calls: the first one after the clock jumped deletes nothing.
  const nowMs = Math.min(clock(), store.transcripts.lastCheckMs());
  let [slices, sessions] = [mostSlices, 0];
  for (const { id, why } of dueIn(call, { nowMs, mostMegabytes })) {
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

/** Deletes a few turns of a session and some of its full text; false if none are left. */
export function dropSlice({ store }: Pick<CallContext, "store">, id: string): boolean {
  return store.state.write(() => {
    const gone = store.transcripts.deleteSome(id, SLICE);
    const { passages } = store;
    const dropped = passages.dropSome(id, SLICE) + passages.dropSome(toolsOf(id), SLICE);
    return gone + dropped > 0;
  });
}

type Due = { readonly id: string; readonly why: string };

type Limits = { readonly nowMs: number; readonly mostMegabytes: number };

function dueIn(call: ExpiryContext, { nowMs, mostMegabytes }: Limits): Due[] {
  const { store, config } = call;
  const keepDays = config["sessions.keepDays"];
  const free = store.transcripts.stored().filter((held) => !held.isPinned && !isUnread(held, call));
  const isOld = ({ lastMs }: StoredTranscript): boolean => keepDays > 0 && nowMs - lastMs > keepDays * DAY_MS;
  const old = free.filter(isOld).map(({ id }) => ({ id, why: `it was older than ${keepDays} days` }));
  const isLimited = keepDays > 0 && keepDays <= DEFAULT_DAYS;
  if (!isLimited || nowMs === 0 || store.transcripts.usedBytes() <= mostMegabytes * MEGABYTE) return old;
  let over = store.transcripts.bytes() - mostMegabytes * MEGABYTE;
  for (const { id } of old) over -= store.transcripts.bytesOf(id);
  const more: Due[] = [];
  for (const { id } of free.filter((held) => !isOld(held))) {
    if (over <= 0) break;
    over -= store.transcripts.bytesOf(id);
    more.push({ id, why: `sessions held more than ${mostMegabytes} MB` });
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
  if (isComplete) store.passages.compact();
  for (const db of [store.state, store.index]) {
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
