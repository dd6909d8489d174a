/** Which records here came from a space: what it sends reaches those and no others, whatever id it names. */
import type { RecordId } from "../../../core/record/record.ts";
import { isDirectory } from "../../../store/files/durable-files.ts";
import { type Folder, isOthers, ownFolders, repositoryFolder } from "../../../store/files/record-folder.ts";
import { dropCopies } from "../../../store/forget/forget.ts";
import { foldersOfSpace, isFolderOf, readSpaces, type Space } from "../../../store/replicate/team/space-files.ts";
import type { WriteStore } from "../../../store/write-store.ts";

export type Provenance = {
  /** Whether a record with this id is, or was last, something else than this space's. */
  isOfOthers(id: RecordId): Promise<boolean>;
  /** Takes what the space has under such an id out of its folders. */
  dropCopy(id: RecordId): void;
};

/** Reads the other folders once, when the first change is to be applied. */
export function provenanceIn(store: WriteStore, space: Pick<Space, "id">): Provenance {
  let elsewhere: Promise<{ readonly own: Reader; readonly others: Reader }> | undefined;
  return {
    async isOfOthers(id) {
      elsewhere ??= readElsewhere(store, space);
      const { own, others } = await elsewhere;
      if ((await own.get(id)) !== undefined) return true;
      // Of two who are not the person, the one that was first keeps the id.
      if ((await store.records.get(id)) !== undefined) return false;
      if ((await others.get(id)) !== undefined) return true;
      const last = store.revisions.lastFolder(id);
      if (last !== undefined) return !isFolderOf(last, space.id);
      return store.tombstones.removalOf(id) !== undefined && store.remotes.agreedOn(space.id, id) === undefined;
    },
    dropCopy: (id) => dropCopies(store, id),
  };
}

type Reader = Awaited<ReturnType<WriteStore["over"]>>;

async function readElsewhere(store: WriteStore, { id }: Pick<Space, "id">) {
  const { home } = store;
  const known = store.registry.all();
  const repositories = known.flatMap(({ id: project, paths }): Folder[] =>
    paths.filter(isDirectory).map((path) => repositoryFolder(path, project)),
  );
  const spaces = readSpaces(home).filter((one) => one.id !== id);
  const others = [...repositories, ...spaces.flatMap((space) => foldersOfSpace(home, space))];
  return { own: await store.over(ownFolders(home, known)), others: await store.over(others.filter(isOthers)) };
}
