/** Decides which records apply: if a project's and a global record have the same key, the project's wins, unless it has less authority. */
import { compareAuthority } from "./acceptance.ts";
import { hasNamedKey } from "./key.ts";
import { type Habit, isOneOf, kindOf, type MemoryRecord, type RecordType, TYPES } from "./record.ts";

/** What a record decides, by its key; undefined if its key is only a slug of its text. */
export function claimOf(record: Pick<MemoryRecord, "habit" | "type" | "key" | "text">): string | undefined {
  return hasNamedKey(record) ? claimOn(kindOf(record), record.key) : undefined;
}

/** Statements with one key decide the same thing, whatever their types; a workflow's and a habit's key is its own name. */
export function claimOn(kind: Habit | RecordType, key: string): string {
  const isOwn = kind === "workflow" || !isOneOf(TYPES, kind);
  return `${isOwn ? kind : "statement"} ${key.toLowerCase()}`;
}

/** The project's records by their claim; of several with one claim, one with the most authority. */
export type ProjectClaims = ReadonlyMap<string, MemoryRecord>;

export function projectClaims(items: readonly { readonly record: MemoryRecord }[]): ProjectClaims {
  const claims = new Map<string, MemoryRecord>();
  for (const { record } of items) {
    const claim = record.scope === "project" ? claimOf(record) : undefined;
    const known = claim === undefined ? undefined : claims.get(claim);
    if (claim !== undefined && (known === undefined || compareAuthority(record, known) < 0)) claims.set(claim, record);
  }
  return claims;
}

/** True for records that a person accepted, wrote or said to last: only these may be given with every prompt. */
export function isFromPerson({
  trust,
  origin,
  accepted,
}: Pick<MemoryRecord, "trust" | "origin" | "accepted">): boolean {
  return accepted === true || (trust === "person" && (origin === "told" || origin === "captured"));
}

/** Separates the global records whose claim a record of the project has too, with the same authority or more. */
export function inForce<T extends { readonly record: MemoryRecord }>(
  items: readonly T[],
  claims: ProjectClaims,
): { readonly inForce: readonly T[]; readonly shadowed: readonly T[] } {
  if (claims.size === 0) return { inForce: items, shadowed: [] };
  const shadowed = items.filter(({ record }) => {
    const rival = rivalOf(record, claims);
    return rival !== undefined && compareAuthority(rival, record) <= 0;
  });
  return { inForce: items.filter((item) => !shadowed.includes(item)), shadowed };
}

/** Pairs that contradict each other and both apply, because the project's record has less authority than the global one. */
export function authorityConflicts(
  items: readonly { readonly record: MemoryRecord }[],
): { readonly own: MemoryRecord; readonly stronger: MemoryRecord }[] {
  const claims = projectClaims(items);
  return items.flatMap(({ record }) => {
    const own = rivalOf(record, claims);
    if (own === undefined || isAgreement(own, record) || compareAuthority(own, record) <= 0) return [];
    return [{ own, stronger: record }];
  });
}

function isAgreement(a: MemoryRecord, b: MemoryRecord): boolean {
  return a.text === b.text || (a.value !== undefined && a.value === b.value);
}

function rivalOf(record: MemoryRecord, claims: ProjectClaims): MemoryRecord | undefined {
  const claim = record.scope === "global" ? claimOf(record) : undefined;
  return claim === undefined ? undefined : claims.get(claim);
}
