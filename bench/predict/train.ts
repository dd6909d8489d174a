/** Fits the weights of the predictor by maximum likelihood: which of the candidates, or something else, came next. */
import { count, noCounts } from "../../src/predict/counts.ts";
import { type Candidate, candidates, FEATURES, usualLines } from "../../src/predict/features.ts";
import type { RanStep } from "../../src/predict/step.ts";
import { addSlope, type Weights } from "../../src/predict/weigh.ts";

/** The candidates of one command, and which of them was run; -1: none. */
type Example = { readonly found: readonly Candidate[]; readonly ran: number };

const ROUNDS = 60;
const PENALTY = 2;
const STEP = 0.15;

/** Predicts each command from those before it, then counts it. */
export function examplesOf(steps: readonly RanStep[]): Example[] {
  const counts = noCounts();
  return steps.flatMap((step) => {
    const tail = counts.tails.get(step.session) ?? [];
    const found = counts.clock === 0 ? [] : candidates(counts, tail, step, usualLines(counts));
    count(counts, step);
    return found.length === 0 ? [] : [{ found, ran: found.findIndex(({ command }) => command === step.command) }];
  });
}

/** Adam, on all examples at once. */
export function trained(examples: readonly Example[]): Weights {
  const size = FEATURES.length + 1;
  const weights = new Float64Array(size);
  const mean = new Float64Array(size);
  const square = new Float64Array(size);
  for (let round = 1; round <= ROUNDS; round++) {
    const slope = new Float64Array(size);
    for (const { found, ran } of examples) addSlope(slope, found, ran, weights);
    for (let at = 0; at < size; at++) {
      const own = slope[at]! - PENALTY * weights[at]!;
      mean[at] = 0.9 * mean[at]! + 0.1 * own;
      square[at] = 0.99 * square[at]! + 0.01 * own * own;
      const [first, second] = [mean[at]! / (1 - 0.9 ** round), square[at]! / (1 - 0.99 ** round)];
      weights[at]! += (STEP * first) / (Math.sqrt(second) + 1e-9);
    }
  }
  return weights;
}
