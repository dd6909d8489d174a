/** The words of sessions, as something that takes up space: whose are kept, how much that is, and letting them go bit by bit. */
import type { SessionId } from "../../../core/session/session.ts";
import { type Database, getMeta, setMeta } from "../databases/database.ts";

/** A session whose words are here. */
export type StoredTranscript = {
  readonly id: SessionId;
  /** When something of it was last taken in: a transcript's own times may be any. */
  readonly lastMs: number;
  readonly endedMs: number;
  readonly isPinned: boolean;
  /** `none`: nobody has asked for it to be read. */
  readonly reading: "none" | "waiting" | "given up" | "done";
  /** How far it was read for what lasts. */
  readonly readUpToMs: number;
};

export type TranscriptText = {
  /** Those that were taken in longest ago first. */
  stored(): StoredTranscript[];
  bytesOf(session: SessionId): number;
  bytes(): number;
  /** All that the state takes up, which is never less than the words in it. */
  usedBytes(): number;
  /** Takes out so many pieces at most; returns the pieces that are gone, none where none are left. */
  deleteSome(session: SessionId, most: number): string[];
  /** What was refused loses its words, and still counts. */
  markDeleted(session: SessionId, gone: { readonly atMs: number; readonly why: string }): void;
  clearDeleted(session: SessionId): void;
  pin(session: SessionId, as: "pinned" | "free"): void;
  /** When somebody last looked for what is to go. */
  lastCheckMs(): number;
  recordCheck(atMs: number): void;
  /** How many sessions have none of their words left. */
  deletedCount(): number;
};

/** As in the table of jobs: after so many failures nobody tries again by himself. */
const MOST_ATTEMPTS = 3;
const LOOKED = "let_go_looked_ms";
const HELD = "(let_go_ms IS NULL OR read_ms > let_go_ms)";

export function transcriptTextOf(state: Database): TranscriptText {
  const bytesIn = (where: string, ...values: string[]): number =>
    ["turns", "chunks"]
      .map((table) =>
        state.sql(`SELECT coalesce(sum(octet_length(text)), 0) AS n FROM ${table} ${where}`).get(...values),
      )
      .reduce((sum, row) => sum + Number(row?.n), 0);
  return {
    stored: () =>
      state
        .sql(
          `SELECT sessions.*, status, attempts, done_mark, input_mark FROM sessions
           LEFT JOIN jobs ON kind = 'extract' AND key = id WHERE ${HELD}
           ORDER BY coalesce(read_ms, ended_ms, 0), id`,
        )
        .all()
        .map(heldFrom),
    bytes: () => bytesIn(""),
    bytesOf: (session) => bytesIn("WHERE session = ?", session),
    usedBytes() {
      const pragma = (name: string): number => Number(Object.values(state.sql(`PRAGMA ${name}`).get() ?? {})[0]);
      return (pragma("page_count") - pragma("freelist_count")) * pragma("page_size");
    },
    deleteSome(session, most) {
      const gone = state.sql(
        "DELETE FROM chunks WHERE id IN (SELECT id FROM chunks WHERE session = ? LIMIT ?) RETURNING id",
      );
      state
        .sql(
          `DELETE FROM turns WHERE session = ?1 AND (place, ord) IN
             (SELECT place, ord FROM turns WHERE session = ?1 ORDER BY place, ord LIMIT ?2)`,
        )
        .run(session, most);
      return gone.all(session, most).map(({ id }) => String(id));
    },
    markDeleted(session, { atMs, why }) {
      state.sql("DELETE FROM turns WHERE session = ?").run(session);
      state.sql("UPDATE ledger SET text = '' WHERE session = ? AND is_taken = 0").run(session);
      // Whatever the clock says, what is gone now was taken in before.
      state
        .sql("UPDATE sessions SET let_go_ms = max(?, coalesce(read_ms, 0)), let_go_why = ? WHERE id = ?")
        .run(atMs, why, session);
    },
    clearDeleted: (session) =>
      void state.sql("UPDATE sessions SET let_go_ms = NULL, let_go_why = NULL WHERE id = ?").run(session),
    pin: (session, as) =>
      void state.sql("UPDATE sessions SET is_pinned = ? WHERE id = ?").run(as === "pinned" ? 1 : 0, session),
    lastCheckMs: () => Number(getMeta(state, LOOKED) ?? 0),
    recordCheck: (atMs) => setMeta(state, LOOKED, String(atMs)),
    deletedCount: () => Number(state.sql(`SELECT count(*) AS n FROM sessions WHERE NOT ${HELD}`).get()?.n),
  };
}

function heldFrom(row: Record<string, unknown>): StoredTranscript {
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
  return status !== "running" && Number(attempts) >= MOST_ATTEMPTS ? "given up" : "waiting";
}
