/** The verbs on records: add, update, reclassify, archive, restore, delete, history, undo. */
import { setTimeout as sleep } from "node:timers/promises";
import { changedBy, demandProject, type House } from "../../context/call-context.ts";
import { isoTime } from "../../core/base/clock.ts";
import { OldhandError } from "../../core/base/error.ts";
import type { Kept, Revision, Verb } from "../../core/ports.ts";
import type { Category, MemoryRecord, RecordType } from "../../core/record/record.ts";
import { candidate, type Speaker, type Statement } from "../../remember/candidate.ts";
import { decide, secretIn } from "../../remember/decide.ts";
import { archived, type Edit, edited, moved, restored } from "../../remember/revise.ts";
import { keptOf } from "../recalling/read-verbs.ts";
import { type RecordView, viewOf } from "./record-view.ts";
import {
  carryOut,
  checked,
  knownAbout,
  leaveToPerson,
  mergeInto,
  needsPerson,
  propose,
  put,
  type Remembered,
  speakerOf,
  takenBack,
  twinOf,
} from "./remember.ts";

/** How often a change is decided anew because somebody else was faster, and how long it gives way in between. */
const TRIES = 50;
const LONGEST_PAUSE_MS = 50;

export type RecordVerbs = ReturnType<typeof recordVerbs>;

export function recordVerbs(house: House) {
  const { store, env, clock } = house;
  const by = changedBy(env);
  const now = (): string => isoTime(clock());

  /** Decides from the record as it is now and commits; where somebody else was faster, decides again. */
  const change = async (id: string, verb: Verb, next: (record: MemoryRecord) => MemoryRecord): Promise<RecordView> =>
    again(house, async () => {
      const kept = await keptOf(house, id);
      const record = next(kept.record);
      if (record === kept.record) return viewOf(kept, house);
      if (needsPerson(house, kept.record)) return leaveToPerson(house, record, verb);
      const committed = await store.records.commit([put(record, kept.version, { verb, by })]);
      return committed.outcome === "kept" ? viewOf(committed.kept[0]!, house) : undefined;
    });

  return {
    /** Remembers a statement, or merges, supersedes, proposes or refuses it, and says which. */
    async add(statement: Statement, speaker: Speaker = speakerOf(house)): Promise<Remembered> {
      const check = checked(statement, house);
      if (check.outcome === "refused") return check;
      if (statement.scope === "project") demandProject(house);
      const incidentDays = house.config["incidents.expireDays"];
      return again(house, async () => {
        const made = candidate(check.said, speaker, {
          project: house.place.project?.id,
          nowMs: clock(),
          newId: store.newId,
          incidentDays,
        });
        // Loaded here: most commands add nothing.
        const { withChecks } = await import("./attach-verify.ts");
        const checkable = { ...made, record: withChecks(house, made.record) };
        return carryOut(
          house,
          decide(checkable, { ...(await knownAbout(house, checkable)), byModel: speaker.byModel ?? false }, by),
          made.why,
        );
      });
    },

    /** Changes a record's words or marks; where somebody changed the same words meanwhile, both are kept. */
    async update(id: string, edit: Edit): Promise<Remembered> {
      const first = await keptOf(house, id);
      const check = checked({ ...edit, text: edit.text ?? first.record.text }, house);
      if (check.outcome === "refused") return check;
      const { text: said, ...marks } = check.said;
      const clean: Edit = edit.text === undefined ? marks : { ...marks, text: said };
      const wanted = edited(first.record, clean, now());
      const secret = secretIn(wanted);
      if (secret !== undefined)
        return { outcome: "refused", reason: `It holds a secret (${secret}). Say it without the secret itself.` };
      if (needsPerson(house, first.record))
        return propose(house, wanted, "An agent's change to a person's record needs your word.");
      const twin = clean.text === undefined ? undefined : await twinOf(house, first.record, clean.text);
      if (twin !== undefined) return mergeInto(house, first, twin);
      return again(house, async () => {
        const kept = await keptOf(house, first.record.id);
        if (clean.text !== undefined && kept.record.text !== first.record.text) return keptBoth(house, wanted, kept);
        const next = edited(kept.record, clean, now());
        const isSaidAnew = clean.text !== undefined || clean.steps !== undefined;
        const checkable = isSaidAnew ? (await import("./attach-verify.ts")).withChecks(house, next) : next;
        const committed = await store.records.commit([put(checkable, kept.version, { verb: "update", by })]);
        return committed.outcome === "kept"
          ? { outcome: "remembered", record: viewOf(committed.kept[0]!, house) }
          : undefined;
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

    /** Removes a record; for 24 hours `undo` brings it back, and a tombstone keeps everything else from doing so. */
    delete: (id: string): Promise<RecordView> =>
      again(house, async () => {
        const kept = await keptOf(house, id);
        const gone = archived(kept.record, "deleted on an agent's wish", now());
        if (needsPerson(house, kept.record)) return leaveToPerson(house, gone, "delete");
        const why = { verb: "delete" as const, by };
        const committed = await store.records.commit([
          { op: "remove", id: kept.record.id, base: kept.version, leaveTombstone: true, why },
        ]);
        return committed.outcome === "kept" ? viewOf(kept, house) : undefined;
      }),

    async history(id: string): Promise<{ id: string; revisions: readonly Revision[] }> {
      const known = await store.records.history(id);
      if (known.length > 0) return { id, revisions: known };
      const { record } = await keptOf(house, id);
      return { id: record.id, revisions: await store.records.history(record.id) };
    },

    /** Takes back the last change made here, whole; what was changed since is not overwritten. With `of`, only a change of that record. */
    async undo({ of }: { of?: string } = {}): Promise<{ undone: readonly Revision[] }> {
      const batch = store.revisions.lastBatch(store.folders.map(({ key }) => key));
      const last = batch[0];
      if (last === undefined) throw new OldhandError("not-found", "There is nothing here to undo.");
      if (of !== undefined && batch.every(({ record }) => record !== of))
        throw new OldhandError("conflict", "Something else was changed since, so this was not taken back.");
      if (batch.some(({ before, after }) => needsPerson(house, (after ?? before)!)))
        throw new OldhandError(
          "invalid",
          "The last change here was a person's; an agent cannot undo it. Ask the person.",
        );
      const committed = await store.records.commit(
        await Promise.all(batch.map((revision) => takenBack(house, revision))),
      );
      if (committed.outcome === "conflict") {
        throw new OldhandError(
          "conflict",
          `${last.record} was changed since. Look at \`oldhand record history ${last.record}\`.`,
        );
      }
      store.revisions.markUndone(batch.map(({ seq }) => seq));
      for (const { before, after } of batch) {
        if (before !== undefined && after === undefined)
          await store.tombstones.lift({ id: before.id, text: before.text });
      }
      return { undone: batch };
    },
  };
}

/** Repeats a decision that somebody else's change made void, from what is true now. */
async function again<T>({ store }: House, attempt: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < TRIES; tries++) {
    const done = await attempt();
    if (done !== undefined) return done;
    // By chance, so that those who collided do not collide again.
    await sleep(Math.random() * Math.min(2 ** tries, LONGEST_PAUSE_MS));
    await store.refresh("sweep");
  }
  throw new OldhandError("conflict", "What it touches kept changing while this ran. Run it again.");
}

function keptBoth(house: House, wanted: MemoryRecord, kept: Kept): Remembered {
  const aside = house.store.records.saveConflictCopy(wanted);
  const reason = `The file was changed meanwhile and stays as it is; your version is kept beside it: ${aside}`;
  return { outcome: "refused", record: viewOf(kept, house), reason };
}
