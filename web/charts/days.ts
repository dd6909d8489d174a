/** Days and weeks as charts need them: every one of a range, with nothing left out. */

export const DAY_MS = 86_400_000;

const DAY = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });

export function dayName(ms: number): string {
  return DAY.format(ms);
}

/** The UTC days from one to another, both included. */
export function daysBetween(from: string, to: string): string[] {
  const first = Date.parse(from);
  const count = Math.round((Date.parse(to) - first) / DAY_MS) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, at) =>
    new Date(first + at * DAY_MS).toISOString().slice(0, 10),
  );
}

/** Groups of seven days, the last one ending with the last day. */
export function weeksOf(days: readonly string[]): (readonly string[])[] {
  const weeks: string[][] = [];
  for (let end = days.length; end > 0; end -= 7) weeks.unshift(days.slice(Math.max(0, end - 7), end));
  return weeks;
}
