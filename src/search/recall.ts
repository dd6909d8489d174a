/** Finds ranked matches for a question: in force, in scope, on their path, with the reason for each omission. */
import { parseTime } from "../core/base/clock.ts";
import type { Filter, Kept, Match, Omission, Query, Search } from "../core/ports.ts";
import { matchesAnyGlob } from "../core/project/project.ts";
import { isVouchedFor } from "../core/record/acceptance.ts";
import { claimOf, inForce, projectClaims } from "../core/record/effective.ts";
import type { MemoryRecord, RecordType, Scope } from "../core/record/record.ts";
import type { Meaning } from "../core/search/search-hits.ts";

export type Question = {
  readonly text: string;
  readonly types?: readonly RecordType[];
  readonly scopes?: readonly Scope[];
  readonly sinceMs?: number;
  /** A file relative to the project's root: records bound to other paths are left out. */
  readonly path?: string;
  readonly archived: boolean;
  /** `all` for a person who searches; a prompt gets only the best record that nobody accepted. */
  readonly unaccepted?: "all";
  /** An expired record counts as archived, even if it was not archived yet. */
  readonly nowMs: number;
  readonly limit: number;
  /** Compares meaning too. */
  readonly meaning?: Meaning | undefined;
};

type Recalled = { readonly matches: readonly Match[]; readonly omitted: readonly Omission[] };

/** Factor for the second search, if the first one lost matches that were shadowed or on other paths. */
const LOOK_WIDER = 4;
/** Records that nobody accepted can be found, but must not fill the results. */
const MOST_UNACCEPTED = 1;
const WHY_UNACCEPTED = "only the best match that nobody has accepted is shown";

export async function recall(question: Question, search: Search): Promise<Recalled> {
  const filter: Filter = {
    ...(question.types !== undefined && { types: question.types }),
    ...(question.scopes !== undefined && { scopes: question.scopes }),
    ...(question.sinceMs !== undefined && { sinceMs: question.sinceMs }),
    statuses: question.archived ? ["active", "archived"] : ["active"],
  };
  const look = async (limit: number): Promise<Recalled & { readonly found: number }> => {
    const query = { ...filter, text: question.text, meaning: question.meaning, limit };
    const isForPerson = question.unaccepted === "all";
    const found = isForPerson ? await search.matches(query) : await uncrowded(query, search);
    const placed = found.filter(
      ({ kept }) =>
        isOnPath(kept.record, question.path) && (question.archived || !isExpired(kept.record, question.nowMs)),
    );
    const { inForce: current, shadowed } = await withoutShadowed(placed, question, search);
    const kept = isForPerson ? [] : current.filter(isUnaccepted).slice(MOST_UNACCEPTED);
    const shown = current.filter((match) => !kept.includes(match));
    const omitted = [
      ...named(shadowed, { reason: "shadowed" }),
      ...named(kept, { reason: "not accepted", why: WHY_UNACCEPTED }),
      ...named(shown.slice(question.limit), { reason: "over limit" }),
    ];
    return { matches: shown.slice(0, question.limit), omitted, found: found.length };
  };
  // One more than the limit, so that a receipt can say that there was more.
  const first = await look(question.limit + 1);
  const isShort = first.matches.length < question.limit && first.found > question.limit;
  return isShort ? look(question.limit * LOOK_WIDER) : first;
}

/** The best matches; if unaccepted records take places of accepted ones, a second search adds the accepted ones. */
export async function uncrowded(query: Query, search: Search): Promise<readonly Match[]> {
  const found = await search.matches(query);
  if (found.length < query.limit || found.filter(isUnaccepted).length <= MOST_UNACCEPTED) return found;
  const accepted = await search.matches({ ...query, vouchedFor: true });
  return [...found.filter(isUnaccepted), ...accepted].sort(
    (a, b) => b.score - a.score || (a.kept.record.id < b.kept.record.id ? -1 : 1),
  );
}

function isUnaccepted({ kept }: Match): boolean {
  return !isVouchedFor(kept.record);
}

function named(matches: readonly Match[], as: Omit<Omission, "id">): Omission[] {
  return matches.map(({ kept }) => ({ id: kept.record.id, ...as }));
}

export function isExpired({ expires }: MemoryRecord, nowMs: number): boolean {
  return expires !== undefined && (parseTime(expires) ?? nowMs + 1) <= nowMs;
}

/** True if a record is bound to no path, or to a path that the file matches. */
export function isOnPath(record: Pick<MemoryRecord, "paths">, file: string | undefined): boolean {
  if (file === undefined || record.paths.length === 0) return true;
  return matchesAnyGlob(file, record.paths);
}

/** What a shadowing record is checked against: the current file, the time, and the repository, if it was checked. */
type ShadowContext = {
  readonly path?: string;
  readonly nowMs: number;
  readonly failing?: (kept: Kept) => string | undefined;
};

/** Only records that a person vouched for can shadow others: an unknown repository must not override anybody's rules. */
export async function withoutShadowed(matches: readonly Match[], at: ShadowContext, search: Search) {
  const claims = matches.flatMap(({ kept: { record } }) => (record.scope === "global" ? [claimOf(record)] : []));
  const rivals = await search.claiming([...new Set(claims.filter((claim) => claim !== undefined))], {
    scopes: ["project"],
  });
  const shadowing = rivals.filter((rival) => isVouchedFor(rival.record) && isCurrent(rival, at));
  const items = matches.map((match) => ({
    ...match,
    record: match.kept.record,
    ...(match.kept.space !== undefined && { space: match.kept.space }),
  }));
  return inForce(items, projectClaims(shadowing));
}

/** A record bound to paths applies only if the file is on one of them; an expired or untrue record does not apply. */
function isCurrent(rival: Kept, { path, nowMs, failing }: ShadowContext): boolean {
  const { record } = rival;
  const isHere = record.paths.length === 0 || (path !== undefined && isOnPath(record, path));
  return isHere && !isExpired(record, nowMs) && failing?.(rival) === undefined;
}
