/** The verbs on record files that changed outside oldhand: list them, confirm them, or leave them unconfirmed. */
import { demandPerson } from "../../context/call-context.ts";
import type { Env } from "../../context/environment.ts";
import type { ChangedFile, ChangedFiles } from "../../store/local/changed-files.ts";

export type { ChangedFile } from "../../store/local/changed-files.ts";

type ChangedFilesContext = {
  readonly env: Env;
  readonly store: { readonly changedFiles: ChangedFiles };
};

export function changedFileVerbs({ env, store: { changedFiles } }: ChangedFilesContext) {
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
  };
}
