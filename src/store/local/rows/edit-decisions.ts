/** What a person decided about edits of a project's memory files, by the hash of each edit. */
import type { ProjectId } from "../../../core/record/record.ts";
import { type Database, getMeta, setMeta } from "../databases/database.ts";

export type EditDecisions = { readonly confirmed: readonly string[]; readonly declined: readonly string[] };

export function editDecisions(state: Database, project: ProjectId): EditDecisions {
  const kept = getMeta(state, keyOf(project));
  const { confirmed = [], declined = [] } = kept === undefined ? {} : JSON.parse(kept);
  return { confirmed, declined };
}

/** `pending` are all edits that are in the files now: decisions about others are dropped. */
export function decideEdits(state: Database, project: ProjectId, { decision, hashes, pending }: EditDecision): void {
  const before = editDecisions(state, project);
  const other = decision === "confirmed" ? "declined" : "confirmed";
  const kept = {
    [decision]: [...new Set([...before[decision], ...hashes])].filter((hash) => pending.includes(hash)),
    [other]: before[other].filter((hash) => pending.includes(hash) && !hashes.includes(hash)),
  };
  setMeta(state, keyOf(project), JSON.stringify(kept));
}

type EditDecision = {
  readonly decision: keyof EditDecisions;
  readonly hashes: readonly string[];
  readonly pending: readonly string[];
};

const keyOf = (project: ProjectId): string => `memory_edits.${project}`;
