/** Reads mcfly's database: commands with the second they were run, their directory, exit status and session. */
import { entryOf, type HistoryTable, textIn, times, wholeFromZero } from "./rows.ts";

export const MCFLY: HistoryTable = {
  table: "commands",
  required: ["cmd", "when_run"],
  optional: ["session_id", "exit_code", "dir"],
  orderBy: "id",
  toEntry({ cmd, when_run, session_id, exit_code, dir }) {
    // What mcfly itself imported has no session, and its status is made up.
    const isOwn = session_id !== "IMPORTED";
    return entryOf(cmd, {
      startMs: times(when_run, 1000),
      exitCode: isOwn ? wholeFromZero(exit_code) : undefined,
      cwd: textIn(dir),
      session: isOwn ? textIn(session_id) : undefined,
    });
  },
};
