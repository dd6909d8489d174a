/** Decides what a vanished file means: deleted by a person, gone with a branch, or so many that a person has to confirm. */
import { systemClock } from "../core/base/clock.ts";
import type { Why } from "../core/ports.ts";
import type { RecordId } from "../core/record/record.ts";
import { getMeta, setMeta } from "./databases/database.ts";
import { isOthers } from "./files/record-folder.ts";
import type { Entry } from "./index/find-entries.ts";
import { entriesOf } from "./index/record-entries.ts";
import { forgetDirectories } from "./index/refresh.ts";
import type { WriteStore } from "./write-store.ts";

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
    const missing = vanished.filter((entry) => entry.folder === folder.key);
    if (missing.length === 0) return [];
    // Switching branches removes files from a repository's folder, and a space sends its records again: nothing is deleted.
    if (isOthers(folder)) {
      store.index.write(() => {
        for (const entry of missing) entries.drop(entry);
      });
      return [];
    }
    // A crash after the file was removed: the tombstone says that it was on purpose.
    const interrupted = missing.filter(({ id }) => store.tombstones.removalOf(id) !== undefined);
    for (const entry of interrupted) recordDeletion(store, entry, nowMs);
    const gone = missing.filter((entry) => !interrupted.includes(entry));
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
  store: Pick<WriteStore, "folders" | "index" | "state" | "tombstones" | "revisions" | "reader">,
): Promise<boolean> {
  const { tombstones } = store;
  const entries = entriesOf(store.index);
  const unchecked = uncheckedFolders(store);
  let hasChanged = false;
  for (const folder of store.folders.filter(({ fromRepo }) => !fromRepo)) {
    // The index may still list a record whose tombstone it has not seen: a rebuild would find it, so this has to as well.
    const listed = unchecked.has(folder.key)
      ? entries.all(folder.key).filter(({ id, state }) => state === "kept" && tombstones.removalOf(id) !== undefined)
      : [];
    for (const entry of [...entries.withTombstone(folder.key), ...listed]) {
      const now = store.reader.fromFile(entry);
      const isLifted = now !== undefined && isUnfinished(store, entry.id);
      if (isLifted) await tombstones.lift({ id: entry.id, text: now.record.text });
      if (now === undefined || (!isLifted && entry.state === "buried")) continue;
      store.index.write(() => {
        entries.drop(entry);
        // So that the file is read again, though nothing changed in its directory.
        forgetDirectories(store.index, folder.key);
      });
      hasChanged = true;
    }
  }
  const left = [...unchecked].filter((key) => !store.folders.some((folder) => folder.key === key));
  if (left.length < unchecked.size) setMeta(store.state, UNCHECKED, JSON.stringify(left));
  return hasChanged;
}

const UNCHECKED = "folders_unchecked";

/** Folders to check for interrupted deletions: a command in one project does not see the files of another. */
function uncheckedFolders({
  state,
  index,
  tombstones,
}: Pick<WriteStore, "state" | "index" | "tombstones">): Set<string> {
  const known = new Set(JSON.parse(getMeta(state, UNCHECKED) ?? "[]") as string[]);
  if (tombstones.unseen().size === 0) return known;
  for (const { folder } of index.sql("SELECT DISTINCT folder FROM files").all()) known.add(String(folder));
  // Before the tombstones count as seen.
  setMeta(state, UNCHECKED, JSON.stringify([...known]));
  return known;
}

/** Forgetting is always finished, never cancelled. */
function isUnfinished({ tombstones, revisions }: Pick<WriteStore, "tombstones" | "revisions">, id: RecordId): boolean {
  return !tombstones.isForgotten(id) && revisions.of(id).at(-1)?.after !== undefined;
}

/** Records the deletion of a record whose file is gone. */
export function recordDeletion(store: Store, entry: Entry, nowMs: number): void {
  const entries = entriesOf(store.index);
  const before = entries.body(entry.row);
  const reason = store.tombstones.removalOf(entry.id)?.why;
  if (before !== undefined && reason !== "forget") {
    store.state.write(() => {
      if (reason === undefined) store.tombstones.add({ id: entry.id, text: before.text }, "hand", nowMs);
      const why: Why =
        reason === undefined || reason === "hand"
          ? { verb: "hand", actor: "person", by: "a person, by deleting the file" }
          : { verb: "delete", actor: "repair", by: "oldhand, to finish an interrupted deletion" };
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
