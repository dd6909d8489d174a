/** Reads hiSHtory's database: commands of all of a person's machines, with directory, exit status and duration. */
import { parseTime } from "../../core/base/clock.ts";
import { entryOf, type HistoryRow, type HistoryTable, isFrom, textIn, wholeFromZero } from "./rows.ts";

export const HISHTORY: HistoryTable = {
  table: "history_entries",
  required: ["command", "start_time"],
  optional: ["end_time", "exit_code", "current_working_directory", "home_directory", "hostname"],
  orderBy: "start_time",
  toEntry(row, host) {
    const startMs = timeOf(row.start_time);
    const endMs = timeOf(row.end_time);
    // While a command runs, its end is the year 1970.
    const isOver = startMs !== undefined && endMs !== undefined && endMs >= startMs;
    return entryOf(row.command, {
      startMs,
      durationMs: isOver ? endMs - startMs : undefined,
      exitCode: isOver ? wholeFromZero(row.exit_code) : undefined,
      cwd: isFrom(row.hostname, host) ? directoryOf(row) : undefined,
    });
  },
};

/** `2026-01-31 09:15:00.123456789+00:00` */
function timeOf(value: unknown): number | undefined {
  return typeof value === "string" ? parseTime(value.replace(" ", "T")) : undefined;
}

/** A directory in the home begins with a tilde. */
function directoryOf({ current_working_directory: cwd, home_directory: home }: HistoryRow): string | undefined {
  const path = textIn(cwd);
  if (path === undefined || !/^~(?:\/|$)/.test(path)) return path;
  const base = textIn(home);
  return base === undefined ? undefined : base + path.slice(1);
}
