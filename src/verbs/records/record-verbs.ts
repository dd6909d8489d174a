/** The verbs on records: add, update, reclassify, archive, restore, delete, history, undo. */
import { type CallContext, changedBy, demandProject } from "../../context/call-context.ts";
import { isoTime } from "../../core/base/clock.ts";
import { OldhandError } from "../../core/base/error.ts";
import type { Change, Kept, Revision, Verb } from "../../core/ports.ts";
import type { Category, MemoryRecord, RecordType } from "../../core/record/record.ts";
import { actOfEdit } from "../../remember/authority.ts";
import type { Speaker, Statement } from "../../remember/candidate.ts";
import { decideEdit } from "../../remember/decide.ts";
import { archived, type Edit, edited, moved, restored } from "../../remember/revise.ts";
import { keptOf } from "../recalling/read-verbs.ts";
import {
  admitStatement,
  carryOut,
  changesBy,
  leaveToPerson,
  type Remembered,
  retried,
  rulingIn,
  similarTo,
} from "./admit.ts";
import { checkStatement, speakerOf } from "./check-statement.ts";
import { type RecordView, viewOf } from "./record-view.ts";

type ChangeVerb = Extract<Verb, "reclassify" | "archive" | "restore">;

export type RecordVerbs = ReturnType<typeof recordVerbs>;

