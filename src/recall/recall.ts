/** From a question to ranked matches: in force, in scope, on their path, with what stayed out and why. */
import { parseTime } from "../core/base/clock.ts";
import type { Filter, Kept, Match, Omission, Query, Search } from "../core/ports.ts";
import { matchesAnyGlob } from "../core/project/paths.ts";
import { claimOf, inForce, isVouchedFor } from "../core/record/effective.ts";
import type { MemoryRecord, RecordType, Scope } from "../core/record/record.ts";

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
/** What nobody accepted can be found, and can never fill a page. */
const MOST_WAITING = 1;
const WHY_WAITING = "of what nobody has accepted, the best match is shown";

export async function recall(question: Question, search: Search): Promise<Recalled> {
  const filter: Filter = {
    ...(question.types !== undefined && { types: question.types }),
    ...(question.scopes !== undefined && { scopes: question.scopes }),
    ...(question.sinceMs !== undefined && { sinceMs: question.sinceMs }),
    statuses: question.archived ? ["active", "archived"] : ["active"],
  };
  const look = async (limit: number): Promise<Recalled & { readonly found: number }> => {
    const found = await uncrowded({ ...filter, text: question.text, limit }, search);
    const placed = found.filter(
      ({ kept }) => isOnPath(kept.record, question.path) && (question.archived || !isOver(kept.record, question.nowMs)),
    );
    const { inForce: standing, shadowed } = await withoutShadowed(placed, question, search);
    const kept = standing.filter(isWaiting).slice(MOST_WAITING);
    const shown = standing.filter((match) => !kept.includes(match));
    const omitted = [
      ...named(shadowed, { reason: "shadowed" }),
      ...named(kept, { reason: "not accepted", why: WHY_WAITING }),
      ...named(shown.slice(question.limit), { reason: "over limit" }),
    ];
    return { matches: shown.slice(0, question.limit), omitted, found: found.length };
  };
  // One more than asked for, so that a receipt can say that there was more.
  const first = await look(question.limit + 1);
  const isShort = first.matches.length < question.limit && first.found > question.limit;
  return isShort ? look(question.limit * LOOK_WIDER) : first;
}

/** The best matches; where what nobody accepted takes places of what somebody stands behind, these in full as well. */
export async function uncrowded(query: Query, search: Search): Promise<readonly Match[]> {
  const found = await search.matches(query);
  if (found.length < query.limit || found.filter(isWaiting).length <= MOST_WAITING) return found;
  const standing = await search.matches({ ...query, vouchedFor: true });
  return [...found.filter(isWaiting), ...standing].sort(
    (a, b) => b.score - a.score || (a.kept.record.id < b.kept.record.id ? -1 : 1),
  );
}

function isWaiting({ kept }: Match): boolean {
  return !isVouchedFor(kept.record);
}

function named(matches: readonly Match[], as: Omit<Omission, "id">): Omission[] {
  return matches.map(({ kept }) => ({ id: kept.record.id, ...as }));
}

export function isOver({ expires }: MemoryRecord, nowMs: number): boolean {
  return expires !== undefined && (parseTime(expires) ?? nowMs + 1) <= nowMs;
}

/** True where a record is bound to no path, or to one that the file lies on. */
export function isOnPath(record: Pick<MemoryRecord, "paths">, file: string | undefined): boolean {
  if (file === undefined || record.paths.length === 0) return true;
  return matchesAnyGlob(file, record.paths);
}

/** What a shadow has to hold against: the file at hand, the time, and the repository where it was looked at. */
export type Standing = {
  readonly path?: string;
  readonly nowMs: number;
  readonly failing?: (kept: Kept) => string | undefined;
};

/** Only what a person could stand behind shadows: a repository that nobody vouched for must not silence anybody's rules. */
export async function withoutShadowed(matches: readonly Match[], at: Standing, search: Search) {
  const claims = matches.flatMap(({ kept: { record } }) => (record.scope === "global" ? [claimOf(record)] : []));
  const rivals = await search.claiming([...new Set(claims.filter((claim) => claim !== undefined))], {
    scopes: ["project"],
  });
  const standing = rivals.filter((rival) => isVouchedFor(rival.record) && speaks(rival, at));
  const claimed = new Set(standing.map(({ record }) => claimOf(record)!));
  const items = matches.map((match) => ({ ...match, record: match.kept.record }));
  return inForce(items, claimed);
}

/** Bound to paths, it speaks where one of them is at hand; over or untrue, it speaks no more. */
function speaks(rival: Kept, { path, nowMs, failing }: Standing): boolean {
  const { record } = rival;
  const isHere = record.paths.length === 0 || (path !== undefined && isOnPath(record, path));
  return isHere && !isOver(record, nowMs) && failing?.(rival) === undefined;
}
