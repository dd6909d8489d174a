/** Fits the weights of the predictor by maximum likelihood: which of the candidates, or something else, came next. */
import { type Counts, count, noCounts } from "../../src/predict/counts.ts";
import { candidates, usualLines } from "../../src/predict/features.ts";
import type { Weights } from "../../src/predict/predict.ts";
import type { RanStep } from "../../src/predict/step.ts";

/** The candidates of one command: where each one's features begin, their names and values, and which one was run. */
type Example = {
  readonly offsets: Int32Array;
  readonly names: Uint8Array;
  readonly values: Float32Array;
  readonly ran: number;
};

const ROUNDS = 60;
const PENALTY = 2;
const STEP = 0.15;

export type Examples = { readonly list: readonly Example[]; readonly names: Map<string, number> };

/** Predicts each command from those before it, then counts it. */
export function examplesOf(steps: readonly RanStep[], names: Map<string, number>): Example[] {
  const counts: Counts = noCounts();
  return steps.flatMap((step) => {
    const tail = counts.tails.get(step.session) ?? [];
    const found = counts.clock === 0 ? [] : candidates(counts, tail, step, usualLines(counts));
    count(counts, step);
    if (found.length === 0) return [];
    const offsets = new Int32Array(found.length + 1);
    const [ids, values]: [number[], number[]] = [[], []];
    found.forEach(({ features }, at) => {
      for (const [name, value] of Object.entries(features)) {
        if (!names.has(name)) names.set(name, names.size);
        ids.push(names.get(name)!);
        values.push(value);
      }
      offsets[at + 1] = ids.length;
    });
    const ran = found.findIndex(({ command }) => command === step.command);
    return [{ offsets, names: Uint8Array.from(ids), values: Float32Array.from(values), ran }];
  });
}

export function trained(examples: readonly Example[], names: ReadonlyMap<string, number>): Weights {
  const size = names.size + 1;
  const weights = new Float64Array(size);
  const mean = new Float64Array(size);
  const square = new Float64Array(size);
  for (let round = 1; round <= ROUNDS; round++) {
    const slope = new Float64Array(size);
    for (const example of examples) addSlope(example, weights, slope);
    for (let at = 0; at < size; at++) {
      const own = slope[at]! - PENALTY * weights[at]!;
      mean[at] = 0.9 * mean[at]! + 0.1 * own;
      square[at] = 0.99 * square[at]! + 0.01 * own * own;
      const [first, second] = [mean[at]! / (1 - 0.9 ** round), square[at]! / (1 - 0.99 ** round)];
      weights[at]! += (STEP * first) / (Math.sqrt(second) + 1e-9);
    }
  }
  return {
    of: Object.fromEntries([...names].map(([name, at]) => [name, Number(weights[at]!.toFixed(2))])),
    somethingElse: Number(weights[size - 1]!.toFixed(2)),
  };
}

function addSlope({ offsets, names, values, ran }: Example, weights: Float64Array, slope: Float64Array): void {
  const scores = new Float64Array(offsets.length - 1);
  const other = weights.length - 1;
  let highest = weights[other]!;
  for (let at = 0; at < scores.length; at++) {
    let score = 0;
    for (let k = offsets[at]!; k < offsets[at + 1]!; k++) score += weights[names[k]!]! * values[k]!;
    scores[at] = score;
    if (score > highest) highest = score;
  }
  const otherShare = Math.exp(weights[other]! - highest);
  let all = otherShare;
  for (let at = 0; at < scores.length; at++) {
    scores[at] = Math.exp(scores[at]! - highest);
    all += scores[at]!;
  }
  for (let at = 0; at < scores.length; at++) {
    const missed = Number(at === ran) - scores[at]! / all;
    if (Math.abs(missed) < 1e-4) continue;
    for (let k = offsets[at]!; k < offsets[at + 1]!; k++) slope[names[k]!]! += missed * values[k]!;
  }
  slope[other]! += Number(ran < 0) - otherShare / all;
}
