/** What happened here to a record of a space since both sides agreed on it: nothing, a change to deliver, or a foreign one. */
import type { Revision, Why } from "../core/ports.ts";

/** What this machine and the space last agreed on: the hash of the file here, if it was here. */
export type AgreedFile = { readonly sha?: string };

export type FileHere = {
  /** The hash of the file; absent if there is none. */
  readonly sha?: string;
  /** The changes in the history since then. */
  readonly changes: readonly Pick<Revision, "why" | "after">[];
  /** A command deleted it; the history of deleted records is kept for a day only. */
  readonly isDeleted: boolean;
};

/**
 * `altered`: the file changed, and no command did it. Only what was done through oldhand is delivered under the
 * person's name; the space's version replaces the file.
 */
export type LocalChange = "same" | "put" | "remove" | "altered" | "upkeep";

export function localChange(agreed: AgreedFile | undefined, { sha, changes, isDeleted }: FileHere): LocalChange {
  if (sha === agreed?.sha) return "same";
  const last = changes.findLast(({ why }) => !isArrival(why));
  // Somebody else deleted it, and the exchange was stopped before that was agreed on.
  const final = changes.at(-1);
  if (sha === undefined && final !== undefined && final.after === undefined && isArrival(final.why)) return "altered";
  if (sha === undefined) return isDeleted || (last !== undefined && last.after === undefined) ? "remove" : "altered";
  if (last?.after === undefined) return "altered";
  return changes.every(({ why }) => isUpkeep(why) || isArrival(why)) ? "upkeep" : "put";
}

const UPKEEP: ReadonlySet<string> = new Set(["merge", "archive", "expire"]);

/** What oldhand does by itself on one machine is not the team's business. */
function isUpkeep({ verb, by }: Why): boolean {
  return by === "oldhand" && UPKEEP.has(verb);
}

const FROM = "team member ";

/** Who made a change that arrived, as the history shows it. */
export function arrivedFrom(member: string): string {
  return `${FROM}${member}`;
}

export function isArrival({ by }: Why): boolean {
  return by.startsWith(FROM);
}
