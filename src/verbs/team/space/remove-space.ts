/** Takes a space out of this machine: its token, files, index, history and acceptances; what was never sent stays the person's. */

import type { SpaceId } from "../../../core/team/rights.ts";
import { truncateLogs } from "../../../store/forget/forget.ts";
import { entriesOf } from "../../../store/index/record-entries.ts";
import {
  foldersOfSpace,
  isFolderOf,
  leftBehind,
  readSpaces,
  removeSpaceFiles,
  type Space,
} from "../../../store/replicate/team/space-files.ts";
import type { WriteStore } from "../../../store/write-store.ts";
import type { CallContext } from "../../call/call-context.ts";
import { inFolders } from "../../call/open-for-writing.ts";
import { changesHere } from "../../exchange/changes-here.ts";
import { moveOut } from "../../exchange/spaces/move-out.ts";

/** Returns how many records that only this machine had were kept as the person's own. */
export async function removeSpace(call: CallContext, space: Space): Promise<{ readonly kept: number }> {
  const kept = await keepUnsent(call, space);
  removeEverything(call.store, space.id);
  return { kept };
}

/**
 * Finishes removals that a crash interrupted: without its file a space is none. A command that was running while the
 * space was removed may have written another record there.
 */
export async function finishLeaving(call: CallContext): Promise<void> {
  for (const id of leftBehind(call.home)) {
    const member = { id: "", name: "" };
    await keepUnsent(call, { id, name: id, url: "", member, role: "viewer", review: false, routed: [] });
    removeEverything(call.store, id);
  }
}

async function keepUnsent(call: CallContext, space: Space): Promise<number> {
  const unsent = await inFolders(call, foldersOfSpace(call.home, space), async (store) =>
    changesHere(store, space).flatMap(({ id, change }) =>
      change === "put" && store.remotes.agreedOn(space.id, id)?.version === undefined ? [id] : [],
    ),
  );
  return moveOut(call, space, unsent, { areOwn: true });
}

function removeEverything(store: WriteStore, id: SpaceId): void {
  removeSpaceFiles(store.home, id);
  const isOfSpace = (folder: string): boolean => isFolderOf(folder, id);
  const entries = entriesOf(store.index);
  store.index.write(() => {
    for (const folder of entries.folders().filter(isOfSpace))
      for (const entry of entries.all(folder)) entries.drop(entry);
  });
  store.state.write(() => {
    for (const folder of store.revisions.folders().filter(isOfSpace)) store.revisions.dropFolder(folder);
    store.accepted.dropSpace(id);
    store.remotes.drop(id);
    // An id that this space had may be free now: what another space sent under it is looked at again.
    for (const other of readSpaces(store.home)) {
      const isAnyRefused = [...store.remotes.agreed(other.id).values()].some(({ state }) => state === "refused");
      if (isAnyRefused) store.remotes.advance(other.id, { cursor: "" });
    }
  });
  // Deleted rows stay in the logs until they are truncated.
  truncateLogs(store);
}
