/** The history of records: every change with the record before and after, to show and to undo it. */
import { MINUTE_MS } from "../../core/base/clock.ts";
import type { Revision, Verb, Why } from "../../core/ports.ts";
import type { MemoryRecord, RecordId } from "../../core/record/record.ts";
import { type Database, insertRow, placeholders } from "../databases/database.ts";

type NewRevision = {
  readonly batch: string;
  readonly record: RecordId;
  readonly folder: string;
  readonly atMs: number;
  readonly why: Why;
  readonly before?: MemoryRecord | undefined;
  readonly after?: MemoryRecord | undefined;
  /** Only shown in the history: there is nothing to undo. */
  readonly isNote?: boolean;
};

export type Revisions = ReturnType<typeof revisionsOf>;

export function revisionsOf(state: Database) {
  return {
    append({ batch, record, folder, atMs, why, before, after, isNote = false }: NewRevision): void {
      const change = {
        verb: why.verb,
        by: why.by,
        actor: why.actor,
        before: toJson(before),
        after: toJson(after),
        undone: Number(isNote),
      };
      insertRow(state, "revisions", { batch, record, folder, at_ms: atMs, ...change });
    },
    of: (record: RecordId) =>
      state.sql("SELECT * FROM revisions WHERE record = ? ORDER BY seq").all(record).map(fromRow),
    /** The folder of a record's newest change; undefined if the history does not know it. */
    lastFolder(record: RecordId): string | undefined {
      const last = state.sql("SELECT folder FROM revisions WHERE record = ? ORDER BY seq DESC LIMIT 1").get(record);
      return last === undefined ? undefined : String(last.folder);
    },
    /** Deletes the history that a record has in these folders. */
    dropIn(record: RecordId, folders: readonly string[]): void {
      state
        .sql("DELETE FROM revisions WHERE record = ? AND folder IN (SELECT value FROM json_each(?))")
        .run(record, JSON.stringify(folders));
    },
    /** The newest commit in these folders that can be undone; its last change first. */
    lastBatch(folders: readonly string[]): readonly Revision[] {
      const last = state
        .sql(
          `SELECT batch FROM revisions WHERE undone = 0 AND verb NOT IN ('undo', 'hand') AND folder IN (${placeholders(folders)})
           ORDER BY seq DESC LIMIT 1`,
        )
        .get(...folders);
      if (last === undefined) return [];
      return state.sql("SELECT * FROM revisions WHERE batch = ? ORDER BY seq DESC").all(last.batch!).map(fromRow);
    },
    markUndone(seqs: readonly number[]): void {
      for (const seq of seqs) state.sql("UPDATE revisions SET undone = 1 WHERE seq = ?").run(seq);
    },
    /** Deletes the history of what was in these folders. */
    dropFolder: (folder: string): void => void state.sql("DELETE FROM revisions WHERE folder = ?").run(folder),
    /** The folders that the history names. */
    folders: (): readonly string[] =>
      state
        .sql("SELECT DISTINCT folder FROM revisions")
        .all()
        .map(({ folder }) => String(folder)),
    /** Deletes the history of deleted records once they can no longer be restored. */
    purgeDeleted(beforeMs: number): void {
      state
        .sql(
          `DELETE FROM revisions WHERE record IN (
             SELECT record FROM revisions AS last WHERE after IS NULL AND at_ms < ?
             AND seq = (SELECT max(seq) FROM revisions WHERE record = last.record))`,
        )
        .run(beforeMs);
    },
    /** Changes by this caller. */
    madeBy: (by: string, { fromMs, toMs }: Span): readonly Revision[] =>
      state
        .sql("SELECT * FROM revisions WHERE by = ? AND at_ms BETWEEN ? AND ? ORDER BY seq")
        .all(by, fromMs, toMs)
        .map(fromRow),
    /** What was typed up to a time that names the program; undefined if no shell recorded anything in this span. */
    typedLines(program: string, { fromMs, toMs }: Span): ((atMs: number) => readonly string[]) | undefined {
      const live = "source = 'live' AND actor = 'person'";
      const any = state.sql(`SELECT 1 FROM events WHERE ${live} AND at BETWEEN ? AND ? LIMIT 1`).get(fromMs, toMs);
      if (any === undefined) return undefined;
      const lines = state
        .sql(`SELECT at, command FROM events WHERE ${live} AND at >= ? AND instr(command, ?) > 0`)
        .all(fromMs - TYPED_BEFORE_MS, program);
      return (atMs) =>
        lines
          .filter(({ at }) => Number(at) >= atMs - TYPED_BEFORE_MS && Number(at) <= atMs + CLOCKS_MS)
          .map(({ command }) => String(command));
    },
    all: () => state.sql("SELECT * FROM revisions ORDER BY seq").all().map(fromRow),
  };
}

type Span = { readonly fromMs: number; readonly toMs: number };

/** A command that asks questions can run for as long before it changes something. */
const TYPED_BEFORE_MS = 30 * MINUTE_MS;
/** A shell notes the start of a line in full seconds. */
const CLOCKS_MS = 2000;

function fromRow(row: Record<string, unknown>): Revision {
  return {
    seq: Number(row.seq),
    record: String(row.record),
    atMs: Number(row.at_ms),
    why: { verb: row.verb as Verb, by: String(row.by), actor: row.actor as Why["actor"] },
    ...(row.before !== null && { before: JSON.parse(String(row.before)) as MemoryRecord }),
    ...(row.after !== null && { after: JSON.parse(String(row.after)) as MemoryRecord }),
    undone: row.undone === 1,
  };
}

function toJson(record: MemoryRecord | undefined): string | undefined {
  return record && JSON.stringify(record);
}
