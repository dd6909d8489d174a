/**
 * Trains the weights by which a next command is predicted (src/predict/weights.ts), on sessions of real people:
 * `node scripts/train-predict-weights.ts DIR [--write]`. `node bench/predict.ts DIR` shows the fit on each person from the
 * weights of all others.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandsByPerson } from "../bench/predict/people.ts";
import { examplesOf, trained } from "../bench/predict/train.ts";
import { FEATURES } from "../src/predict/features.ts";

const [directory, option] = process.argv.slice(2);
if (directory === undefined) {
  console.error("Give the directory of the sessions, with transcripts/.");
  process.exit(2);
}
const people = await commandsByPerson(directory);
const weights = trained([...people.values()].flatMap(examplesOf));
const rows = FEATURES.map((name, at) => [name, round(weights[at]!)] as const)
  .toSorted(([, a], [, b]) => b - a)
  .map(([name, weight]) => `  ${/^[a-z]+$/.test(name) ? name : JSON.stringify(name)}: ${weight},`);
const text = `/** Weights of what speaks for a next command, written by scripts/train-predict-weights.ts. */

export const SOMETHING_ELSE = ${round(weights.at(-1)!)};

export const WEIGHTS: Readonly<Record<string, number>> = {
${rows.join("\n")}
};
`;
if (option === "--write") writeFileSync(join(import.meta.dirname, "../src/predict/weights.ts"), text);
else console.log(text);

function round(weight: number): number {
  return Number(weight.toFixed(2));
}
