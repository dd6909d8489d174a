/** Moves records out of a space's folder into the person's own: those that the space never got. */

import type { ProjectId, RecordId } from "../../../core/record/record.ts";
import { globalFolder, projectFolder } from "../../../store/files/record-folder.ts";
import { foldersOfSpace, type Space } from "../../../store/replicate/team/space-files.ts";
import type { CallContext } from "../../call/call-context.ts";
import { changedBy } from "../../call/call-context.ts";
import { commitChanges } from "../../call/commit-changes.ts";
import { inFolders } from "../../call/open-for-writing.ts";

type How = {
  /** The person wrote them here; otherwise nobody vouches for them: search finds them, no agent is given them. */
  readonly areOwn?: boolean;
};

/** Returns how many were moved. */
export async function moveOut(
  call: CallContext,
  space: Space,
  ids: readonly RecordId[],
  { areOwn = false }: How = {},
): Promise<number> {
  if (ids.length === 0) return 0;
  const theirs = foldersOfSpace(call.home, space);
  const projects = theirs.flatMap(({ project }): ProjectId[] => (project === undefined ? [] : [project]));
  const own = [globalFolder(call.home), ...projects.map((project) => projectFolder(call.home, project))];
  return inFolders(call, [...own, ...theirs.map((folder) => ({ ...folder, takesNew: false }))], async (store) => {
    let moved = 0;
    for (const id of ids) {
      const kept = await store.records.get(id);
      if (kept === undefined) continue;
      const { author: _, accepted: _a, ...record } = kept.record;
      const committed = await commitChanges(
        { env: call.env, config: call.config, store },
        [
          {
            op: "put",
            record: { ...record, trust: areOwn ? "person" : "external" },
            base: kept.version,
            into: "own",
            why: { verb: "share", ...changedBy(call.env) },
          },
        ],
        "person",
      );
      if (committed.outcome === "kept") moved += 1;
    }
    return moved;
  });
}
