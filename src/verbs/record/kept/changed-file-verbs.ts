/** The verbs on files that changed outside oldhand, of records and of a project's memory: list, confirm, decline. */

import type { ChangedFile, ChangedFiles } from "../../../store/changed-files.ts";
import { demandPerson } from "../../call/call-context.ts";
import type { Env } from "../../call/environment.ts";
import type { EditsContext, ManualEdit } from "../../memory/artifacts/manual-edits.ts";

export type { ChangedFile } from "../../../store/changed-files.ts";
export type { ManualEdit } from "../../memory/artifacts/manual-edits.ts";

type ChangedFilesContext = EditsContext & {
  readonly env: Env;
  readonly store: { readonly changedFiles: ChangedFiles };
};

export function changedFileVerbs(call: ChangedFilesContext) {
  const { env } = call;
  const { changedFiles } = call.store;
  // Loaded only if it is asked for: most commands merge no files.
  const edits = () => import("../../memory/artifacts/manual-edits.ts");
  return {
    /** Also those that the person was asked about before. */
    changedFiles: (): readonly ChangedFile[] => changedFiles.list(),
    /** Makes them the person's, as they were shown; a file that changed since is listed again. */
    confirmFiles(files: readonly ChangedFile[]): void {
      demandPerson(env, "confirm changed files");
      changedFiles.confirm(files);
    },
    /** They count as an agent's, and nobody is asked about this change again. */
    declineFiles(files: readonly ChangedFile[]): void {
      demandPerson(env, "confirm changed files");
      changedFiles.decline(files);
    },
    /** Edits of the project's MEMORY.md and its summary that nobody confirmed, also declined ones. */
    manualEdits: async (): Promise<readonly ManualEdit[]> => (await edits()).manualEdits(call),
    /** Makes them the person's: the next consolidation takes them. */
    async confirmEdits(confirmed: readonly ManualEdit[]): Promise<void> {
      demandPerson(env, "confirm changed files");
      (await edits()).decideManualEdits(call, confirmed, "confirmed");
    },
    /** They stay in the file without effect, and nobody is asked about them again. */
    async declineEdits(declined: readonly ManualEdit[]): Promise<void> {
      demandPerson(env, "confirm changed files");
      (await edits()).decideManualEdits(call, declined, "declined");
    },
  };
}
