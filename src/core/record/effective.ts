/** Decides which records apply: if a project's and a global record have the same key, the project's wins. */
import { hasNamedKey } from "./key.ts";
import { kindOf, type MemoryRecord } from "./record.ts";

/** The kind and key that a record decides; undefined if its key is only a slug of its text. */
export function claimOf(record: Pick<MemoryRecord, "habit" | "type" | "key" | "text">): string | undefined {
  return hasNamedKey(record) ? `${kindOf(record)} ${record.key.toLowerCase()}` : undefined;
}

/** True for records from a person or an agent, and for others that a person accepted. */
export function isVouchedFor({ trust, accepted }: Pick<MemoryRecord, "trust" | "accepted">): boolean {
  return trust === "person" || trust === "agent" || accepted === true;
}

/** True for records that a person accepted, wrote or said to last: only these may be given with every prompt. */
export function isFromPerson({
  trust,
  origin,
  accepted,
}: Pick<MemoryRecord, "trust" | "origin" | "accepted">): boolean {
  return accepted === true || (trust === "person" && (origin === "told" || origin === "captured"));
}

/** The claims of the project's own records among these. */
export function projectClaims(items: readonly { readonly record: MemoryRecord }[]): ReadonlySet<string> {
  return new Set(items.flatMap(({ record }) => (record.scope === "project" ? (claimOf(record) ?? []) : [])));
}

/** Separates the global records whose claim an active record of the project has too. */
export function inForce<T extends { readonly record: MemoryRecord }>(
  items: readonly T[],
  claimedByProject: ReadonlySet<string>,
): { readonly inForce: readonly T[]; readonly shadowed: readonly T[] } {
  const shadowed = items.filter(({ record }) => {
    const claim = record.scope === "global" ? claimOf(record) : undefined;
    return claim !== undefined && claimedByProject.has(claim);
  });
  return { inForce: items.filter((item) => !shadowed.includes(item)), shadowed };
}
