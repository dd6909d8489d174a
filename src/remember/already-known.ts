/** Finds out whether something learned or imported is in memory already: kept in other words, pending, deleted or replaced since. */
import type { Kept } from "../core/ports.ts";
import { compareAuthority } from "../core/record/acceptance.ts";
import { keyFor } from "../core/record/key.ts";
import { isKeyedByRun, type MemoryRecord, priorityRank, type RecordId, saidOn } from "../core/record/record.ts";
import { saysTheSame } from "../core/statement/says-the-same.ts";
import { normalised } from "../core/text/words.ts";
import type { Arrival, Known } from "./decide.ts";

export type AlreadyKnown = {
  readonly because: "kept" | "suggested" | "deleted" | "replaced" | "instructions";
  readonly reason: string;
  /** The record that says it, if one does. */
  readonly id?: RecordId;
};

/** What is known beyond a candidate's own scope; only needed for what was learned or imported. */
export type Surroundings = {
  /** Active records of any scope that share words with it. */
  readonly active: readonly Kept[];
  /** Archived and superseded ones. */
  readonly inactive: readonly Kept[];
  /** Active records of any scope with the same topic key. */
  readonly sameTopic: readonly Kept[];
  /** Everything ever suggested, whatever was decided. */
  readonly suggested: readonly MemoryRecord[];
  /** The text of the repository's instruction files, normalised. */
  readonly instructions: string;
};

export function alreadyKnown(record: MemoryRecord, known: Known, arrival: Arrival): AlreadyKnown | undefined {
  const { surroundings } = known;
  if (surroundings === undefined) return undefined;
  const isRepeated = arrival.saidMs !== undefined || arrival.askFirst !== undefined;
  if (surroundings.instructions.includes(normalised(record.text)))
    return { because: "instructions", reason: "The repository's instructions say it already." };
  if (isRepeated && known.buried.text) return { because: "deleted", reason: "It was deleted or dismissed before." };
  const replaced = arrival.saidMs === undefined ? undefined : replacedSince(record, surroundings, arrival.saidMs);
  if (replaced !== undefined) return { because: "replaced", ...replaced };
  const same =
    keptElsewhere(record, surroundings) ??
    (arrival.askFirst === undefined ? undefined : known.similar.find((kept) => isSame(kept.record, record)));
  if (same !== undefined) return { because: "kept", id: same.record.id, reason: `${same.record.id} says it already.` };
  const needsDecision = record.trust !== "person" || arrival.askFirst !== undefined;
  if (needsDecision && surroundings.suggested.some((one) => isSame(one, record) && concerns(one, record)))
    return { because: "suggested", reason: "It was suggested before." };
  return undefined;
}

function isSame(a: MemoryRecord, b: MemoryRecord): boolean {
  return saysTheSame(a.text, b.text);
}

/** The same under another type or a wider scope, or from an agent. The same type and scope is merged instead. */
function keptElsewhere(record: MemoryRecord, { active }: Surroundings): Kept | undefined {
  if (isKeyedByRun(record.type)) return undefined;
  return active.find(({ record: kept }) => {
    if (isKeyedByRun(kept.type) || kept.paths.length > 0 || isWeaker(kept, record)) return false;
    if (kept.scope === "project" && record.scope === "global") return false;
    if (record.trust === "person") {
      if (priorityRank(record.priority) < priorityRank(kept.priority)) return false;
      if (kept.type === record.type && kept.scope === record.scope) return false;
    }
    return isSame(kept, record);
  });
}

/** A session read late must not undo what happened after it. */
function replacedSince(
  record: MemoryRecord,
  { inactive, sameTopic }: Surroundings,
  saidMs: number,
): { readonly reason: string; readonly id: RecordId } | undefined {
  const gone = inactive
    .map((kept) => kept.record)
    // A choice that was superseded is judged below, by when its successor was said.
    .filter((one) => one.status === "archived" || keyFor(one.text).by !== "topic")
    .find((one) => !isWeaker(one, record) && Date.parse(one.updatedAt) > saidMs && isSame(one, record));
  if (gone !== undefined) return { id: gone.id, reason: `${gone.id} stated it and was ${gone.status} since.` };
  const { value, by } = keyFor(record.text);
  if (by !== "topic") return undefined;
  const newer = sameTopic
    .map((kept) => kept.record)
    .find((one) => !isWeaker(one, record) && one.value !== value && Date.parse(saidOn(one)) > saidMs);
  return newer === undefined ? undefined : { id: newer.id, reason: `${newer.id} is newer.` };
}

function isWeaker(kept: MemoryRecord, record: MemoryRecord): boolean {
  return compareAuthority(kept, record) > 0;
}

/** A suggestion for everywhere covers every project. */
function concerns(suggested: MemoryRecord, record: MemoryRecord): boolean {
  return suggested.scope === "global" || (record.scope !== "global" && suggested.project === record.project);
}
