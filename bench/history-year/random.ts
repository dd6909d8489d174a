/** Seeded pseudo-random numbers: the same seed gives the same year on every machine. */

export type Random = {
  /** From 0 to below 1. */
  next(): number;
  /** A whole number from 0 to below `most`. */
  below(most: number): number;
  between(least: number, most: number): number;
  oneOf<T>(items: readonly T[]): T;
  isLucky(share: number): boolean;
};

export function seededRandom(seed: number): Random {
  const next = seeded(seed ^ 0x5bd1e995);
  const below = (most: number): number => Math.floor(next() * most);
  return {
    next,
    below,
    between: (least, most) => least + below(most - least + 1),
    oneOf: (items) => items[below(items.length)]!,
    isLucky: (share) => next() < share,
  };
}

/** From 0 to below 1: a counter with a fixed step, whose bits are then mixed. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let bits = state;
    bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
    bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
    return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32;
  };
}
