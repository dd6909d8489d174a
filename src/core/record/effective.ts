/** Which of the records in reach are in force: where project and person differ on one key, the project's stands. */
import { hasNamedKey } from "./key.ts";
import { kindOf, type MemoryRecord } from "./record.ts";

/** What a record lays claim to: its kind and its key; nothing where the key is only a slug of its words. */
export function claimOf(record: Pick<MemoryRecord, "habit" | "type" | "key" | "text">): string | undefined {
  return hasNamedKey(record) ? `${kindOf(record)} ${record.key.toLowerCase()}` : undefined;
}

/** True for a person's or an agent's words, and of the rest for what a person accepted: the others only wait to be found. */
export function isVouchedFor({ trust, accepted }: Pick<MemoryRecord, "trust" | "accepted">): boolean {
  return trust === "person" || trust === "agent" || accepted === true;
}

/** What the project's own among these lay claim to. */
export function projectClaims(items: readonly { readonly record: MemoryRecord }[]): ReadonlySet<string> {
  return new Set(items.flatMap(({ record }) => (record.scope === "project" ? (claimOf(record) ?? []) : [])));
}

/** Takes out the global records whose claim an active record of the project also makes. */
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
