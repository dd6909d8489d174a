/** The likely next commands: each candidate with its probability and what speaks most for it. */
import { type Counts, VIEWS, type View } from "./counts.ts";
import { type Candidate, candidates, FEATURES, type Usual, usualLines } from "./features.ts";
import type { PredictedFrom, RanStep } from "./step.ts";
import { sharesOf, TRAINED, type Weights } from "./weigh.ts";

/** What speaks most for a prediction. */
export type PredictionSource = View | "frequency" | "recency";

export type Prediction = { readonly command: string; readonly probability: number; readonly source: PredictionSource };

export type PredictOptions = {
  readonly limit: number;
  /** Lines that must not be offered. */
  readonly isAllowed?: (line: string) => boolean;
  readonly usual?: Usual;
  readonly weights?: Weights;
};

export function predictNext(
  counts: Counts,
  tail: readonly RanStep[],
  at: PredictedFrom,
  { limit, isAllowed = () => true, usual = usualLines(counts), weights = TRAINED }: PredictOptions,
): Prediction[] {
  const found = candidates(counts, tail, at, usual);
  const shares = sharesOf(found, weights);
  const best = found
    .map((candidate, place) => ({ candidate, share: shares[place]! }))
    .toSorted((a, b) => b.share - a.share || (a.candidate.command < b.candidate.command ? -1 : 1));
  const chosen: Prediction[] = [];
  for (const { candidate, share } of best) {
    if (chosen.length >= limit) break;
    if (!isAllowed(candidate.command)) continue;
    const probability = Math.round(share * 1000) / 1000;
    chosen.push({ command: candidate.command, probability, source: sourceOf(candidate, weights) });
  }
  return chosen;
}

/** The view that adds most to the score; without one, how often or how lately the line was run. */
function sourceOf({ places, values }: Candidate, weights: Weights): PredictionSource {
  const sums = new Map<string, number>();
  places.forEach((place, at) => {
    const name = FEATURES[place]!;
    const [view = "", kind] = name.split(" ");
    const whose = kind === undefined ? name : view;
    sums.set(whose, (sums.get(whose) ?? 0) + weights[place]! * values[at]!);
  });
  const part = (name: string): number => sums.get(name) ?? 0;
  const best = VIEWS.toSorted((a, b) => part(b) - part(a))[0]!;
  if (part(best) > 0) return best;
  return part("recent") > part("often") + part("share") ? "recency" : "frequency";
}
