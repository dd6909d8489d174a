/**
 * Fits the weights of the ranker on features that dump-features.ts wrote, and measures them on people they were not
 * fitted on: `node bench/recall-quality/fit-weights.ts FEATURES [--ridge 0.01] [--only own,cosine,…] [--fixed person=5.5,…]`.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { CALIBRATION, type Feature, WEIGHTS } from "../../src/recall/weights.ts";

type Row = Partial<Record<Feature, number>> & { readonly isRight: boolean; readonly role: string };
type Asked = {
  readonly person: string;
  readonly kind: string;
  readonly evidence: number;
  readonly rows: readonly Row[];
};
type Weights = Float64Array;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ridge: { type: "string", default: "0.01" },
    /** The features to fit; the others keep the weight of the table. */
    only: { type: "string" },
    /** Weights that are given. */
    fixed: { type: "string", default: "" },
    steps: { type: "string", default: "400" },
    /** Features for questions whose evidence was taken out, for the calibration. */
    without: { type: "string" },
  },
});

const asked = read(positionals[0] ?? "");
const FEATURES = Object.keys(WEIGHTS) as Feature[];
const given = new Map(
  options.fixed
    .split(",")
    .filter(Boolean)
    .map((part) => [part.split("=")[0]!, Number(part.split("=")[1])]),
);
const fitted = options.only?.split(",") ?? FEATURES.filter((name) => !given.has(name));
const start = Float64Array.from(FEATURES, (name) => given.get(name) ?? WEIGHTS[name]);

const people = [...new Set(asked.map(({ person }) => person))];
console.log(`${asked.length} questions of ${people.length} people`);
console.log(
  `weights of the table: ${scoresOf(
    asked,
    Float64Array.from(FEATURES, (name) => WEIGHTS[name]),
  )}`,
);
const apart = people.map((person) => {
  const weights = fit(asked.filter((one) => one.person !== person));
  return asked.filter((one) => one.person === person).map((one) => measured(one, weights));
});
console.log(`fitted on the other people: ${summary(apart.flat())}`);
const all = fit(asked);
console.log(`fitted on all: ${scoresOf(asked, all)}`);
for (const [at, name] of FEATURES.entries())
  console.log(`  ${name.padEnd(14)} ${WEIGHTS[name].toFixed(2).padStart(7)} ${all[at]!.toFixed(2).padStart(7)}`);
calibrate(all, "fitted");
calibrate(
  Float64Array.from(FEATURES, (name) => WEIGHTS[name]),
  "of the table",
);

function read(path: string): Asked[] {
  return readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Asked);
}

/** A conditional logit: the right rows should have the most of the probability among the candidates of their question. */
function fit(questions: readonly Asked[]): Weights {
  const weights = start.slice();
  const free = FEATURES.map((name) => fitted.includes(name));
  const [m, v] = [new Float64Array(weights.length), new Float64Array(weights.length)];
  const usable = questions
    .map(({ rows }) => ({ x: rows.map(vectorOf), right: rows.map(({ isRight }) => isRight) }))
    .filter(({ right }) => right.includes(true));
  for (let step = 1; step <= Number(options.steps); step++) {
    const gradient = weights.map((weight) => -Number(options.ridge) * weight);
    for (const { x, right } of usable) {
      const scores = x.map((row) => dot(row, weights));
      const most = scores.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
      const shares = scores.map((score) => Math.exp(score - most));
      const total = shares.reduce((a, b) => a + b, 0);
      const count = right.filter(Boolean).length;
      for (let row = 0; row < x.length; row++) {
        const pull = (right[row] ? 1 / count : 0) - shares[row]! / total;
        for (let at = 0; at < weights.length; at++) gradient[at]! += (pull * x[row]![at]!) / usable.length;
      }
    }
    for (let at = 0; at < weights.length; at++) {
      if (!free[at]) continue;
      m[at] = 0.9 * m[at]! + 0.1 * gradient[at]!;
      v[at] = 0.999 * v[at]! + 0.001 * gradient[at]! ** 2;
      weights[at]! += (0.1 * (m[at]! / (1 - 0.9 ** step))) / (Math.sqrt(v[at]! / (1 - 0.999 ** step)) + 1e-8);
    }
  }
  return weights;
}

function vectorOf(row: Row): Float64Array {
  return Float64Array.from(FEATURES, (name) => row[name] ?? 0);
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}

type Measured = { readonly at5: number; readonly at10: number };

function measured({ rows, evidence }: Asked, weights: Weights): Measured {
  const order = rows.map((row) => ({ row, score: dot(vectorOf(row), weights) })).toSorted((a, b) => b.score - a.score);
  const found = (most: number): number => order.slice(0, most).filter(({ row }) => row.isRight).length / evidence;
  return { at5: found(5), at10: found(10) };
}

function scoresOf(questions: readonly Asked[], weights: Weights): string {
  return summary(questions.map((one) => measured(one, weights)));
}

function summary(all: readonly Measured[]): string {
  const mean = (of: (one: Measured) => number): string =>
    ((100 * all.reduce((sum, one) => sum + of(one), 0)) / all.length).toFixed(1);
  return `recall@5 ${mean(({ at5 }) => at5)}, recall@10 ${mean(({ at10 }) => at10)}`;
}

/** Relevance as a logistic function of the score, over the ten best rows; one question in three without its evidence. */
function calibrate(weights: Weights, name: string): void {
  const without = options.without === undefined ? [] : read(options.without);
  const points = [...asked, ...without].flatMap(({ rows }) =>
    rows
      .map((row) => ({ score: dot(vectorOf(row), weights), y: row.isRight ? 1 : 0 }))
      .toSorted((a, b) => b.score - a.score)
      .slice(0, 10),
  );
  let { bias, slope }: { bias: number; slope: number } = CALIBRATION.units;
  for (let step = 0; step < 100; step++) {
    // Newton's method on two parameters.
    let [g0, g1, h00, h01, h11] = [0, 0, 1e-9, 0, 1e-9];
    for (const { score, y } of points) {
      const p = 1 / (1 + Math.exp(-(bias + slope * score)));
      g0 += y - p;
      g1 += (y - p) * score;
      const w = p * (1 - p);
      h00 += w;
      h01 += w * score;
      h11 += w * score * score;
    }
    const determinant = h00 * h11 - h01 * h01;
    bias += (h11 * g0 - h01 * g1) / determinant;
    slope += (h00 * g1 - h01 * g0) / determinant;
  }
  console.log(`relevance with the weights ${name}: bias ${bias.toFixed(2)}, slope ${slope.toFixed(3)}`);
}
