/** A project's predictions as a small file that shells read with their builtins: lines, and what follows which. */
import { type Counts, predictNext, type RanStep, usualLines, wasCounted } from "./next-command.ts";

/**
 * The first line says when and from what it was made. Each further line begins with a letter:
 * `=` a command, numbered from 1 in this order, the most likely first; `>` a key, a tab, and the numbers that follow it.
 * A key is `2,3` (after both commands), `3` (after command 3), `^git commit` (after a command of this family), `*` (after any
 * other command) or empty (at the start of a session). Before it, `!` means that the last command failed, and `@` that an
 * agent changed files since.
 * In a command, newlines and tabs are written as the bytes 1 and 2, so that nothing has to be unescaped or evaluated.
 */
type TableParts = {
  readonly stamp: string;
  readonly counts: Counts;
  /** The steps that were counted, the latest last. */
  readonly steps: readonly RanStep[];
  readonly isAllowed: (line: string) => boolean;
};

const MOST_LINES = 400;
const MOST_CONTEXTS = 150;
const MOST_PAIRS = 250;
const MOST_FAMILIES = 80;
const MOST_NEXT = 5;
const LONGEST_CHARS = 4096;
/** So that a shell never spends long on reading it. */
const MOST_BYTES = 256 * 1024;

export function shellTable({ stamp, counts, steps, isAllowed }: TableParts): string {
  const usual = usualLines(counts);
  const judged = new Map<string, boolean>();
  const isOffered = (line: string): boolean => {
    const known = judged.get(line) ?? (isWritable(line) && isAllowed(line));
    judged.set(line, known);
    return known;
  };
  const predicted = (tail: readonly RanStep[], { cwd = "", isAfterEdit = false } = {}): string[] =>
    predictNext(counts, tail, { session: "", cwd, isAfterEdit }, { limit: MOST_NEXT, isAllowed: isOffered }).map(
      ({ command }) => command,
    );
  const numbers = new Map<string, number>();
  const written: string[] = [];
  let bytes = 0;
  const number = (line: string): number | undefined => {
    const known = numbers.get(line);
    if (known !== undefined) return known;
    if (numbers.size >= MOST_LINES || bytes > MOST_BYTES || !isOffered(line)) return undefined;
    const text = `=${line.replaceAll("\n", "\x01").replaceAll("\t", "\x02")}`;
    bytes += Buffer.byteLength(text);
    written.push(text);
    numbers.set(line, numbers.size + 1);
    return numbers.size;
  };
  const followed: string[] = [];
  const follow = (key: string, lines: readonly string[]): void => {
    const list = lines.flatMap((line) => number(line) ?? []);
    if (list.length > 0) followed.push(`>${key}\t${list.join(" ")}`);
  };
  /** After a command as it usually ends, and if that was ever counted, after a failure and an agent's edit. */
  const followAll = (key: string, one: RanStep): void => {
    const worked: RanStep = { ...one, worked: "yes" };
    const failed: RanStep = { ...one, worked: "no" };
    follow(key, predicted([worked], one));
    if (wasSeen([failed], false)) follow(`!${key}`, predicted([failed], one));
    if (wasSeen([worked], true)) follow(`@${key}`, predicted([worked], { ...one, isAfterEdit: true }));
  };
  const wasSeen = (tail: readonly RanStep[], isAfterEdit: boolean): boolean =>
    wasCounted(counts, "ended", tail, { ...NOWHERE, isAfterEdit });
  follow("", predicted([]));
  const unknown = steps.at(-1);
  if (unknown !== undefined) follow("*", predicted([{ ...unknown, command: "", family: "", worked: "yes" }]));
  // Lines that are offered while typing, in the order in which they are tried.
  for (const line of usual) number(line);
  if (steps.some(({ isAfterEdit }) => isAfterEdit)) follow("@*", predicted([], { isAfterEdit: true }));
  for (const { one, two, isPair } of latestContexts(counts, steps)) {
    const [last, before] = [number(one.command), two === undefined ? undefined : number(two.command)];
    if (last === undefined || (isPair && before === undefined)) continue;
    if (isPair) follow(`${before},${last}`, predicted([two!, one], one));
    else followAll(String(last), one);
  }
  for (const [family, one] of latestFamilies(steps)) followAll(`^${family}`, { ...one, command: "" });
  for (const { command } of steps.toReversed()) number(command);
  return [stamp, ...written, ...followed, ""].join("\n");
}

type Context = { readonly one: RanStep; readonly two: RanStep | undefined; readonly isPair: boolean };

/** The latest commands that something followed, and the latest pairs. */
function latestContexts(counts: Counts, steps: readonly RanStep[]): Context[] {
  const found = new Map<string, Context>();
  let [singles, pairs] = [0, 0];
  const lastOf = new Map<string, RanStep>();
  for (const one of steps.toReversed()) {
    const two = one;
    const after = lastOf.get(one.session);
    lastOf.set(one.session, one);
    if (singles < MOST_CONTEXTS && !found.has(one.command) && wasCounted(counts, "one", [one], NOWHERE)) {
      found.set(one.command, { one, two: undefined, isPair: false });
      singles += 1;
    }
    const pair = after === undefined ? undefined : `${two.command}\0${after.command}`;
    if (pair === undefined || pairs >= MOST_PAIRS || found.has(pair)) continue;
    if (!wasCounted(counts, "two", [two, after!], NOWHERE)) continue;
    found.set(pair, { one: after!, two, isPair: true });
    pairs += 1;
  }
  return [...found.values()];
}

/** What follows a commit is the same whatever its message. */
function latestFamilies(steps: readonly RanStep[]): Map<string, RanStep> {
  const found = new Map<string, RanStep>();
  for (const step of steps.toReversed()) {
    if (step.family === "" || found.has(step.family) || !isWritable(step.family)) continue;
    if (found.size >= MOST_FAMILIES) break;
    found.set(step.family, step);
  }
  return found;
}

const NOWHERE = { session: "", cwd: "", isAfterEdit: false };

/** Shells get no other control character, and nothing that a line editor could not show. */
function isWritable(line: string): boolean {
  return line !== "" && line.length <= LONGEST_CHARS && !/[\x00-\x08\x0b-\x1f\x7f-\x9f]/.test(line);
}
