/** Reads atuin's database, which has the session, directory, exit status and duration of each command. */
import { SHELLS } from "../../core/event/event.ts";
import { entryOf, type HistoryRow, type HistoryTable, isFrom, textIn, wholeFromZero } from "./rows.ts";
import type { ReadEntry } from "./sources.ts";

export const ATUIN: HistoryTable = {
  table: "history",
  required: ["timestamp", "command"],
  optional: "duration exit cwd session hostname deleted_at author author_kind shell".split(" "),
  orderBy: "timestamp",
  toEntry,
};

const NS_PER_MS = 1_000_000;

function toMs(value: unknown): number | undefined {
  const ns = wholeFromZero(value);
  return ns === undefined ? undefined : Math.floor(ns / NS_PER_MS);
}

function toEntry(row: HistoryRow, host: string | undefined): ReadEntry {
  if (row.deleted_at != null) return { skipped: "deleted in atuin" };
  return entryOf(row.command, {
    actor: isAgent(row) ? "agent" : "person",
    startMs: toMs(row.timestamp),
    durationMs: toMs(row.duration),
    exitCode: wholeFromZero(row.exit),
    // Written as "host:user".
    cwd: isFrom(String(row.hostname ?? "").split(":")[0], host) ? textIn(row.cwd) : undefined,
    session: textIn(row.session),
    shell: SHELLS.find((name) => name === row.shell),
  });
}

/** Older versions have only the author. `pi` is not in the list: it may be the user's own name. */
function isAgent({ author, author_kind: kind }: HistoryRow): boolean {
  if (typeof kind === "string" && kind !== "") return /agent/i.test(kind);
  return typeof author === "string" && /^(?:claude-code|codex|opencode|gemini-cli)$/.test(author);
}
