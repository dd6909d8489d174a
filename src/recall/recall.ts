/** From a question to ranked matches: in force, in scope, on their path, with what stayed out and why. */
import { parseTime } from "../core/base/clock.ts";
import type { Filter, Match, Omission, Search } from "../core/ports.ts";
import { claimOf, inForce, isVouchedFor } from "../core/record/effective.ts";
import type { MemoryRecord, RecordType, Scope } from "../core/record/record.ts";
import { matchesAnyGlob } from "../core/text/glob.ts";

export type Question = {
  readonly text: string;
  readonly types?: readonly RecordType[];
  readonly scopes?: readonly Scope[];
  readonly sinceMs?: number;
  /** A file relative to the project's root: records bound to other paths stay out. */
  readonly path?: string;
  readonly archived: boolean;
  /** What expired by now counts as archived, also where nobody has put it aside yet. */
  readonly nowMs: number;
  readonly limit: number;
};

export type Recalled = { readonly matches: readonly Match[]; readonly omitted: readonly Omission[] };

/** How much wider the second look is, where the first lost matches that were shadowed or out of place. */
const LOOK_WIDER = 4;

export async function recall(question: Question, search: Search): Promise<Recalled> {
  const filter: Filter = {
    ...(question.types !== undefined && { types: question.types }),
    ...(question.scopes !== undefined && { scopes: question.scopes }),
    ...(question.sinceMs !== undefined && { sinceMs: question.sinceMs }),
    statuses: question.archived ? ["active", "archived"] : ["active"],
  };
  const look = async (limit: number): Promise<Recalled & { readonly found: number }> => {
    const found = await search.matches({ ...filter, text: question.text, limit });
    const placed = found.filter(
      ({ kept }) => isOnPath(kept.record, question.path) && (question.archived || !isOver(kept.record, question.nowMs)),
    );
    const { inForce: standing, shadowed } = await withoutShadowed(placed, question.path, search);
    const omitted = [...named(shadowed, "shadowed"), ...named(standing.slice(question.limit), "over limit")];
    return { matches: standing.slice(0, question.limit), omitted, found: found.length };
  };
  // One more than asked for, so that a receipt can say that there was more.
  const first = await look(question.limit + 1);
  const isShort = first.matches.length < question.limit && first.found > question.limit;
  return isShort ? look(question.limit * LOOK_WIDER) : first;
}

function named(matches: readonly Match[], reason: Omission["reason"]): Omission[] {
  return matches.map(({ kept }) => ({ id: kept.record.id, reason }));
}

export function isOver({ expires }: MemoryRecord, nowMs: number): boolean {
  return expires !== undefined && (parseTime(expires) ?? nowMs + 1) <= nowMs;
}

/** True where a record is bound to no path, or to one that the file lies on. */
export function isOnPath(record: Pick<MemoryRecord, "paths">, file: string | undefined): boolean {
  if (file === undefined || record.paths.length === 0) return true;
  return matchesAnyGlob(withoutHidden(file), record.paths.map(withoutHidden));
}

/** A file whose name starts with a dot is a file like any other; the matcher would pass over it. */
function withoutHidden(path: string): string {
  return path.replace(/(^|[/{,])(?=\.[^./])/g, "$1_");
}

/** Only what a person could stand behind shadows: a repository that nobody vouched for must not silence anybody's rules. */
export async function withoutShadowed(matches: readonly Match[], path: string | undefined, search: Search) {
  const claims = matches.flatMap(({ kept: { record } }) => (record.scope === "global" ? [claimOf(record)] : []));
  const rivals = await search.claiming([...new Set(claims.filter((claim) => claim !== undefined))], {
    scopes: ["project"],
  });
  const standing = rivals.filter(({ record }) => isVouchedFor(record) && isOnPath(record, path));
  const claimed = new Set(standing.map(({ record }) => claimOf(record)!));
  const items = matches.map((match) => ({ ...match, record: match.kept.record }));
  return inForce(items, claimed);
}
