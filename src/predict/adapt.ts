/** Counts commands in order, and moves the trained weights towards what this person does: some repeat routines, others explore. */
import { type Counts, count, noCounts } from "./counts.ts";
import { type Candidate, candidates, usualLines } from "./features.ts";
import type { RanStep } from "./step.ts";
import { addSlope, TRAINED, type Weights } from "./weigh.ts";

export type Learned = { readonly counts: Counts; readonly weights: Weights };

/** The latest commands that move the weights; more would cost time and change little. */
const LATEST = 600;
/** The usual lines change slowly, and sorting them costs as much as everything else. */
const USUAL_EVERY = 20;

export function learnFrom(steps: readonly RanStep[], from: Weights = TRAINED): Learned {
  const counts = noCounts();
  const adapting = adaptable(from);
  let usual = usualLines(counts);
  steps.forEach((step, at) => {
    const left = steps.length - at;
    if (left <= LATEST && counts.clock > 0) {
      if (left === LATEST || at % USUAL_EVERY === 0) usual = usualLines(counts);
      adapting.observe(candidates(counts, counts.tails.get(step.session) ?? [], step, usual), step.command);
    }
    count(counts, step);
  });
  return { counts, weights: adapting.weights };
}

/** Each observed command moves the weights a little, a weight that moved often less and less (Adagrad). */
export function adaptable(from: Weights): {
  readonly weights: Weights;
  observe(found: readonly Candidate[], ran: string): void;
} {
  const weights = Float64Array.from(from);
  const squares = new Float64Array(weights.length).fill(1);
  return {
    weights,
    observe(found, ran) {
      const slope = new Float64Array(weights.length);
      addSlope(
        slope,
        found,
        found.findIndex(({ command }) => command === ran),
        weights,
      );
      for (let at = 0; at < slope.length; at++) {
        squares[at]! += slope[at]! ** 2;
        weights[at]! += (STEP * slope[at]!) / Math.sqrt(squares[at]!);
      }
    },
  };
}

/** The best of six tries on people whose commands the weights were not trained on; 0.05 and 0.2 are as good. */
const STEP = 0.1;
