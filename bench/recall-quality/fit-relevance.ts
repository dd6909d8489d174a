/**
 * Fits how a score becomes a probability, with the shipped weights, and measures it on people it was not fitted on:
 * `node bench/recall-quality/fit-relevance.ts FEATURES… --without FEATURES [--kind units] [--by words]`.
 */
import { parseArgs } from "node:util";
import { solveLinear } from "../../scripts/word-pieces/solve-linear.ts";
import { dot } from "../../src/core/search/vectors.ts";
import { queryTerms } from "../../src/core/text/words.ts";
import { UNITS } from "../../src/search/unit-weights.ts";
import { type By, type Calibration, COMMANDS, ENTRIES } from "../../src/search/weights.ts";
import { type Asked, inOrderOfFeatures, leftOut, readFeatures } from "./features-file.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kind: { type: "string", default: "units" },
    by: { type: "string", default: "words" },
    /** Features for questions whose evidence was taken out, or that never had an answer. */
    without: { type: "string", multiple: true, default: [] },
    /** Questions with more words that count are left out: people ask with few, and a few are matched by chance more often. */
    words: { type: "string", default: "1000" },
  },
});
const tables = { units: UNITS, entries: ENTRIES, commands: COMMANDS };
const column = tables[options.kind as keyof typeof tables][options.by as By];
const { weights: named, ...shipped } = column;
const weights = inOrderOfFeatures(named);
/** The results that a recall shows. */
const SHOWN = 10;
const LOW = 0.3;
/** The weight of a question without an answer is raised until this share of them, of people left out, stays below LOW. */
const HONEST_SHARE = 0.95;
const HEAVIEST = 12;

type Point = { readonly score: number; readonly isRight: boolean };
type Shown = {
  readonly person: string;
  readonly hasAnswer: boolean;
  readonly best: readonly Point[];
};

const shown = [...readFeatures(positionals), ...readFeatures(options.without).map(withoutAnswer)]
  .filter(({ text }) => wordsIn(text) <= Number(options.words))
  .map(toShown);
console.log(`${shown.length} questions`);
report(
  `shipped: ${JSON.stringify(shipped)}`,
  shown.map((one) => scored(one, shipped)),
);
for (let weight = 1; weight <= HEAVIEST; weight++) {
  const apart = leftOut(shown, (others, own) => {
    const fitted = fit(others, weight);
    return own.map((one) => scored(one, fitted));
  });
  const share = honestShare(apart);
  if (share < HONEST_SHARE && weight < HEAVIEST) continue;
  const all = fit(shown, weight);
  console.log(`a question without an answer counts ${weight} times`);
  report("fitted on the other people", apart);
  report(
    `fitted on all: ${JSON.stringify(all)}`,
    shown.map((one) => scored(one, all)),
  );
  break;
}

function wordsIn(text: string): number {
  return queryTerms(text).filter(({ kind }) => kind === "written").length;
}

function withoutAnswer(one: Asked): Asked {
  return { ...one, evidence: 0, right: one.right.map(() => false) };
}

function toShown({ person, x, right, evidence }: Asked): Shown {
  const points = x.map((values, at) => ({ score: dot(values, weights), isRight: right[at]! }));
  const best = points.toSorted((a, b) => b.score - a.score).slice(0, SHOWN);
  return { person, hasAnswer: evidence > 0, best };
}

/** Newton's method on the bias and the slope. */
function fit(questions: readonly Shown[], withoutWeight: number): Calibration {
  const found = new Float64Array(2);
  const points = questions.flatMap(({ best, hasAnswer }) =>
    best.map(({ score, isRight }) => ({ values: [1, score], isRight, weight: hasAnswer ? 1 : withoutWeight })),
  );
  for (let step = 0; step < 60; step++) {
    const slope = new Float64Array(2);
    const curve = [Float64Array.of(1e-6, 0), Float64Array.of(0, 1e-6)];
    for (const { values, isRight, weight } of points) {
      const p = 1 / (1 + Math.exp(-found.reduce((sum, one, n) => sum + one * values[n]!, 0)));
      for (let n = 0; n < 2; n++) {
        slope[n]! += weight * ((isRight ? 1 : 0) - p) * values[n]!;
        for (let m = 0; m < 2; m++) curve[n]![m]! += weight * p * (1 - p) * values[n]! * values[m]!;
      }
    }
    const move = Float64Array.from(
      solveLinear(
        curve,
        [...slope].map((value) => Float64Array.of(value)),
      ),
      ([value]) => value!,
    );
    const longest = move.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    for (let n = 0; n < 2; n++) found[n]! += move[n]! * Math.min(1, 1 / longest);
    if (longest < 1e-7) break;
  }
  const [bias = 0, slope = 0] = [...found].map((value) => Number(value.toFixed(3)));
  return { bias, slope };
}

type Scored = {
  readonly hasAnswer: boolean;
  readonly hits: readonly { readonly p: number; readonly isRight: boolean }[];
};

function scored({ best, hasAnswer }: Shown, { bias, slope }: Calibration): Scored {
  const hits = best.map(({ score, isRight }) => {
    return { isRight, p: 1 / (1 + Math.exp(-(bias + slope * score))) };
  });
  return { hasAnswer, hits };
}

function honestShare(all: readonly Scored[]): number {
  const without = all.filter(({ hasAnswer }) => !hasAnswer);
  return without.filter(({ hits }) => hits.every(({ p }) => p < LOW)).length / Math.max(1, without.length);
}

function report(name: string, all: readonly Scored[]): void {
  const hits = all.filter(({ hasAnswer }) => hasAnswer).flatMap((one) => one.hits);
  const bins = Map.groupBy(hits, ({ p }) => Math.min(9, Math.floor(p * 10)));
  const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
  const error = [...bins.values()].reduce((sum, bin) => {
    const gap = mean(bin.map(({ p }) => p)) - mean(bin.map(({ isRight }) => (isRight ? 1 : 0)));
    return sum + (Math.abs(gap) * bin.length) / hits.length;
  }, 0);
  const honest = (100 * honestShare(all)).toFixed(1);
  console.log(`${name}: calibration error ${error.toFixed(3)}, ${honest} % below ${LOW} without an answer`);
}
