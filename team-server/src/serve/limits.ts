/** Limits on what one token may ask for, held by each server for itself. */
import type { Clock } from "../../../src/core/base/clock.ts";

export type Limits = {
  /** Takes one request; returns after how many seconds to try again if there is none left. */
  take(key: string): number | undefined;
  /** True once a minute for each key. */
  isDueToNote(key: string): boolean;
};

type Bucket = { left: number; atMs: number };

/** The bucket of a token that was not used for so long is full again. */
const FORGET_MS = 120_000;
const NOTE_MS = 60_000;
/** A burst may use the requests of so many seconds. */
const BURST_SECONDS = 10;

export function createLimits(clock: Clock, requestsPerMinute: number): Limits {
  const perMs = requestsPerMinute / 60_000;
  const most = Math.max(1, perMs * BURST_SECONDS * 1000);
  const buckets = new Map<string, Bucket>();
  const noted = new Map<string, number>();
  let cleanedMs = clock();
  const clean = (nowMs: number): void => {
    if (nowMs - cleanedMs < FORGET_MS) return;
    cleanedMs = nowMs;
    for (const [key, { atMs }] of buckets) if (nowMs - atMs > FORGET_MS) buckets.delete(key);
    for (const [key, atMs] of noted) if (nowMs - atMs > NOTE_MS) noted.delete(key);
  };
  return {
    take(key) {
      const nowMs = clock();
      clean(nowMs);
      const { left, atMs } = buckets.get(key) ?? { left: most, atMs: nowMs };
      const now = Math.min(most, left + Math.max(0, nowMs - atMs) * perMs);
      buckets.set(key, { left: now < 1 ? now : now - 1, atMs: nowMs });
      return now < 1 ? Math.ceil((1 - now) / perMs / 1000) : undefined;
    },
    isDueToNote(key) {
      const nowMs = clock();
      const last = noted.get(key);
      if (last !== undefined && nowMs - last < NOTE_MS) return false;
      noted.set(key, nowMs);
      return true;
    },
  };
}
