/** What dump-features.ts writes and the fitting scripts read: the features of the candidates for each question. */
import { readFileSync } from "node:fs";
import type { RankedEntry } from "../../src/search/rank-entries.ts";
import { UNIT_FEATURES } from "../../src/search/unit-weights.ts";
import type { Weights } from "../../src/search/weights.ts";

export const FEATURES: readonly string[] = UNIT_FEATURES;

export type DumpedRow = { readonly features: RankedEntry["features"]; readonly isRight: boolean };
export type Dumped = {
  readonly person: string;
  readonly text: string;
  /** How many rows would be right; 0 if the evidence was taken out. */
  readonly evidence: number;
  readonly rows: readonly DumpedRow[];
};

/** One question: the features of each candidate in the order of FEATURES, and which of them are right. */
export type Asked = {
  readonly file: string;
  /** Files count the same, however many questions they have; the average is 1. */
  readonly weight: number;
  readonly person: string;
  readonly text: string;
  readonly evidence: number;
  readonly x: readonly Float64Array[];
  readonly right: readonly boolean[];
};

export function readFeatures(paths: readonly string[]): Asked[] {
  const files = paths.map((file) => ({ file, lines: readFileSync(file, "utf8").trim().split("\n") }));
  const total = files.reduce((sum, { lines }) => sum + lines.length, 0);
  return files.flatMap(({ file, lines }) =>
    lines.map((line) => {
      const { person, text, evidence, rows } = JSON.parse(line) as Dumped;
      return {
        ...{ file, weight: total / files.length / lines.length, person, text, evidence },
        x: rows.map((row) => Float64Array.from(FEATURES, (name) => row.features[name] ?? 0)),
        right: rows.map(({ isRight }) => isRight),
      };
    }),
  );
}

export function inOrderOfFeatures(weights: Weights): Float64Array {
  return Float64Array.from(FEATURES, (name) => weights[name] ?? 0);
}

/** Each person in turn: what is fitted on the others is applied to theirs. */
export function leftOut<T, One extends { readonly person: string }>(
  asked: readonly One[],
  fitAndApply: (others: One[], own: One[]) => T[],
): T[] {
  return [...new Set(asked.map(({ person }) => person))].flatMap((person) =>
    fitAndApply(
      asked.filter((one) => one.person !== person),
      asked.filter((one) => one.person === person),
    ),
  );
}
