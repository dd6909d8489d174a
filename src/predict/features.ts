/** The lines that may come next, and what speaks for each: numbers that trained weights turn into a probability. */
import { type Counts, contextsOf, type LineFacts, type Seen, type View } from "./counts.ts";
import type { PredictedFrom, RanStep } from "./step.ts";

export type Features = Readonly<Record<string, number>>;

export type Candidate = { readonly command: string; readonly features: Features };

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
  const lines = new Set([...found.flatMap(({ seen }) => likeliest(seen)), ...usual]);
  return [...lines].map((command) => ({
    command,
    features: featuresOf(command, counts.lines.get(command)!, { found, tail, clock: counts.clock }),
  }));
}

function likeliest(seen: Seen): readonly string[] {
  const { n, last, total } = seen;
  if (n.size <= MOST_OF_VIEW) return [...n.keys()];
  const known = sorted.get(seen);
  if (known?.total === total) return known.lines;
  const best = [...n].toSorted(([, a], [, b]) => b - a).slice(0, MOST_OF_VIEW);
  const lines = [...best.map(([line]) => line), last];
  sorted.set(seen, { total, lines });
  return lines;
}

/** A table asks for the same directory hundreds of times. */
const sorted = new WeakMap<Seen, { readonly total: number; readonly lines: readonly string[] }>();

type Around = { readonly found: readonly Found[]; readonly tail: readonly RanStep[]; readonly clock: number };

function featuresOf(line: string, { n, failures, lastAt, family }: LineFacts, around: Around): Features {
  const features: Record<string, number> = {
    often: Math.log(n),
    once: n === 1 ? 1 : 0,
    recent: -Math.log(Math.max(1, around.clock - lastAt)),
    share: Math.log(n / Math.max(1, around.clock)),
    failures: failures / (n + 1),
    length: Math.log(line.length) / 5,
  };
  for (const { view, seen } of around.found) {
    const times = seen.n.get(line) ?? 0;
    if (seen.last === line) features[`${view} last`] = 1;
    if (times === 0) continue;
    features[`${view} seen`] = 1;
    features[`${view} often`] = Math.log(times);
    // Moved up, so that a rare line of the view still counts more than one that was never seen there.
    features[`${view} share`] = Math.log(times / (seen.total + 1)) + 5;
  }
  const one = around.tail.at(-1);
  if (line === one?.command) features[one.worked === "no" ? "retry" : "repeat"] = 1;
  else if (family !== "" && family === one?.family) features.variant = 1;
  if (line === around.tail.at(-2)?.command) features.back = 1;
  return features;
}
