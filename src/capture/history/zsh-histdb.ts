/** Reads the database of zsh-histdb: commands and places in tables of their own, so that each text is kept once. */
import { entryOf, type HistoryTable, isFrom, textIn, times, wholeFromZero } from "./rows.ts";

export const ZSH_HISTDB: HistoryTable = {
  table: "history",
  joined: [
    { table: "commands", by: "command_id" },
    { table: "places", by: "place_id" },
  ],
  required: ["commands.argv", "start_time"],
  optional: ["session", "exit_status", "duration", "places.dir", "places.host"],
  orderBy: "start_time",
  toEntry({ argv, start_time, session, exit_status, duration, dir, host: on }, host) {
    const number = textIn(session);
    return entryOf(argv, {
      startMs: times(start_time, 1000),
      durationMs: times(duration, 1000),
      exitCode: wholeFromZero(exit_status),
      cwd: isFrom(on, host) ? textIn(dir) : undefined,
      // Numbers begin anew on each machine.
      session: number === undefined ? undefined : `${on ?? ""}\0${number}`,
    });
  },
};
