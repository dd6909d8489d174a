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

/** A record with the team's space that it is of, if it is of one. */
type Item = { readonly record: MemoryRecord; readonly space?: string };

/** The project's records by whose they are and their claim; of several with one claim, one with the most authority. */
type ProjectClaims = ReadonlyMap<string, MemoryRecord>;

export function projectClaims(items: readonly Item[]): ProjectClaims {
  const claims = new Map<string, MemoryRecord>();
  for (const { record, space } of items) {
    const claim = record.scope === "project" ? claimOf(record) : undefined;
    if (claim === undefined) continue;
    const known = claims.get(claimFrom(claim, space));
    if (known === undefined || compareAuthority(record, known) < 0) claims.set(claimFrom(claim, space), record);
  }
  return claims;
}

function claimFrom(claim: string, space = ""): string {
  return `${space}\n${claim}`;
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
export function inForce<T extends Item>(
  items: readonly T[],
  claims: ProjectClaims,
): { readonly inForce: readonly T[]; readonly shadowed: readonly T[] } {
  if (claims.size === 0) return { inForce: items, shadowed: [] };
  const shadowed = items.filter((item) =>
    rivalsOf(item, claims).some((rival) => compareAuthority(rival, item.record) <= 0),
  );
  return { inForce: items.filter((item) => !shadowed.includes(item)), shadowed };
}

/** Pairs that contradict each other and both apply, because the project's record has less authority than the global one. */
export function authorityConflicts(
  items: readonly Item[],
): { readonly own: MemoryRecord; readonly stronger: MemoryRecord }[] {
  const claims = projectClaims(items);
  return items.flatMap((item) =>
    rivalsOf(item, claims)
      .filter((own) => !isAgreement(own, item.record) && compareAuthority(own, item.record) > 0)
      .map((own) => ({ own, stronger: item.record })),
  );
}

function isAgreement(a: MemoryRecord, b: MemoryRecord): boolean {
  return a.text === b.text || (a.value !== undefined && a.value === b.value);
}

/** A team's record stands against records of its own space only: others cannot hide what is not theirs. */
function rivalsOf({ record, space }: Item, claims: ProjectClaims): MemoryRecord[] {
  const claim = record.scope === "global" ? claimOf(record) : undefined;
  if (claim === undefined) return [];
  const from = space === undefined ? [undefined] : [undefined, space];
  return from.flatMap((one) => claims.get(claimFrom(claim, one)) ?? []);
}
