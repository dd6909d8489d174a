/**
 * Fits the weights of the ranker on features that dump-features.ts wrote, and measures them on people they were not
 * fitted on: `node bench/recall-quality/fit-weights.ts FEATURES… [--kind units] [--by words] [--ridge 0.002]`.
 */
import { parseArgs } from "node:util";
import { solveLinear } from "../../scripts/word-pieces/solve-linear.ts";
import { dot } from "../../src/core/search/vectors.ts";
import { UNITS } from "../../src/search/unit-weights.ts";
import { type By, COMMANDS, ENTRIES } from "../../src/search/weights.ts";
import { type Asked, FEATURES, inOrderOfFeatures, leftOut, readFeatures } from "./features-file.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kind: { type: "string", default: "units" },
    by: { type: "string", default: "words" },
    ridge: { type: "string", default: "0.002" },
    /** Features that keep the weight of the table: the data says nothing about them. */
    keep: { type: "string", default: "named,speaker,time,number" },
  },
});

const tables = { units: UNITS, entries: ENTRIES, commands: COMMANDS };
const shipped = inOrderOfFeatures(tables[options.kind as keyof typeof tables][options.by as By].weights);
const kept = options.keep.split(",");
const fitted = FEATURES.flatMap((name, at) => (kept.includes(name) || shipped[at] === 0 ? [] : [at]));
const asked = readFeatures(positionals);
const MOST_STEPS = 25;
const LONGEST_STEP = 3;

console.log(`${asked.length} questions of ${new Set(asked.map(({ person }) => person)).size} people`);
console.log(`shipped weights: ${summary(asked.map((one) => measured(one, shipped)))}`);
const apart = leftOut(asked, (others, own) => {
  const weights = fit(others);
  return own.map((one) => measured(one, weights));
});
console.log(`fitted on the other people: ${summary(apart)}`);
if (positionals.length > 1)
  for (const file of positionals) console.log(`  ${file}: ${summary(apart.filter((one) => one.file === file))}`);
const all = fit(asked);
console.log(`fitted on all: ${summary(asked.map((one) => measured(one, all)))}`);
for (const at of fitted) row(FEATURES[at]!, shipped[at]!, all[at]!);

function row(name: string, before: number, after: number): void {
  console.log(`  ${name.padEnd(14)} ${before.toFixed(2).padStart(7)} ${after.toFixed(2).padStart(7)}`);
}

/** A conditional logit: the right rows should have most of the probability among the candidates of their question. */
function fit(questions: readonly Asked[]): Float64Array {
  const weights = shipped.map((weight, at) => (fitted.includes(at) ? 0 : weight));
  const usable = questions.filter(({ right }) => right.includes(true));
  for (let step = 0; step < MOST_STEPS; step++) {
    const { slope, curve } = derivatives(usable, weights);
    const move = Float64Array.from(
      solveLinear(
        curve,
        [...slope].map((value) => Float64Array.of(value)),
      ),
      ([value]) => value!,
    );
    const longest = move.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    for (const [n, at] of fitted.entries()) weights[at]! += move[n]! * Math.min(1, LONGEST_STEP / longest);
    if (longest < 1e-4) break;
  }
  return weights;
}

function derivatives(questions: readonly Asked[], weights: Float64Array) {
  const ridge = Number(options.ridge);
  const size = fitted.length;
  const slope = Float64Array.from(fitted, (at) => -ridge * weights[at]!);
  const curve = fitted.map((_, n) => Float64Array.from({ length: size }, (__, m) => (n === m ? ridge : 0)));
  for (const { x, right, weight } of questions) {
    const shares = sharesOf(x, weights);
    const count = right.filter(Boolean).length;
    const mean = new Float64Array(size);
    const product = curve.map(() => new Float64Array(size));
    for (const [at, values] of x.entries()) {
      const share = shares[at]!;
      const pull = (weight * ((right[at] ? 1 / count : 0) - share)) / questions.length;
      for (let n = 0; n < size; n++) {
        const value = values[fitted[n]!]!;
        if (value === 0) continue;
        slope[n]! += pull * value;
        mean[n]! += share * value;
        for (let m = 0; m <= n; m++) product[n]![m]! += share * value * values[fitted[m]!]!;
      }
    }
    for (let n = 0; n < size; n++)
      for (let m = 0; m <= n; m++) {
        const value = (weight * (product[n]![m]! - mean[n]! * mean[m]!)) / questions.length;
        curve[n]![m]! += value;
        if (n !== m) curve[m]![n]! += value;
      }
  }
  return { slope, curve };
}

function sharesOf(x: readonly Float64Array[], weights: Float64Array): number[] {
  const scores = x.map((values) => dot(values, weights));
  const most = scores.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const shares = scores.map((score) => Math.exp(score - most));
  const total = shares.reduce((a, b) => a + b, 0);
  return shares.map((share) => share / total);
}

type Measured = Pick<Asked, "file" | "weight"> & { readonly at5: number; readonly at10: number };

function measured({ file, weight, x, right, evidence }: Asked, weights: Float64Array): Measured {
  const order = x.map((values, at) => ({ at, score: dot(values, weights) })).toSorted((a, b) => b.score - a.score);
  const found = (most: number): number => order.slice(0, most).filter(({ at }) => right[at]).length / evidence;
  return { file, weight, at5: found(5), at10: found(10) };
}

function summary(found: readonly Measured[]): string {
  const total = found.reduce((sum, { weight }) => sum + weight, 0);
  const mean = (of: (one: Measured) => number): string =>
    ((100 * found.reduce((sum, one) => sum + one.weight * of(one), 0)) / total).toFixed(1);
  return `recall@5 ${mean(({ at5 }) => at5)}, recall@10 ${mean(({ at10 }) => at10)}`;
}
