/** The lines that may come next, and what speaks for each: numbers that weights turn into a probability. */
import { ANY, type Counts, contextsOf, type LineFacts, type Seen, subjectsOf, VIEWS, type View } from "./counts.ts";
import { kindsAfter } from "./kinds.ts";
import type { PredictedFrom, RanStep } from "./step.ts";

const OF_LINE = ["often", "once", "recent", "share", "failures", "length"] as const;
const OF_TAIL = ["retry", "repeat", "variant", "back", "subject", "subjects", "failed", "open", "mended"] as const;
/** How likely its family is here, and the line among those of its family. */
const OF_KIND = ["kind", "portion", "turn", "latest", "due"] as const;
const OF_VIEW = ["seen", "often", "share", "last"] as const;

/** All names, in the order in which weights are kept. */
export const FEATURES: readonly string[] = [
  ...OF_LINE,
  ...OF_TAIL,
  ...OF_KIND,
  ...VIEWS.flatMap((view) => OF_VIEW.map((kind) => `${view} ${kind}`)),
];

const PLACE = Object.fromEntries(FEATURES.map((name, at) => [name, at])) as Readonly<Record<string, number>>;
/** Where the four features of a view begin. */
const PLACE_OF_VIEW = Object.fromEntries(VIEWS.map((view) => [view, PLACE[`${view} ${OF_VIEW[0]}`]!])) as Readonly<
  Record<View, number>
>;

/** Only the features that are not 0: their places in FEATURES, and their values. */
export type Candidate = {
  readonly command: string;
  readonly places: readonly number[];
  readonly values: readonly number[];
};

/** Lines that are considered whatever came before: the latest and the most frequent ones. */
export type Usual = readonly string[];

const MOST_USUAL = 30;
/** A session or a directory may have seen thousands of lines. */
const MOST_OF_VIEW = 40;

export function usualLines({ lines }: Counts): Usual {
  const all = [...lines];
  const latest = all.toSorted(([, a], [, b]) => b.lastAt - a.lastAt).slice(0, MOST_USUAL);
  const frequent = all.toSorted(([, a], [, b]) => b.n - a.n || b.lastAt - a.lastAt).slice(0, MOST_USUAL);
  return [...new Set([...latest, ...frequent].map(([line]) => line))];
}

type Found = { readonly view: View; readonly seen: Seen };

/** `tail` has the commands before, the latest last. */
export function candidates(counts: Counts, tail: readonly RanStep[], at: PredictedFrom, usual: Usual): Candidate[] {
  const found = contextsOf(tail, at).flatMap(({ view, key }): Found[] => {
    const seen = counts.contexts.get(key);
    return seen === undefined ? [] : [{ view, seen }];
  });
  const kinds = kindsAfter(counts, tail, at);
  const lines = new Set([...found.flatMap(({ seen }) => likeliest(seen)), ...usual, ...kinds.lines]);
  const around: Around = {
    ...{ found, tail, at, counts },
    shareOf: kinds.shareOf,
    subject: new Set(subjectsOf(tail.at(-1)?.command ?? "")),
    subjects: new Set(tail.flatMap(({ command }) => subjectsOf(command))),
  };
  return [...lines].map((line) => candidateOf(line, counts.lines.get(line)!, around));
}

/** The most frequent lines of a view, then the newest. */
function likeliest(seen: Seen): readonly string[] {
  const { n, last, total } = seen;
  if (n.size <= MOST_OF_VIEW) return [...n.keys()];
  const known = sorted.get(seen);
  if (known?.total === total) return known.lines;
  const all = [...n.keys()];
  const repeated: string[] = [];
  for (const [line, times] of n) if (times > 1) repeated.push(line);
  const chosen = repeated.sort((one, other) => n.get(other)! - n.get(one)!).slice(0, MOST_OF_VIEW);
  const newest = all.slice(chosen.length - MOST_OF_VIEW - 1);
  const lines = [...new Set([...chosen, ...newest]), last];
  sorted.set(seen, { total, lines });
  return lines;
}

/** A table asks for the same directory hundreds of times. */
const sorted = new WeakMap<Seen, { readonly total: number; readonly lines: readonly string[] }>();

