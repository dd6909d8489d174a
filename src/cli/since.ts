/** Reads a point in the past as people write it: a date, `7d`, `2w`, `today`, `yesterday`. */
import { DAY_MS, HOUR_MS, parseTime } from "../core/base/clock.ts";
import { OldhandError } from "../core/base/error.ts";

const UNITS_MS: Readonly<Record<string, number>> = {
  h: HOUR_MS,
  d: DAY_MS,
  w: 7 * DAY_MS,
  m: 30 * DAY_MS,
  y: 365 * DAY_MS,
};

export function sinceMs(text: string, nowMs: number): number {
  const word = text.trim().toLowerCase();
  if (word === "today") return startOfDay(nowMs);
  if (word === "yesterday") return startOfDay(startOfDay(nowMs) - 1);
  const back = /^(\d{1,5})\s*([hdwmy])$/.exec(word);
  if (back !== null) return nowMs - Number(back[1]) * UNITS_MS[back[2]!]!;
  const at = parseTime(text.trim());
  if (at !== undefined) return at;
  throw new OldhandError(
    "usage",
    `--since takes a date like 2026-01-31, or 7d, 2w, today, yesterday; ${JSON.stringify(text)} is none.`,
  );
}

function startOfDay(ms: number): number {
  return new Date(ms).setHours(0, 0, 0, 0);
}
