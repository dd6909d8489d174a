/** The stored text of sessions: how much space it takes, and deleting it in steps. */
import type { SessionId } from "../../core/session/session.ts";
import { type Database, getMeta, pragma, setMeta } from "../databases/database.ts";

/** A session whose text is stored. */
export type StoredTranscript = {
  readonly id: SessionId;
  /** When it was last imported: the times in a transcript cannot be trusted. */
  readonly lastMs: number;
  readonly endedMs: number;
  readonly isPinned: boolean;
  /** Whether extraction has read it; `none` if no job asked for it. */
  readonly reading: "none" | "pending" | "given up" | "done";
  /** Up to when extraction has read it. */
  readonly readUpToMs: number;
};

/** Same as for jobs: after so many failures it is not retried automatically. */
const MOST_ATTEMPTS = 3;
const LAST_CHECK = "let_go_looked_ms";
const HAS_TEXT = "(let_go_ms IS NULL OR read_ms > let_go_ms)";

export function transcriptTextOf(state: Database) {
  const bytesIn = (where: string, ...values: string[]): number =>
    Number(state.sql(`SELECT coalesce(sum(octet_length(text)), 0) AS n FROM turns ${where}`).get(...values)?.n);
  return {
    /** The least recently imported first. */
    stored: () =>
      state
        .sql(
          `SELECT sessions.*, status, attempts, done_mark, input_mark FROM sessions
           LEFT JOIN jobs ON kind = 'extract' AND key = id WHERE ${HAS_TEXT}
           ORDER BY coalesce(read_ms, ended_ms, 0), id`,
        )
        .all()
        .map(transcriptFrom),
    bytes: () => bytesIn(""),
    bytesOf: (session: SessionId) => bytesIn("WHERE session = ?", session),
    /** The size of the entire state, which is never less than the text in it. */
    usedBytes: () => (pragma(state, "page_count") - pragma(state, "freelist_count")) * pragma(state, "page_size"),
    /** Deletes at most so many turns; returns how many there were. */
    deleteSome: (session: SessionId, most: number): number =>
      Number(
        state
          .sql(
            `DELETE FROM turns WHERE session = ?1 AND (place, ord) IN
               (SELECT place, ord FROM turns WHERE session = ?1 ORDER BY place, ord LIMIT ?2)`,
          )
          .run(session, most).changes,
      ),
    /** Refused statements in the ledger lose their text, and are still counted. */
    markDeleted(session: SessionId, { atMs, why }: { readonly atMs: number; readonly why: string }): void {
      state.sql("DELETE FROM turns WHERE session = ?").run(session);
      state.sql("UPDATE sentences SET text = '' WHERE session = ? AND kind = 'read' AND is_taken = 0").run(session);
      // Even if the clock was set back, the deletion is later than the import.
      state
        .sql("UPDATE sessions SET let_go_ms = max(?, coalesce(read_ms, 0)), let_go_why = ? WHERE id = ?")
        .run(atMs, why, session);
    },
    clearDeleted: (session: SessionId) =>
      void state.sql("UPDATE sessions SET let_go_ms = NULL, let_go_why = NULL WHERE id = ?").run(session),
    pin: (session: SessionId, as: "pinned" | "free") =>
      void state.sql("UPDATE sessions SET is_pinned = ? WHERE id = ?").run(as === "pinned" ? 1 : 0, session),
    /** When sessions were last checked for text to delete. */
    lastCheckMs: () => Number(getMeta(state, LAST_CHECK) ?? 0),
    recordCheck: (atMs: number) => setMeta(state, LAST_CHECK, String(atMs)),
    /** How many sessions have no text left. */
    deletedCount: () => Number(state.sql(`SELECT count(*) AS n FROM sessions WHERE NOT ${HAS_TEXT}`).get()?.n),
  };
}

function transcriptFrom(row: Record<string, unknown>): StoredTranscript {
  const endedMs = Number(row.ended_ms ?? 0);
  return {
    id: String(row.id),
    lastMs: Number(row.read_ms ?? endedMs),
    endedMs,
    isPinned: row.is_pinned === 1,
    reading: readingOf(row),
    readUpToMs: Number(row.done_mark ?? 0),
  };
}

function readingOf({ status, attempts, done_mark, input_mark }: Record<string, unknown>): StoredTranscript["reading"] {
  if (status === null) return "none";
  if (done_mark !== null && Number(done_mark) >= Number(input_mark)) return "done";
  return status !== "running" && Number(attempts) >= MOST_ATTEMPTS ? "given up" : "pending";
}
