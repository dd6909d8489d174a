/** Of sequences that contain each other, those that are shown: the longest, and parts that are regular without them. */
import { ARROW, LONGEST } from "./sequences.ts";

type Counted = { readonly key: string; readonly count: number };

/** `threshold`: how often a sequence has to be seen. The order stays. */
export function longestSequences<T extends Counted>(found: readonly T[], threshold: number): T[] {
  const shown = new Set<T>();
  /** Hidden because a longer routine or another rotation is shown; their parts are hidden too. */
  const hidden: T[] = [];
  for (const one of found.toSorted(byLength)) {
    const covering = [...shown].filter((other) => isPart(one.key, other.key));
    const covered = Math.max(
      covering.reduce((sum, { count }) => sum + count, 0),
      ...hidden.filter((other) => isPart(one.key, other.key)).map(({ count }) => count),
    );
    if (one.count - covered < threshold) continue;
    const isSameRoutine = [...shown].some(({ key }) => isRotation(one.key, key) || continues(one.key, key));
    if (isSameRoutine) hidden.push(one);
    else shown.add(one);
  }
  return found.filter((one) => shown.has(one));
}

/** Every sequence that a decision on this one applies to: its rotations, itself first, and all parts of them. */
export function partsOf(key: string): { readonly rotations: string[]; readonly parts: string[] } {
  const turned = rotations(familiesIn(key));
  const lengths = Array.from({ length: Math.max(0, turned.length - 2) }, (_, at) => turned.length - 1 - at);
  const parts = lengths.flatMap((length) => turned.map((families) => families.slice(0, length).join(ARROW)));
  return { rotations: turned.map((families) => families.join(ARROW)), parts };
}

/** The parts that are at least half of it: who dismissed one of them does not want the longer one either. */
export function largePartsOf(key: string): string[] {
  const families = familiesIn(key);
  const parts: string[] = [];
  for (let length = families.length - 1; length >= 2 && length * 2 >= families.length; length--)
    for (let start = 0; start + length <= families.length; start++)
      parts.push(families.slice(start, start + length).join(ARROW));
  return parts;
}

export function familiesIn(key: string): string[] {
  return key.split(ARROW);
}

function byLength(a: Counted, b: Counted): number {
  const longer = familiesIn(b.key).length - familiesIn(a.key).length;
  return longer || b.count - a.count || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
}

/** Also from the end to the start of the longer one, which appears when it is run twice in a row. */
function isPart(key: string, longer: string): boolean {
  const [own, other] = [familiesIn(key), familiesIn(longer)];
  return own.length < other.length && contains([...other, ...other], own);
}

function isRotation(key: string, other: string): boolean {
  const [one, two] = [familiesIn(key), familiesIn(other)];
  return one.length === two.length && contains([...two, ...two], one);
}

/** A routine of more steps than are counted appears as several overlapping sequences. */
function continues(key: string, other: string): boolean {
  const [one, two] = [familiesIn(key), familiesIn(other)];
  if (one.length < LONGEST || two.length < LONGEST) return false;
  const half = Math.ceil(one.length / 2);
  return overlap(one, two) >= half || overlap(two, one) >= half;
}

/** How many families at the end of one are the start of the other. */
function overlap(one: readonly string[], two: readonly string[]): number {
  for (let length = Math.min(one.length, two.length); length > 0; length--)
    if (two.slice(0, length).every((family, at) => family === one[one.length - length + at])) return length;
  return 0;
}

function contains(families: readonly string[], part: readonly string[]): boolean {
  return families.some((_, at) => part.every((family, step) => families[at + step] === family));
}

function rotations(families: readonly string[]): string[][] {
  return families.map((_, at) => [...families.slice(at), ...families.slice(0, at)]);
}
