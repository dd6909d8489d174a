/** The directions in which many vectors differ most, by subspace iteration. */
import { dot } from "../../src/core/search/vectors.ts";

const SAMPLE = 30_000;
const ROUNDS = 30;

type Options = { readonly from: number; readonly to: number; readonly random: () => number };

export function principalAxes(all: Float32Array, { from, to, random }: Options) {
  const count = all.length / from;
  const mean = new Float64Array(from);
  for (let at = 0; at < all.length; at++) mean[at % from]! += all[at]! / count;
  const spread = covariance(all, mean);
  let axes = Array.from({ length: to }, () => Float64Array.from({ length: from }, () => random() - 0.5));
  makeOrthogonal(axes);
  for (let round = 0; round < ROUNDS; round++) {
    axes = axes.map((axis) => Float64Array.from(spread, (row) => dot(row, axis)));
    makeOrthogonal(axes);
  }
  return { mean, axes };
}

function covariance(all: Float32Array, mean: Float64Array): Float64Array[] {
  const size = mean.length;
  const rows = Array.from({ length: size }, () => new Float64Array(size));
  const step = Math.max(1, Math.floor(all.length / size / SAMPLE));
  for (let from = 0; from < all.length; from += step * size) {
    const own = Float64Array.from(mean, (middle, n) => all[from + n]! - middle);
    for (let a = 0; a < size; a++) for (let b = 0; b < size; b++) rows[a]![b]! += own[a]! * own[b]!;
  }
  return rows;
}

/** Gram and Schmidt. */
function makeOrthogonal(axes: readonly Float64Array[]): void {
  for (const [at, axis] of axes.entries()) {
    for (const before of axes.slice(0, at)) {
      const shared = dot(axis, before);
      for (let n = 0; n < axis.length; n++) axis[n]! -= shared * before[n]!;
    }
    const length = Math.sqrt(dot(axis, axis));
    for (let n = 0; n < axis.length; n++) axis[n]! /= length;
  }
}
