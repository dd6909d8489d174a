/** Random numbers that a seed repeats; the seed of a run is printed, and OLDHAND_SEED sets it. */
export type Random = (below: number) => number;

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  // mulberry32
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

export const SEED = Number(process.env.OLDHAND_SEED ?? 1);
