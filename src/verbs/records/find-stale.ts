/** Holds records against the repository that they speak of. */

import type { ReadContext } from "../../context/call-context.ts";
import type { Kept } from "../../core/ports.ts";
import { checkLines } from "../../core/verify/check.ts";
import { repoAt } from "../../project/repo.ts";

/** Says why a record no longer agrees with its repository; what belongs to no repository is never held against one. */
export function checker({ project }: Pick<ReadContext, "project">): (kept: Kept) => string | undefined {
  if (project === undefined) return () => undefined;
  // One look at the tree for one question: the next one looks anew.
  const repo = repoAt(project.root);
  return ({ record }) => {
    if (record.scope !== "project" || record.verify === undefined || record.verify.length === 0) return undefined;
    const checked = checkLines(record.verify, repo);
    return checked.holds ? undefined : checked.why;
  };
}
