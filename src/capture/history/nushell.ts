/** Reads the histories of nushell: a database with all details, or a text file with the commands alone. */
import { textOf } from "../../core/event/admit.ts";
import { entryOf, type HistoryTable, isFrom, textIn, times, wholeFromZero } from "./rows.ts";
import { linesOf, TOO_LONG } from "./shell-files.ts";
import type { ReadEntry } from "./sources.ts";

export const NUSHELL: HistoryTable = {
  table: "history",
  required: ["command_line"],
  optional: ["start_timestamp", "session_id", "hostname", "cwd", "duration_ms", "exit_status"],
  orderBy: "id",
  toEntry: (row, host) =>
    entryOf(row.command_line, {
      startMs: times(row.start_timestamp, 1),
      durationMs: times(row.duration_ms, 1),
      exitCode: wholeFromZero(row.exit_status),
      cwd: isFrom(row.hostname, host) ? textIn(row.cwd) : undefined,
      session: textIn(row.session_id),
    }),
};

/** One command a line; a newline inside a command is written `<\n>`. */
export function* readNushellText(blocks: Iterable<Buffer>): Generator<ReadEntry> {
  for (const line of linesOf(blocks))
    yield line === undefined ? TOO_LONG : { command: textOf(line).replaceAll("<\\n>", "\n") };
}