export function recordVerbs(call: CallContext) {
  const { store, env, clock } = call;
  const by = changedBy(env);
  const now = (): string => isoTime(clock());

  /** Decides from the record as it is now and commits; decides again if another process was faster. */
  const change = async (
    id: string,
    verb: ChangeVerb,
    next: (record: MemoryRecord) => MemoryRecord,
  ): Promise<RecordView> =>
    retried(call, async () => {
      const kept = await keptOf(call, id);
      const record = next(kept.record);
      if (record === kept.record) return viewOf(kept, call);
      const act = verb === "reclassify" ? actOfEdit(kept.record, record) : verb;
      if (rulingIn(call, act, kept.record) !== "done") return leaveToPerson(call, record, verb);
      const changes = changesBy(call, [{ op: "put", record, base: kept.version, why: { verb, by } }]);
      const committed = await store.records.commit(changes);
      return committed.outcome === "kept" ? viewOf(committed.kept[0]!, call) : undefined;
    });

  return {
    /** Remembers, merges, supersedes, proposes or refuses a statement, and reports which. */
    async add(statement: Statement, speaker: Speaker = speakerOf(call)): Promise<Remembered> {
      if (statement.scope === "project") demandProject(call);
      return admitStatement(call, statement, { speaker });
    },

    /** Changes a record's text or fields; if somebody changed the same text meanwhile, both versions are kept. */
    async update(id: string, edit: Edit): Promise<Remembered> {
      const first = await keptOf(call, id);
      const check = checkStatement({ ...edit, text: edit.text ?? first.record.text }, call);
      if (check.outcome === "refused") return check;
      const { text, ...fields } = check.statement;
      const clean: Edit = edit.text === undefined ? fields : { ...fields, text };
      const similar = clean.text === undefined ? [] : await similarTo(call, first.record, clean.text);
      const act = actOfEdit(first.record, edited(first.record, clean, now()));
      const askFirst =
        rulingIn(call, act, first.record) === "done" ? undefined : "An agent's change needs your confirmation.";
      return retried(call, async () => {
        const kept = await keptOf(call, first.record.id);
        const next = edited(kept.record, clean, now());
        if (clean.text !== undefined && askFirst === undefined && kept.record.text !== first.record.text)
          return keepBoth(call, next, kept);
        const isReworded = clean.text !== undefined || clean.steps !== undefined;
        const checkable = isReworded ? (await import("./attach-verify.ts")).withChecks(call, next) : next;
        const decision = decideEdit(kept, checkable, { similar, by, ...(askFirst !== undefined && { askFirst }) });
        return carryOut(call, decision, undefined);
      });
    },

    reclassify: (id: string, to: RecordType | Category) =>
      change(id, "reclassify", (record) => moved(record, to, now())),

    archive: (id: string) =>
      change(id, "archive", (record) =>
        record.status === "archived" ? record : archived(record, "archived by hand", now()),
      ),

    restore: (id: string) =>
      change(id, "restore", (record) => (record.status === "active" ? record : restored(record, now()))),

    /** Removes a record; `undo` brings it back for 24 hours, and a tombstone stops anything else from doing so. */
    delete: (id: string): Promise<RecordView> =>
      retried(call, async () => {
        const kept = await keptOf(call, id);
        const gone = archived(kept.record, "deleted at an agent's request", now());
        if (rulingIn(call, "delete", kept.record) !== "done") return leaveToPerson(call, gone, "delete");
        const why = { verb: "delete" as const, by };
        const committed = await store.records.commit([
          { op: "remove", id: kept.record.id, base: kept.version, leaveTombstone: true, why },
        ]);
        return committed.outcome === "kept" ? viewOf(kept, call) : undefined;
      }),

    async history(id: string): Promise<{ id: string; revisions: readonly Revision[] }> {
      const known = await store.records.history(id);
      if (known.length > 0) return { id, revisions: known };
      const { record } = await keptOf(call, id);
      return { id: record.id, revisions: await store.records.history(record.id) };
    },

    /** Reverts the last change made here, entirely; what changed since is not overwritten. With `of`, only a change of that record. */
    async undo({ of }: { of?: string } = {}): Promise<{ undone: readonly Revision[] }> {
      const batch = store.revisions.lastBatch(store.folders.map(({ key }) => key));
      const last = batch[0];
      if (last === undefined) throw new OldhandError("not-found", "Nothing to undo here.");
      if (of !== undefined && batch.every(({ record }) => record !== of))
        throw new OldhandError("conflict", "Something else changed since, so this was not undone.");
      if (batch.some(({ before, after }) => rulingIn(call, "undo", (after ?? before)!) !== "done"))
        throw new OldhandError(
          "invalid",
          "A person made the last change here; an agent cannot undo it. Ask the person.",
        );
      const reverted = await Promise.all(batch.map((revision) => revert(call, revision)));
      const committed = await store.records.commit(changesBy(call, reverted));
      if (committed.outcome === "conflict") throw changedSince(last.record);
      store.revisions.markUndone(batch.map(({ seq }) => seq));
      for (const { before, after } of batch) {
        if (before !== undefined && after === undefined)
          await store.tombstones.lift({ id: before.id, text: before.text });
      }
      return { undone: batch };
    },
  };
}

function keepBoth(call: CallContext, wanted: MemoryRecord, kept: Kept): Remembered {
  const copy = call.store.records.saveConflictCopy(wanted);
  const reason = `The file changed while this ran and was left unchanged; your version is saved next to it: ${copy}`;
  return { outcome: "refused", record: viewOf(kept, call), reason };
}

/** The change that reverts a revision. */
async function revert({ store, env }: CallContext, { record: id, before, after }: Revision): Promise<Change> {
  const why = { verb: "undo" as const, by: changedBy(env) };
  const now = await store.records.get(id);
  if (after !== undefined && now === undefined) throw new OldhandError("conflict", `${id} no longer exists.`);
  if (after !== undefined && contentOf(now!.record) !== contentOf(after)) throw changedSince(id);
  if (before === undefined) return { op: "remove", id, base: now!.version, leaveTombstone: false, why };
  return { op: "put", record: before, base: now?.version ?? null, why };
}

function changedSince(id: string): OldhandError {
  return new OldhandError("conflict", `${id} changed since. See \`oldhand record history ${id}\`.`);
}

/** The content of a record, without its place and the trust it has there. */
function contentOf({ trust: _, accepted: __, source: ___, project: ____, ...content }: MemoryRecord): string {
  return JSON.stringify(Object.entries(content).sort());
}
