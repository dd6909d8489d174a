/** Seeded pseudo-random numbers: the same seed gives the same year on every machine. */
import { seeded } from "../../src/lift/seeded.ts";

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
