/**
 * Trains the weights by which a sentence of the person is judged (src/extract/tables/lasting-weights.ts), on labelled
 * sessions of real people: `node scripts/train-lasting-weights.ts DIR [--write]`. Prints the fit on each person from the
 * weights of all others.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { labelledSessions } from "../bench/labelled/sessions-data.ts";
import { examplesOf, scoreOf, trained, type Weights } from "../bench/labelled/train.ts";

const [directory = "", option] = process.argv.slice(2);
const data = labelledSessions(directory);
if (data === undefined) {
  console.error("Give the directory of the labelled sessions, with gold.jsonl and messages.jsonl.");
  process.exit(2);
}
const examples = examplesOf(data);
for (const person of new Set(examples.map((one) => one.person))) {
  const weights = trained(examples.filter((one) => one.person !== person));
  const own = examples.filter((one) => one.person === person);
  const best = own
    .toSorted((a, b) => scoreOf(weights, b.features) - scoreOf(weights, a.features))
    .slice(0, Math.ceil(own.length / 20));
  const share = best.filter(({ isLesson }) => isLesson).length / best.length;
  const base = own.filter(({ isLesson }) => isLesson).length / own.length;
  console.log(`${person}: ${own.length} sentences, ${percent(base)} lessons; of the best twentieth ${percent(share)}`);
}
if (option === "--write") {
  const weights = trained(examples);
  const file = join(import.meta.dirname, "../src/extract/tables/lasting-weights.ts");
  writeFileSync(file, tableOf(weights));
  console.log(`Wrote ${weights.size - 1} weights.`);
}

function tableOf(weights: Weights): string {
  const rounded = (name: string): string => (weights.get(name) ?? 0).toFixed(2);
  const rows = [...weights.keys()]
    .filter((name) => name !== "")
    .toSorted((a, b) => weights.get(b)! - weights.get(a)!)
    .map((name) => `  ${/^[a-z]+$/.test(name) ? name : JSON.stringify(name)}: ${Number(rounded(name))},`);
  return `/** Weights of the features of a lasting demand, written by scripts/train-lasting-weights.ts. */

export const BIAS = ${Number(rounded(""))};

export const WEIGHTS: Readonly<Record<string, number>> = {
${rows.join("\n")}
};
`;
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
