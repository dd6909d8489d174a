/** How likely each candidate is: its weighted features, as a share beside "something else". */
import { type Candidate, FEATURES } from "./features.ts";
import { SOMETHING_ELSE, WEIGHTS } from "./weights.ts";

/** In the order of FEATURES; the last one is the score of "something else". */
export type Weights = Float64Array;

export function weightsOf(of: Readonly<Record<string, number>>, somethingElse: number): Weights {
  return Float64Array.from([...FEATURES.map((name) => of[name] ?? 0), somethingElse]);
}

/** Fitted on the sessions of many people. */
export const TRAINED: Weights = weightsOf(WEIGHTS, SOMETHING_ELSE);

export function scoreOf({ places, values }: Candidate, weights: Weights): number {
  let score = 0;
  for (let at = 0; at < places.length; at++) score += weights[places[at]!]! * values[at]!;
  return score;
}

/** The probability of each candidate, and as the last number that of something else. */
export function sharesOf(found: readonly Candidate[], weights: Weights): Float64Array {
  const shares = new Float64Array(found.length + 1);
  found.forEach((candidate, at) => {
    shares[at] = scoreOf(candidate, weights);
  });
  shares[found.length] = weights.at(-1)!;
  const highest = shares.reduce((most, score) => Math.max(most, score), Number.NEGATIVE_INFINITY);
  let all = 0;
  for (let at = 0; at < shares.length; at++) all += shares[at] = Math.exp(shares[at]! - highest);
  for (let at = 0; at < shares.length; at++) shares[at]! /= all;
  return shares;
}

/** Adds how a small change of each weight would make `ran` likelier; -1: something else was run. */
export function addSlope(slope: Float64Array, found: readonly Candidate[], ran: number, weights: Weights): void {
  const shares = sharesOf(found, weights);
  found.forEach(({ places, values }, at) => {
    const missed = Number(at === ran) - shares[at]!;
    if (Math.abs(missed) < LEAST) return;
    for (let k = 0; k < places.length; k++) slope[places[k]!]! += missed * values[k]!;
  });
  slope[FEATURES.length]! += Number(ran < 0) - shares[found.length]!;
}

/** A candidate this unlikely changes nothing, and most are. */
const LEAST = 1e-4;