type Around = {
  readonly found: readonly Found[];
  readonly tail: readonly RanStep[];
  readonly at: PredictedFrom;
  readonly counts: Counts;
  readonly shareOf: (family: string) => number;
  /** What the last command was about, and the last three. */
  readonly subject: ReadonlySet<string>;
  readonly subjects: ReadonlySet<string>;
};

type Add = (place: number, value: number) => void;

function candidateOf(command: string, facts: LineFacts, around: Around): Candidate {
  const own = ofLine(command, facts, around.counts);
  const places = own.places.slice();
  const values = own.values.slice();
  const add: Add = (place, value) => {
    places.push(place);
    values.push(value);
  };
  for (const { view, seen } of around.found) {
    const times = seen.n.get(command);
    // Also the last line of a view was seen there.
    if (times === undefined) continue;
    const from = PLACE_OF_VIEW[view];
    if (seen.last === command) add(from + 3, 1);
    add(from, 1);
    if (times > 1) add(from + 1, Math.log(times));
    // Moved up, so that a rare line of the view still counts more than one that was never seen there.
    add(from + 2, Math.log(times / (seen.total + 1)) + 5);
  }
  add(PLACE.kind!, Math.log(around.shareOf(facts.family)) / 2);
  addTail(add, command, facts, around);
  return { command, places, values };
}

type OfLine = { readonly clock: number; readonly places: readonly number[]; readonly values: readonly number[] };

/** A table asks for the same line in hundreds of contexts. */
const known = new WeakMap<LineFacts, OfLine>();

/** What speaks for a line whatever came before. */
function ofLine(command: string, facts: LineFacts, { clock, kinds, latest }: Counts): OfLine {
  const before = known.get(facts);
  if (before?.clock === clock) return before;
  const { n, failures, lastAt, family, gap, worked } = facts;
  const since = Math.max(1, clock - lastAt);
  const lines = latest.get(family) ?? [];
  const place = lines.indexOf(command);
  const places: number[] = [];
  const values: number[] = [];
  const add: Add = (at, value) => {
    places.push(at);
    values.push(value);
  };
  if (n === 1) add(PLACE.once!, 1);
  else add(PLACE.often!, Math.log(n));
  add(PLACE.recent!, -Math.log(since));
  add(PLACE.share!, Math.log(n / Math.max(1, clock)));
  add(PLACE.failures!, failures / (n + 1));
  add(PLACE.length!, Math.log(command.length) / 5);
  add(PLACE.portion!, Math.log((n + 0.5) / ((kinds.get(ANY)?.n.get(family) ?? 0) + 1)));
  add(PLACE.turn!, -Math.log(1 + (place < 0 ? lines.length : place)));
  if (place === 0) add(PLACE.latest!, 1);
  // Some commands come back after about the same number of others.
  if (gap > 0) add(PLACE.due!, -Math.abs(Math.log(since / gap)));
  if (worked === "no") add(PLACE.failed!, 1);
  const own = { clock, places, values };
  known.set(facts, own);
  return own;
}

function addTail(add: Add, command: string, facts: LineFacts, { tail, at, subject, subjects }: Around): void {
  const { family, worked, session } = facts;
  const one = tail.at(-1);
  if (command === one?.command) add(one.worked === "no" ? PLACE.retry! : PLACE.repeat!, 1);
  else if (family !== "" && family === one?.family) add(PLACE.variant!, 1);
  if (command === tail.at(-2)?.command) add(PLACE.back!, 1);
  const shared = shareIn(subjects, facts.subjects);
  if (shared > 0) {
    add(PLACE.subjects!, shared);
    add(PLACE.subject!, shareIn(subject, facts.subjects));
  }
  if (worked !== "no" || session !== at.session) return;
  add(PLACE.open!, 1);
  if (at.isAfterEdit) add(PLACE.mended!, 1);
}

function shareIn(words: ReadonlySet<string>, own: readonly string[]): number {
  if (words.size === 0) return 0;
  let shared = 0;
  for (const word of own) if (words.has(word)) shared += 1;
  return own.length === 0 ? 0 : shared / own.length;
}
