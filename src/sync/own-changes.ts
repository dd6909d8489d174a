/** Which local changes travel: what a person or an agent did and what was learned, not what consolidation and decay did. */
import { sha256 } from "../core/base/hash.ts";
import { FINISHED_DELETION, type Revision, type Why } from "../core/ports.ts";
import type { ProjectId, RecordId } from "../core/record/record.ts";
import type { RecordVersion, Removal, SeenTimes, Stamp } from "../core/sync/machine-log.ts";

/** A record as it is here now; without text it is gone. */
export type LocalRecord = {
  readonly id: RecordId;
  readonly text?: string;
  readonly project?: ProjectId;
  /** The changes since this record was last the same everywhere. */
  readonly changes: readonly Pick<Revision, "why" | "after">[];
  /** Set if it was removed on purpose. */
  readonly removed?: Removal["why"];
};

/** What all machines last agreed on: the hash of the text, or none if the record is gone. */
export type Agreed = { readonly sha: string | undefined };

export type OwnChange =
  | { readonly outcome: "same" }
  | { readonly outcome: "stays here" }
  | { readonly outcome: "travels"; readonly version: RecordVersion }
  | { readonly outcome: "removed"; readonly removal: Removal };

type Making = { readonly stamp: () => Stamp; readonly seen: SeenTimes };

export function ownChange(local: LocalRecord, agreed: Agreed | undefined, { stamp, seen }: Making): OwnChange {
  const { id, text, project, changes, removed } = local;
  if (text === undefined) {
    const last = changes.at(-1);
    const isDeleted = last !== undefined && last.after === undefined && !isArrival(last.why);
    // A tombstone may be another machine's, so it counts only for what was here.
    if (agreed?.sha === undefined && !isDeleted) return { outcome: "same" };
    // A file that is missing for another reason may come back.
    const why = removed ?? (isDeleted ? "delete" : undefined);
    return why === undefined
      ? { outcome: "stays here" }
      : { outcome: "removed", removal: { id, stamp: stamp(), seen, why } };
  }
  if (sha256(text) === agreed?.sha && !hasUndoneArrival(local)) return { outcome: "same" };
  if (changes.length > 0 && changes.every(({ why }) => isUpkeep(why) || isArrival(why)))
    return { outcome: "stays here" };
  const where = project === undefined ? {} : { project };
  return { outcome: "travels", version: { id, stamp: stamp(), seen, text, ...where } };
}

/** Whether a deletion arrived here and was undone: with or without an agreement on it, since a sync may be stopped in between. */
export function hasUndoneArrival({ text, changes }: LocalRecord): boolean {
  const isTheirs = (why: Why): boolean => isArrival(why) || why.by === FINISHED_DELETION;
  return text !== undefined && changes.some(({ why, after }) => after === undefined && isTheirs(why));
}

const UPKEEP: ReadonlySet<string> = new Set(["merge", "archive", "expire"]);

/** Each machine consolidates for itself; otherwise one that is rarely used would archive what another one needs. */
function isUpkeep({ verb, by }: Why): boolean {
  return by === "oldhand" && UPKEEP.has(verb);
}

const FROM = "your machine ";

/** Who made a change that arrived, as the history shows it. */
export function arrivedFrom(machine: string): string {
  return `${FROM}${machine}`;
}

function isArrival({ by }: Why): boolean {
  return by.startsWith(FROM);
}
