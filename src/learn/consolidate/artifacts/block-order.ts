/** The order of the blocks in a merged text: the person's order if they moved something, else the new order. */

type Orders = {
  readonly base: readonly string[];
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
};

type OrderOptions = {
  readonly changedByHand: (key: string) => boolean;
  readonly isHeading: (key: string) => boolean;
};

/** Every key of both texts, once; the caller leaves out the keys that the merge dropped. */
export function mergedOrder({ base, mine, theirs }: Orders, options: OrderOptions): string[] {
  const inTheirs = new Set(theirs);
  const anchors = anchorsOf(base, mine, theirs);
  const placed: { key: string; by: "hand" | "new" }[] = [];
  const from = { base: 0, mine: 0, theirs: 0 };
  for (const anchor of [...anchors, undefined]) {
    const chunk = (keys: readonly string[], start: number): readonly string[] =>
      keys.slice(start, anchor === undefined ? keys.length : keys.indexOf(anchor, start));
    const [b, m, t] = [chunk(base, from.base), chunk(mine, from.mine), chunk(theirs, from.theirs)];
    if (isSame(m, b) && !m.some(options.changedByHand)) placed.push(...t.map((key) => ({ key, by: "new" as const })));
    else {
      const here = new Set(t);
      const old = new Set(b);
      // A block that only the new text moved goes where the new text has it.
      const own = m.filter((key) => !old.has(key) || here.has(key) || !inTheirs.has(key));
      const byHand = new Set(own);
      for (const key of isSame(t, b) ? m : interleaved(own, t, options.isHeading))
        placed.push({ key, by: byHand.has(key) ? "hand" : "new" });
    }
    if (anchor !== undefined) placed.push({ key: anchor, by: "hand" });
    from.base += b.length + 1;
    from.mine += m.length + 1;
    from.theirs += t.length + 1;
  }
  const byHand = new Set(placed.filter(({ by }) => by === "hand").map(({ key }) => key));
  return [...new Set(placed.filter(({ key, by }) => by === "hand" || !byHand.has(key)).map(({ key }) => key))];
}

/** Merges both sequences: each new key after its predecessor in the new text, a new heading only at the end of a section. */
function interleaved(
  mine: readonly string[],
  theirs: readonly string[],
  isHeading: (key: string) => boolean,
): readonly string[] {
  const own = new Set(mine);
  const result = [...mine];
  let at = 0;
  for (const key of theirs) {
    if (own.has(key)) {
      at = result.indexOf(key) + 1;
      continue;
    }
    if (isHeading(key)) while (at < result.length && !isHeading(result[at]!)) at += 1;
    result.splice(at, 0, key);
    at += 1;
  }
  return result;
}

/** Keys that all three have in the same order. */
function anchorsOf(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] {
  const stay = new Set(commonSubsequence(base, mine));
  const common = base.filter((key) => stay.has(key));
  const alsoTheirs = new Set(commonSubsequence(common, theirs));
  return common.filter((key) => alsoTheirs.has(key));
}

/** The longest common subsequence of two sequences in which no key occurs twice. */
function commonSubsequence(one: readonly string[], other: readonly string[]): string[] {
  const places = new Map(one.map((key, at) => [key, at]));
  const shared = other.filter((key) => places.has(key));
  const ends: number[] = [];
  const before = new Array<number>(shared.length).fill(-1);
  const placeOf = (at: number): number => places.get(shared[at]!)!;
  for (let at = 0; at < shared.length; at++) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (placeOf(ends[middle]!) < placeOf(at)) low = middle + 1;
      else high = middle;
    }
    before[at] = low === 0 ? -1 : ends[low - 1]!;
    ends[low] = at;
  }
  const run: string[] = [];
  for (let at = ends.at(-1) ?? -1; at !== -1; at = before[at]!) run.push(shared[at]!);
  return run.reverse();
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((key, at) => key === other[at]);
}
