/** The id of a project that is not registered yet, made from its strongest evidence. */
import { derivedId } from "../base/id.ts";
import type { ProjectId } from "../record/record.ts";
import type { Evidence } from "./project.ts";

/** The same history and remote give the same id on every machine; an id that another project has is salted by the place. */
export function projectId(evidence: Evidence, taken: (id: ProjectId) => boolean): ProjectId {
  const strongest = strongestEvidence(evidence);
  let id = derivedId("prj", strongest);
  for (let salt = 1; taken(id); salt++) {
    id = derivedId("prj", [strongest, evidence.commonDir ?? evidence.path, salt].join("\n"));
  }
  return id;
}

function strongestEvidence(evidence: Evidence): string {
  const origin = evidence.remotes[0];
  if (evidence.rootCommits.length > 0 || origin !== undefined) {
    return ["history", ...evidence.rootCommits.toSorted(), origin ?? ""].join("\n");
  }
  return evidence.commonDir !== undefined ? `git ${evidence.commonDir}` : `path ${evidence.path}`;
}
