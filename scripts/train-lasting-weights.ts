/**
 * Trains the weights by which a sentence of the person is judged (src/extract/tables/lasting-weights.ts), on labelled
 * sessions of real people: `node scripts/train-lasting-weights.ts DIR [--write]`. Each
 * feature has two weights: of a sentence among all that was said (lessons against everything else), and of one that was
 * nominated (lessons against look-alikes). Prints the fit on each person from the weights of all others.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { labelledSessions } from "../bench/labelled/sessions-data.ts";
import { nominatedExamplesOf, scoreOf, sentencesIn, trained, type Weights } from "../bench/labelled/train.ts";

const [directory = "", option] = process.argv.slice(2);
const data = labelledSessions(directory);
if (data === undefined) {
  console.error("Give the directory of the labelled sessions, with gold.jsonl and messages.jsonl.");
  process.exit(2);
}
const trainedOn = { said: sentencesIn(data), nominated: nominatedExamplesOf(data) };
for (const [asked, examples] of Object.entries(trainedOn))
  for (const person of new Set(examples.map((one) => one.person))) {
    const weights = trained(examples.filter((one) => one.person !== person));
    const own = examples.filter((one) => one.person === person);
    const best = own
      .toSorted((a, b) => scoreOf(weights, b.features) - scoreOf(weights, a.features))
      .slice(0, Math.ceil(own.length / (asked === "said" ? 20 : 5)));
    const share = best.filter(({ isLesson }) => isLesson).length / best.length;
    const base = own.filter(({ isLesson }) => isLesson).length / own.length;
    console.log(
      `${asked}, ${person}: ${own.length}, ${percent(base)} lessons; of the best ${best.length} ${percent(share)}`,
    );
  }
if (option === "--write") {
  const weights = { said: trained(trainedOn.said), nominated: trained(trainedOn.nominated) };
  writeFileSync(join(import.meta.dirname, "../src/extract/tables/lasting-weights.ts"), tableOf(weights));
  console.log(`Wrote the weights of ${weights.said.size - 1} features.`);
}

function tableOf({ said, nominated }: { readonly said: Weights; readonly nominated: Weights }): string {
  const both = (name: string): string => `{ said: ${rounded(said, name)}, nominated: ${rounded(nominated, name)} }`;
  const rows = [...said.keys()]
    .filter((name) => name !== "")
    .toSorted((a, b) => said.get(b)! - said.get(a)!)
    .map((name) => `  ${/^[a-z]+$/.test(name) ? name : JSON.stringify(name)}: ${both(name)},`);
  return `/** Weights of the features of a lasting demand, written by scripts/train-lasting-weights.ts. */
import type { Asked } from "../lasting-score.ts";

type Weights = Readonly<Record<Asked, number>>;

export const BIAS: Weights = ${both("")};

export const WEIGHTS: Readonly<Record<string, Weights>> = {
${rows.join("\n")}
};
`;
}

function rounded(weights: Weights, name: string): number {
  return Number((weights.get(name) ?? 0).toFixed(2));
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
