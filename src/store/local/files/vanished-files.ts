/** Decides what a vanished file means: deleted by a person, gone with a branch, or so many that a person has to confirm. */
import { systemClock } from "../../../core/base/clock.ts";
import type { Entry } from "../index/find-entries.ts";
import { entriesOf } from "../index/record-entries.ts";
import type { WriteStore } from "../write-store.ts";

/** An editor that saves by renaming leaves no file for a moment; one that is missing for longer was deleted. */
const GONE_FOR_GOOD_MS = 2000;
/** From these numbers on, a person has to confirm the deletion. */
const MANY_FILES = 10;
const LARGE_SHARE = 0.2;

type Store = Pick<WriteStore, "folders" | "index" | "state" | "tombstones" | "revisions" | "newId">;

/** Records files that a person deleted as deletions; returns those that a person has to confirm. */
export function recordDeletions(store: Store, vanished: readonly Entry[], nowMs: number): Entry[] {
  const entries = entriesOf(store.index);
  return store.folders.flatMap((folder) => {
    const gone = vanished.filter((entry) => entry.folder === folder.key);
    if (gone.length === 0) return [];
    // Switching branches removes files from a repository's folder; that does not delete the record.
    if (folder.fromRepo) {
      store.index.write(() => {
        for (const entry of gone) entries.drop(entry);
      });
      return [];
    }
    if (gone.length >= MANY_FILES && gone.length > entries.all(folder.key).length * LARGE_SHARE) return gone;
    for (const entry of gone) {
      if (Math.abs(systemClock() - (entry.goneMs ?? 0)) >= GONE_FOR_GOOD_MS) recordDeletion(store, entry, nowMs);
    }
    return [];
  });
}

/**
 * A deletion writes its tombstone first. If it was interrupted before the file was removed, it was never acknowledged,
 * and the history has no deletion: the record stays. A copy that came back later has its deletion in the history.
 */
export async function cancelUnfinishedDeletions(
  store: Pick<WriteStore, "folders" | "index" | "tombstones" | "revisions" | "reader">,
): Promise<boolean> {
  const entries = entriesOf(store.index);
  let hasLifted = false;
  for (const folder of store.folders.filter(({ fromRepo }) => !fromRepo)) {
    for (const entry of entries.withTombstone(folder.key)) {
      const now = store.reader.fromFile(entry);
      if (now === undefined || store.revisions.of(entry.id).at(-1)?.after === undefined) continue;
      await store.tombstones.lift({ id: entry.id, text: now.record.text });
      store.index.write(() => {
        entries.drop(entry);
        // So that the file is read again, though nothing changed in its directory.
        store.index.sql("DELETE FROM directories WHERE folder = ?").run(folder.key);
      });
      hasLifted = true;
    }
  }
  return hasLifted;
}

/** Records the deletion of a record whose file is gone. */
export function recordDeletion(store: Store, entry: Entry, nowMs: number): void {
  const entries = entriesOf(store.index);
  const before = entries.body(entry.row);
  if (before !== undefined) {
    store.state.write(() => {
      store.tombstones.add({ id: entry.id, text: before.text }, "hand", nowMs);
      const why = { verb: "hand" as const, by: "a person, by deleting the file" };
      store.revisions.append({
        batch: store.newId("rev"),
        record: entry.id,
        folder: entry.folder,
        atMs: nowMs,
        why,
        before,
      });
    });
  }
  store.index.write(() => entries.drop(entry));
}
