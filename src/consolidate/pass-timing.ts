/** When a sweep is due, and when the clock is not to be believed. */
import { DAY_MS, HOUR_MS } from "../core/base/clock.ts";
import type { Kept } from "../core/ports.ts";

const WEEK_MS = 7 * DAY_MS;
const LONG_MS = 30 * DAY_MS;

/** Weekly. A last time that lies a week or more ahead came of a wrong clock, and would otherwise hold sweeps off for ever. */
export function isDue(lastSweepMs: number | undefined, nowMs: number): boolean {
  return lastSweepMs === undefined || Math.abs(nowMs - lastSweepMs) >= WEEK_MS;
}

type Times = {
  readonly kept: readonly Kept[];
  readonly nowMs: number;
  readonly lastSweepMs?: number;
  readonly lastJumpMs?: number;
};

/** Says why the time may be wrong, or why so much time passed at once that nobody could have used anything. */
export function jumpOf({ kept, nowMs, lastSweepMs, lastJumpMs }: Times): string | undefined {
  let [newestMs, lastUseMs] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { record, lastUsedMs } of kept) {
    newestMs = Math.max(newestMs, Date.parse(record.createdAt), lastUsedMs);
    lastUseMs = Math.max(lastUseMs, lastUsedMs);
  }
  // Machines that share records differ by minutes.
  if (newestMs > nowMs + HOUR_MS) return "the clock is behind the newest record";
  if (lastSweepMs !== undefined && lastSweepMs > nowMs + HOUR_MS) return "the clock is behind the last sweep";
  if (lastSweepMs !== undefined && nowMs - lastSweepMs > LONG_MS)
    return `the last sweep was ${daysOf(nowMs - lastSweepMs)} ago`;
  if (kept.length > 0 && nowMs - lastUseMs > LONG_MS) return `nothing was used for ${daysOf(nowMs - lastUseMs)}`;
  // One sweep after a jump sets its own time: without this, the next one would take all the rest.
  if (lastJumpMs !== undefined && nowMs - lastJumpMs > 0 && nowMs - lastJumpMs < LONG_MS)
    return `the clock jumped ${daysOf(nowMs - lastJumpMs)} ago`;
  return undefined;
}

export function daysOf(ms: number): string {
  const days = Math.max(0, Math.floor(ms / DAY_MS));
  return days === 1 ? "1 day" : `${days} days`;
}
