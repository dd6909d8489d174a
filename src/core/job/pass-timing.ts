/** When a consolidation is due, and whether the clock can be trusted. */
import { DAY_MS, HOUR_MS } from "../base/clock.ts";
import type { Kept } from "../ports.ts";
import { count } from "../text/wording.ts";

const WEEK_MS = 7 * DAY_MS;
const LONG_MS = 30 * DAY_MS;

/** Weekly. A last time a week or more in the future comes from a wrong clock, and must not block consolidation for ever. */
export function isDue(lastRunMs: number | undefined, nowMs: number): boolean {
  return lastRunMs === undefined || Math.abs(nowMs - lastRunMs) >= WEEK_MS;
}

type Times = {
  readonly kept: readonly Kept[];
  readonly nowMs: number;
  readonly lastRunMs?: number;
  readonly lastJumpMs?: number;
};

/** Why the clock may be wrong, or may have jumped so far that nobody could have used anything in between. */
export function clockDoubt({ kept, nowMs, lastRunMs, lastJumpMs }: Times): string | undefined {
  let [newestMs, lastUseMs] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { record, lastUsedMs } of kept) {
    newestMs = Math.max(newestMs, Date.parse(record.createdAt), lastUsedMs);
    lastUseMs = Math.max(lastUseMs, lastUsedMs);
  }
  // Machines that share records differ by minutes.
  if (newestMs > nowMs + HOUR_MS) return "the clock is behind the newest record";
  if (lastRunMs !== undefined && lastRunMs > nowMs + HOUR_MS) return "the clock is behind the last consolidation";
  if (lastRunMs !== undefined && nowMs - lastRunMs > LONG_MS)
    return `the last consolidation was ${daysOf(nowMs - lastRunMs)} ago`;
  if (kept.length > 0 && nowMs - lastUseMs > LONG_MS) return `nothing was used for ${daysOf(nowMs - lastUseMs)}`;
  // A pass after a jump sets a new last time: without this check, the next pass would archive all the rest.
  if (lastJumpMs !== undefined && nowMs - lastJumpMs > 0 && nowMs - lastJumpMs < LONG_MS)
    return `the clock jumped ${daysOf(nowMs - lastJumpMs)} ago`;
  return undefined;
}

export function daysOf(ms: number): string {
  return count(Math.max(0, Math.floor(ms / DAY_MS)), "day");
}
