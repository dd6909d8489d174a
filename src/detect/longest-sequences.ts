/** Of sequences that contain each other, those that are shown: the longest, and parts that are regular without them. */
import { ARROW, LONGEST } from "./sequences.ts";

type Counted = { readonly key: string; readonly count: number };

/** `threshold`: how often a sequence has to be seen. The order stays. */
export function longestSequences<T extends Counted>(found: readonly T[], threshold: number): T[] {
  const shown = new Map<T, string>();
  /** Hidden because a longer routine or another rotation is shown; their parts are hidden too. */
  const hidden = new Map<T, string>();
  for (const one of found.toSorted(byLength)) {
    const own = `${ARROW}${one.key}${ARROW}`;
    const covering = [...shown].filter(([, cycle]) => cycle.includes(own)).map(([other]) => other);
    const alike = covering.some((other) => other.key.length === one.key.length);
    const longer = covering.filter((other) => other.key.length > one.key.length && !isWithNeighbour(other, one));
    const behind = [...hidden].filter(([other, cycle]) => other.key.length > one.key.length && cycle.includes(own));
    const covered = Math.max(
      longer.reduce((sum, { count }) => sum + count, 0),
      ...behind.map(([{ count }]) => count),
    );
    if (one.count - covered < threshold) continue;
    const isSameRoutine = alike || [...shown.keys()].some(({ key }) => continues(one.key, key));
    (isSameRoutine ? hidden : shown).set(one, cycleOf(one.key));
  }
  return found.filter((one) => shown.has(one));
}

const SHORTEST_ROUTINE = 3;

/** Whether it is a routine with one step that came before or after it now and then, and not the routine itself. */
function isWithNeighbour(longer: Counted, routine: Counted): boolean {
  return familiesIn(routine.key).length >= SHORTEST_ROUTINE && addedSteps(longer, [routine]).length === 1;
}

/**
 * The steps that a sequence adds to a part of it that is seen at least twice as often: what happened to come before or after
 * a routine. All of its steps if there is no such part.
 */
export function addedSteps(one: Counted, others: readonly Counted[]): string[] {
  const own = `${ARROW}${one.key}${ARROW}`;
  const routines = others.filter(
    ({ key, count }) => key.length < one.key.length && count >= one.count * 2 && own.includes(`${ARROW}${key}${ARROW}`),
  );
  const longest = routines.toSorted(byLength)[0];
  if (longest === undefined) return familiesIn(one.key);
  return familiesIn(own.replace(`${ARROW}${longest.key}${ARROW}`, ARROW)).filter((family) => family !== "");
}

/** The sequence twice in a row: it contains every part and every rotation, also those from its end to its start. */
function cycleOf(key: string): string {
  return `${ARROW}${key}${ARROW}${key}${ARROW}`;
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

/** A routine of more steps than are counted appears as several overlapping sequences. */
function continues(key: string, other: string): boolean {
  if (key === other) return false;
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

function rotations(families: readonly string[]): string[][] {
  return families.map((_, at) => [...families.slice(at), ...families.slice(0, at)]);
}
