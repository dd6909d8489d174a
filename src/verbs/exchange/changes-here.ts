/** What happened here to records since this machine and a remote agreed on them. */
import type { RecordId } from "../../core/record/record.ts";
import type { SpaceId } from "../../core/team/rights.ts";
import type { Folder } from "../../store/files/record-folder.ts";
import { entriesOf } from "../../store/index/record-entries.ts";
import { type LocalChange, localChange } from "../../store/replicate/local-change.ts";
import type { AgreedRecord } from "../../store/rows/remotes.ts";
import type { WriteStore } from "../../store/write-store.ts";

type Compared = {
  readonly known: Pick<AgreedRecord, "sha" | "revision"> | undefined;
  /** The hash of what is here. */
  readonly sha: string | undefined;
};

/** With the changes and the tombstone that say so. */
export function changeSince(store: WriteStore, id: RecordId, { known, sha }: Compared) {
  const changes = store.revisions.of(id).filter(({ seq }) => seq > (known?.revision ?? 0));
  const removal = sha === undefined ? store.tombstones.removalOf(id) : undefined;
  return { change: localChange(known, { sha, changes, isDeleted: removal !== undefined }), changes, removal };
}

type ChangedHere = { readonly id: RecordId; readonly sha: string | undefined; readonly change: LocalChange };

/** Every record of a space whose file is not as it was agreed on. */
export function changesHere(
  store: WriteStore,
  { id: space }: { readonly id: SpaceId },
  folders: readonly Folder[] = store.folders,
): readonly ChangedHere[] {
  const agreed = store.remotes.agreed(space);
  const keys = folders.flatMap((folder) => (folder.space === space ? [folder.key] : []));
  const here = entriesOf(store.index).versionsIn(keys);
  return [...new Set([...here.keys(), ...agreed.keys()])].flatMap((id) => {
    const [known, sha] = [agreed.get(id), here.get(id)];
    return sha === known?.sha ? [] : [{ id, sha, change: changeSince(store, id, { known, sha }).change }];
  });
}

/** The version of a record's file here, also of one that a tombstone hides. */
export function versionHere(store: WriteStore, id: RecordId): string | undefined {
  const keys = store.folders.map(({ key }) => key);
  return entriesOf(store.index)
    .byId(id, keys)
    .find(({ state, goneMs }) => state !== "invalid" && goneMs === undefined)?.version;
}

/** What the person changed is delivered; what oldhand or others did here is not. */
export function isToDeliver(change: LocalChange): change is "put" | "remove" {
  return change === "put" || change === "remove";
}
