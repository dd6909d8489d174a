/** A stamp: what of a file tells that it changed, without reading it. As text in a row, as numbers in a sheet. */
import { lstatSync, type Stats } from "node:fs";

export type Stamp = string;

/** Size, time of change, time of change of its entry, inode. */
export const STAMP_NUMBERS = 4;

/**
 * Compares the files of a directory with a sheet's stamps: `name` with the stamp at that place. Asked for every file at
 * every command, so it looks once, compares numbers and makes no text.
 */
export function stampComparer(directory: string, stamps: Float64Array): (name: string, at: number) => Compared {
  const start = `${directory}/`;
  return (name, at) => {
    const stats = lstatSync(start + name, QUIETLY);
    if (stats === undefined) return "gone";
    const from = at * STAMP_NUMBERS;
    const isSame =
      stats.mtimeMs === stamps[from + 1] &&
      stats.ctimeMs === stamps[from + 2] &&
      stats.size === stamps[from] &&
      stats.ino === stamps[from + 3];
    return isSame ? "same" : "changed";
  };
}

export type Compared = "same" | "changed" | "gone";

const QUIETLY = { throwIfNoEntry: false } as const;

export function stampOf(stats: Stats): Stamp {
  return `${stats.size}:${stats.mtimeMs}:${stats.ctimeMs}:${stats.ino}`;
}

/** The numbers of a stamp, which JavaScript writes and reads without loss. */
export function numbersOf(stamp: Stamp): number[] {
  const numbers = stamp.split(":").map(Number);
  return numbers.length === STAMP_NUMBERS ? numbers : new Array<number>(STAMP_NUMBERS).fill(Number.NaN);
}
