/** From a question to ranked matches: in force, in scope, on their path, with what stayed out and why. */
import picomatch from "picomatch";
import type { Filter, Match, Omission, Search } from "../core/ports.ts";
import { claimOf, inForce } from "../core/record/effective.ts";
import type { MemoryRecord, RecordType, Scope } from "../core/record/record.ts";

export type Question = {
  readonly text: string;
  readonly types?: readonly RecordType[];
  readonly scopes?: readonly Scope[];
  readonly sinceMs?: number;
  /** A file relative to the project's root: records bound to other paths stay out. */
  readonly path?: string;
  readonly archived: boolean;
  readonly limit: number;
};

export type Recalled = { readonly matches: readonly Match[]; readonly omitted: readonly Omission[] };

/** How many more than asked for are looked at, because some will turn out shadowed or out of place. */
const LOOK_WIDER = 3;

export async function recall(question: Question, search: Search): Promise<Recalled> {
  const filter: Filter = {
    ...(question.types !== undefined && { types: question.types }),
    ...(question.scopes !== undefined && { scopes: question.scopes }),
    ...(question.sinceMs !== undefined && { sinceMs: question.sinceMs }),
    statuses: question.archived ? ["active", "archived"] : ["active"],
  };
  const found = await search.matches({ ...filter, text: question.text, limit: question.limit * LOOK_WIDER });
  const placed = found.filter(({ kept }) => isOnPath(kept.record, question.path));
  const { inForce: standing, shadowed } = await withoutShadowed(placed, search);
  return {
    matches: standing.slice(0, question.limit),
    omitted: [
      ...shadowed.map(({ kept }): Omission => ({ id: kept.record.id, reason: "shadowed" })),
      ...standing.slice(question.limit).map(({ kept }): Omission => ({ id: kept.record.id, reason: "over limit" })),
    ],
  };
}

/** True where a record is bound to no path, or to one that the file lies on. */
export function isOnPath(record: Pick<MemoryRecord, "paths">, file: string | undefined): boolean {
  if (file === undefined || record.paths.length === 0) return true;
  return picomatch.isMatch(file, [...record.paths], { dot: true, nonegate: true });
}

async function withoutShadowed(matches: readonly Match[], search: Search) {
  const claims = matches.flatMap(({ kept: { record } }) => (record.scope === "global" ? [claimOf(record)] : []));
  const rivals = await search.claiming([...new Set(claims.filter((claim) => claim !== undefined))], {
    scopes: ["project"],
  });
  const claimed = new Set(rivals.map(({ record }) => claimOf(record)!));
  const items = matches.map((match) => ({ ...match, record: match.kept.record }));
  return inForce(items, claimed);
}
