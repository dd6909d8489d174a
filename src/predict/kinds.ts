/** How likely each family comes next, and the lines that it would be: lines are often new, their families seldom are. */
import { ANY, type Counts, kindKeysOf } from "./counts.ts";
import type { PredictedFrom, RanStep } from "./step.ts";

export type Kinds = {
  /** The probability of a family. */
  readonly shareOf: (family: string) => number;
  /** The latest lines of the likeliest families. */
  readonly lines: readonly string[];
};

const MOST_FAMILIES = 6;
const MOST_OF_FAMILY = 8;
/** A context that was seen less often says too little about which families to try. */
const LEAST_SEEN = 3;

/** Each context starts from what the wider one says, and counts for more the less varied it is (Witten and Bell). */
export function kindsAfter(counts: Counts, tail: readonly RanStep[], at: PredictedFrom): Kinds {
  const contexts = kindKeysOf(tail, at).flatMap((key) => counts.kinds.get(key) ?? []);
  const known = new Map<string, number>();
  const shareOf = (family: string): number => {
    const before = known.get(family);
    if (before !== undefined) return before;
    let share = 1 / (counts.latest.size + 1);
    for (const { n, total } of contexts) share = ((n.get(family) ?? 0) + n.size * share) / (total + n.size);
    known.set(family, share);
    return share;
  };
  const narrowest = contexts.findLast(({ total }) => total >= LEAST_SEEN) ?? counts.kinds.get(ANY);
  const likeliest = [...(narrowest?.n ?? [])].toSorted(([, a], [, b]) => b - a).slice(0, MOST_FAMILIES);
  const lines = likeliest.flatMap(([family]) => (counts.latest.get(family) ?? []).slice(0, MOST_OF_FAMILY));
  return { shareOf, lines };
}
