/** What happened here to a record since this machine and a remote agreed on it: nothing, a change to deliver, or a foreign one. */
import type { Author, Revision, Why } from "../../core/ports.ts";

/** What this machine and the remote last agreed on: the hash of what was here, if it was here. */
type Agreed = { readonly sha?: string | undefined };

type Step = Pick<Revision, "why" | "after">;

type Here = {
  /** The hash of what is here; absent if it is gone. */
  readonly sha?: string | undefined;
  /** The changes in the history since then. */
  readonly changes: readonly Step[];
  /** A tombstone says that it was removed on purpose; the history of deleted records is kept for a day only. */
  readonly isDeleted: boolean;
};

/** `altered`: the file changed, and no command of this person did it. */
export type LocalChange = "same" | "put" | "remove" | "altered" | "upkeep";

export function localChange(agreed: Agreed | undefined, { sha, changes, isDeleted }: Here): LocalChange {
  const final = changes.at(-1);
  if (sha === undefined) {
    const isGone = final !== undefined && final.after === undefined;
    // A tombstone may be another machine's, so it counts only for what was here.
    if (agreed?.sha === undefined) return isGone && !isArrival(final.why) ? "remove" : "same";
    // Somebody else deleted it, and the exchange was stopped before that was agreed on.
    if (isGone && isArrival(final.why)) return "altered";
    return isGone || isDeleted ? "remove" : "altered";
  }
  if (sha === agreed?.sha) return "same";
  if (changes.findLast(({ why }) => !isArrival(why))?.after === undefined) return "altered";
  return isAutomatic(changes) ? "upkeep" : "put";
}

/** Whether nobody at this machine made these changes. */
export function isAutomatic(changes: readonly Step[]): boolean {
  return changes.length > 0 && changes.every(({ why }) => isUpkeep(why) || isArrival(why));
}

/** Whether a deletion arrived here and was undone: with or without an agreement on it, since an exchange may be stopped in between. */
export function isUndoneArrival(changes: readonly Step[]): boolean {
  return changes.some(({ why, after }) => after === undefined && (isArrival(why) || why.actor === "repair"));
}

const UPKEEP: ReadonlySet<string> = new Set(["merge", "archive", "expire"]);

/** Each machine does it for itself: otherwise one that is rarely used would archive what another one, or a team, needs. */
function isUpkeep({ verb, actor }: Why): boolean {
  return actor === "oldhand" && UPKEEP.has(verb);
}

/** Who made a change that arrived, for the history. */
export function arrivedFrom(actor: "machine" | "member", name: string): Author {
  return { actor, by: actor === "machine" ? `your machine ${name}` : `team member ${name}` };
}

export function isArrival({ actor }: Why): boolean {
  return actor === "machine" || actor === "member";
}
