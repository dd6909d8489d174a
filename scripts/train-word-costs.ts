/**
 * Trains what a word of another language in Latin script costs in tokens (src/core/text/word-costs.ts), from translations
 * of programs: `node scripts/train-word-costs.ts [/usr/share/locale] [--write]`. Prints how far the costs are from the exact
 * ones in languages and programs that they were not trained on.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FEATURE_COUNT, featuresOfWord, pairsCost, weightsText } from "../src/core/text/word-costs.ts";
import { countTokensExactly } from "../test/fixtures/exact-tokens.ts";

const [directory = "/usr/share/locale", option] = process.argv.slice(2);
const TRAINED_ON = ["apt", "dpkg", "shadow", "util-linux"];
const HELD_PROGRAMS = ["coreutils", "wget", "tar", "grep", "gtk30", "glib20"];
const HELD_LANGUAGES = new Set(["eu", "it", "tl", "sl", "cy", "nn", "hu", "pt", "tr", "nl"]);
/** Languages with fewer words say little. */
const LEAST_WORDS = 500;
const RIDGE = 30;
const STEPS = 150;

const exactly = await countTokensExactly();
const languages = readdirSync(directory).filter((name) => !name.startsWith("en") && !name.includes("@"));

if (option === "--write") {
  const weights = fitted(languages.filter((one) => !HELD_LANGUAGES.has(one)).map((one) => wordsIn(one, TRAINED_ON)));
  const file = join(import.meta.dirname, "../src/core/text/word-costs.ts");
  const source = readFileSync(file, "utf8");
  writeFileSync(
    file,
    source.replace(/(const WEIGHTS =\n)[^;]*;/, (_, head: string) => `${head}${weightsText(weights)};`),
  );
  console.log("Wrote the weights; run the script again to measure them.");
} else
  for (const language of languages) {
    const words = wordsIn(language, HELD_PROGRAMS);
    if (words.length < LEAST_WORDS) continue;
    const sum = (cost: (word: string) => number): number => words.reduce((total, word) => total + cost(word), 0);
    const share = sum(pairsCost) / sum((word) => exactly(` ${word}`));
    console.log(
      `${language}${HELD_LANGUAGES.has(language) ? ", held out" : ""}: ${share.toFixed(2)} of the exact cost`,
    );
  }

function wordsIn(language: string, programs: readonly string[]): string[] {
  return programs
    .map((program) => join(directory, language, "LC_MESSAGES", `${program}.mo`))
    .filter((file) => existsSync(file))
    .flatMap((file) => translationsIn(readFileSync(file)))
    .flatMap((text) => text.match(/(?<= )\p{L}+/gu) ?? [])
    .filter((word) => /^\p{Script=Latin}+$/u.test(word));
}

/** The translated texts of a compiled catalogue of gettext; the first is its header. */
function translationsIn(catalogue: Buffer): string[] {
  const at = (place: number): number => catalogue.readUInt32LE(place);
  const [count, table] = [at(8), at(16)];
  return Array.from({ length: Math.max(0, count - 1) }, (_, index) => {
    const entry = table + 8 * (index + 1);
    return catalogue.toString("utf8", at(entry + 4), at(entry + 4) + at(entry));
  });
}

/** Ridge regression by conjugate gradients; each language counts the same. */
function fitted(byLanguage: readonly (readonly string[])[]): Float64Array {
  const rows = byLanguage
    .filter((words) => words.length >= LEAST_WORDS)
    .flatMap((words) =>
      [...Map.groupBy(words, (word) => word)].map(([word, all]) => ({
        ...{ features: featuresOfWord(word), cost: exactly(` ${word}`), weight: (10_000 * all.length) / words.length },
      })),
    );
  const product = (vector: Float64Array): Float64Array => {
    const out = vector.map((value) => RIDGE * value);
    for (const { features, weight } of rows) {
      const sum = weight * features.reduce((total, [at, value]) => total + vector[at]! * value, 0);
      for (const [at, value] of features) out[at]! += sum * value;
    }
    return out;
  };
  const weights = new Float64Array(FEATURE_COUNT);
  const rest = new Float64Array(FEATURE_COUNT);
  for (const { features, cost, weight } of rows) for (const [at, value] of features) rest[at]! += weight * cost * value;
  const direction = rest.slice();
  const squares = (vector: Float64Array): number => vector.reduce((sum, value) => sum + value * value, 0);
  for (let [step, size] = [0, squares(rest)]; step < STEPS && size > 1e-6; step++) {
    const image = product(direction);
    const length = size / direction.reduce((sum, value, at) => sum + value * image[at]!, 0);
    direction.forEach((value, at) => {
      weights[at]! += length * value;
      rest[at]! -= length * image[at]!;
    });
    const next = squares(rest);
    direction.forEach((value, at) => {
      direction[at] = rest[at]! + (next / size) * value;
    });
    size = next;
  }
  return weights;
}
