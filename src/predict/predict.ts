/** The likely next commands: each candidate's features, weighted, as a probability beside "something else". */
import { type Counts, VIEWS, type View } from "./counts.ts";
import { type Candidate, candidates, type Usual, usualLines } from "./features.ts";
import type { PredictedFrom, RanStep } from "./step.ts";
import { SOMETHING_ELSE, WEIGHTS } from "./weights.ts";

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

export type Weights = { readonly of: Readonly<Record<string, number>>; readonly somethingElse: number };

const TRAINED: Weights = { of: WEIGHTS, somethingElse: SOMETHING_ELSE };

export function predictNext(
  counts: Counts,
  tail: readonly RanStep[],
  at: PredictedFrom,
  { limit, isAllowed = () => true, usual = usualLines(counts), weights = TRAINED }: PredictOptions,
): Prediction[] {
  const scored = candidates(counts, tail, at, usual).map((candidate) => ({
    candidate,
    score: scoreOf(candidate, weights),
  }));
  const best = scored.toSorted((a, b) => b.score - a.score || (a.candidate.command < b.candidate.command ? -1 : 1));
  const highest = Math.max(weights.somethingElse, best[0]?.score ?? Number.NEGATIVE_INFINITY);
  const share = (score: number): number => Math.exp(score - highest);
  const all = best.reduce((sum, { score }) => sum + share(score), share(weights.somethingElse));
  const chosen: Prediction[] = [];
  for (const { candidate, score } of best) {
    if (chosen.length >= limit) break;
    if (!isAllowed(candidate.command)) continue;
    const probability = Math.round((share(score) / all) * 1000) / 1000;
    chosen.push({ command: candidate.command, probability, source: sourceOf(candidate, weights) });
  }
  return chosen;
}

function scoreOf({ features }: Candidate, { of }: Weights): number {
  let score = 0;
  for (const name in features) score += (of[name] ?? 0) * features[name]!;
  return score;
}

/** The view that adds most to the score; without one, how often or how lately the line was run. */
function sourceOf({ features }: Candidate, { of }: Weights): PredictionSource {
  const part = (name: string): number => (of[name] ?? 0) * (features[name] ?? 0);
  const sums = VIEWS.filter((view) => features[`${view} seen`] === 1).map((view) => ({
    view,
    sum: ["seen", "often", "share", "last"].reduce((sum, kind) => sum + part(`${view} ${kind}`), 0),
  }));
  const best = sums.toSorted((a, b) => b.sum - a.sum)[0];
  if (best !== undefined && best.sum > 0) return best.view;
  return part("recent") > part("often") + part("share") ? "recency" : "frequency";
}
