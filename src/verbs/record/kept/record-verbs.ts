/** The verbs on records: add, update, reclassify, archive, restore, delete, history, undo. */

import { isoTime } from "../../../core/base/clock.ts";
import { OldhandError } from "../../../core/base/error.ts";
import type { Change, Kept, Revision } from "../../../core/ports.ts";
import type { Category, MemoryRecord, RecordType } from "../../../core/record/record.ts";
import { rulingOnChange } from "../../../remember/authority.ts";
import type { Speaker, Statement } from "../../../remember/candidate.ts";
import { archived, type Edit, edited, moved, restored, withoutPastExpiry } from "../../../remember/revise.ts";
import { actorOf, type CallContext, changedBy, demandProject } from "../../call/call-context.ts";
import { commitChanges } from "../../call/commit-changes.ts";
import { keptOf } from "../../recalling/read-verbs.ts";
import { admitStatement, type Remembered, retried, similarTo } from "./admit.ts";
import { type ChangeOptions, changeOrThrow, changeRecord } from "./change-record.ts";
import { checkStatement, speakerOf } from "./check-statement.ts";
import { type RecordView, viewOf } from "./record-view.ts";

export type RecordVerbs = ReturnType<typeof recordVerbs>;

type Why = Pick<ChangeOptions, "why">;

export function recordVerbs(call: CallContext) {
  const { store, clock } = call;
  const now = (): string => isoTime(clock());

  return {
    /** Remembers, merges, supersedes, proposes or refuses a statement, and reports which. */
    async add(statement: Statement, speaker: Speaker = speakerOf(call)): Promise<Remembered> {
      if (statement.scope === "project") demandProject(call);
      await checkGuards(statement);
      return admitStatement(call, statement, { speaker });
    },

    /** Changes a record's text or fields; if somebody changed the same text meanwhile, both versions are kept. */
    async update(id: string, edit: Edit, { why }: Why = {}): Promise<Remembered> {
      await checkGuards(edit);
      const first = await keptOf(call, id);
      const check = checkStatement({ ...edit, text: edit.text ?? first.record.text }, call);
      if (check.outcome === "refused") return check;
      const { text, ...fields } = check.statement;
      const clean: Edit = edit.text === undefined ? fields : { ...fields, text };
      const similar = clean.text === undefined ? [] : await similarTo(call, first.record, clean.text);
      return retried(call, async () => {
        const kept = await keptOf(call, first.record.id);
        const next = edited(kept.record, clean, now());
        const isReworded = clean.text !== undefined || clean.steps !== undefined;
        const checkable = isReworded ? (await import("./attach-verify.ts")).withChecks(call, next) : next;
        if (clean.text !== undefined && kept.record.text !== first.record.text && mayChange(call, kept, checkable))
          return keepBoth(call, next, kept);
        return changeRecord(call, { kept, verb: "update", next: checkable }, { why, similar });
      });
    },

    reclassify: (id: string, to: RecordType | Category, { why }: Why = {}) =>
      changeOrThrow(call, id, { verb: "reclassify", next: (record) => moved(record, to, now()), why }),

    archive: (id: string, { why }: Why = {}) =>
      changeOrThrow(call, id, {
        verb: "archive",
        next: (record) => (record.status === "archived" ? record : archived(record, "archived by hand", now())),
        why,
      }),

    restore: (id: string, { why }: Why = {}) =>
      changeOrThrow(call, id, {
        verb: "restore",
        next: (record) => (record.status === "active" ? record : restored(record, now())),
        why,
      }),

    /** Removes a record; `undo` brings it back for 24 hours, and a tombstone stops anything else from doing so. */
    delete: (id: string, { why }: Why = {}): Promise<RecordView> => changeOrThrow(call, id, { verb: "delete", why }),

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
      if (actorOf(call.env) !== "person" && !batch.every((revision) => mayUndo(call, revision)))
        throw new OldhandError(
          "invalid",
          "A person made the last change here; an agent cannot undo it. Ask the person.",
        );
      const committed = await commitChanges(call, await Promise.all(batch.map((revision) => revert(call, revision))));
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

async function checkGuards({ guards }: Pick<Edit, "guards">): Promise<void> {
  if (guards !== undefined && guards.length > 0)
    (await import("../../guards/demand-readable.ts")).demandReadable(guards);
}

function mayChange({ env }: CallContext, { record: before }: Kept, after: MemoryRecord): boolean {
  return rulingOnChange(actorOf(env), "update", { before, after }) === "done";
}

/** Only its own changes: undoing somebody else's brings back what they removed. */
function mayUndo({ env }: CallContext, { why, before, after }: Revision): boolean {
  return why.actor === "agent" && rulingOnChange(actorOf(env), "undo", { before: after, after: before }) === "done";
}

function keepBoth(call: CallContext, wanted: MemoryRecord, kept: Kept): Remembered {
  const copy = call.store.records.saveConflictCopy(wanted);
  const reason = `The file changed while this ran and was left unchanged; your version is saved next to it: ${copy}`;
  return { outcome: "refused", record: viewOf(kept, call), reason };
}

/** The change that reverts a revision. */
async function revert({ store, env, clock }: CallContext, { record: id, before, after }: Revision): Promise<Change> {
  const why = { verb: "undo" as const, ...changedBy(env) };
  const at = isoTime(clock());
  const now = await store.records.get(id);
  if (after !== undefined && now === undefined) throw new OldhandError("conflict", `${id} no longer exists.`);
  if (after !== undefined && contentOf(now!.record, at) !== contentOf(after, at)) throw changedSince(id);
  // What other machines or a team have is deleted there too: the history of it may expire before they hear of it.
  const isShared = store.remotes.holding(id).length > 0;
  if (before === undefined) return { op: "remove", id, base: now!.version, leaveTombstone: isShared, why };
  const record = before.status === "active" ? withoutPastExpiry(before, at) : before;
  return { op: "put", record, base: now?.version ?? null, why };
}

function changedSince(id: string): OldhandError {
  return new OldhandError("conflict", `${id} changed since. See \`oldhand record history ${id}\`.`);
}

/** The content of a record, without its place and what it gets there. */
function contentOf(record: MemoryRecord, at: string): string {
  const { trust: _, accepted: _a, source: _s, project: _p, author: _n, ...content } = withoutPastExpiry(record, at);
  return JSON.stringify(Object.entries(content).sort());
}
