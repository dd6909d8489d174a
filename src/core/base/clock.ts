/** Time, as integer milliseconds since 1970; the only file that reads the machine's clock. */

export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/** Whether so much real time is over: the clock of a call may stand still in a test. */
export function timeLimit(withinMs: number): () => boolean {
  const untilMs = systemClock() + withinMs;
  return () => systemClock() > untilMs;
}

export const DAY_MS = 86_400_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;

export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** Reads an ISO date or time from a file or an option; undefined if it is not one. */
export function parseTime(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/.test(text)) return undefined;
  const ms = new Date(text).getTime();
  const day = text.slice(0, 10);
  const midnight = new Date(`${day}T00:00:00Z`).getTime();
  // `Date` turns a day that does not exist, such as 30 February, into a day of the next month.
  const exists = !Number.isNaN(midnight) && isoTime(midnight).startsWith(day);
  return exists && !Number.isNaN(ms) ? ms : undefined;
}

/** Blocks this thread: for the short times in which another process has to finish. */
export function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
