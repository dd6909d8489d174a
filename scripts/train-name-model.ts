/**
 * Trains the table by which a name is told from generated characters (src/core/screen/name-model.ts), on the words of the
 * installed packages: `node scripts/train-name-model.ts [--write]`. Prints how many names of the packages left out, and how
 * many generated strings, are taken for generated, by length.
 */
import { randomInt } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { caseOf, generatedBits, symbolOf } from "../src/core/screen/random-text.ts";

// The last one is the start.
const SYMBOLS = 29;
const CASES = 3;
const PACKAGES = join(import.meta.dirname, "../node_modules");
const READ = /\.(?:[cm]?js|[cm]?ts|json|md|css|html)$/;
const LONGEST_LINE = 200;

/** Each word with the packages that have it: a checksum is in one, a word of people in several. */
const packagesOf = new Map<string, Set<string>>();
for (const name of packageNames()) readWords(join(PACKAGES, name), name);
const words = [...packagesOf].filter(([, names]) => names.size > 1).map(([word]) => word);
const [kept, left] = [words.filter((word) => !isLeftOut(word)), words.filter(isLeftOut)];
console.log(`${kept.length} words to learn from, ${left.length} left out.`);
const table = trained(kept);
if (process.argv.includes("--write")) writeTable(table);
report();

function packageNames(): string[] {
  return readdirSync(PACKAGES)
    .filter((name) => !name.startsWith("."))
    .flatMap((name) =>
      name.startsWith("@") ? readdirSync(join(PACKAGES, name)).map((inner) => join(name, inner)) : [name],
    );
}

function readWords(directory: string, name: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) readWords(path, name);
    else if (READ.test(entry.name) && statSync(path).size < 1_000_000)
      for (const line of readFileSync(path, "utf8").split("\n"))
        if (line.length <= LONGEST_LINE)
          for (const [word] of line.matchAll(/[A-Za-z0-9]+(?:[_./-][A-Za-z0-9]+)*/g)) note(word, name);
  }
}

function note(word: string, name: string): void {
  const names = packagesOf.get(word);
  if (names === undefined) packagesOf.set(word, new Set([name]));
  else names.add(name);
}

/** By the word itself, so that it is the same in every run. */
function isLeftOut(word: string): boolean {
  let sum = 0;
  for (const char of word) sum = (sum * 31 + char.charCodeAt(0)) % 1009;
  return sum % 10 === 0;
}

type Table = { readonly rarity: string; readonly cases: string };

function trained(from: readonly string[]): Table {
  return { rarity: raritiesOf(from, SYMBOLS, SYMBOLS, symbolOf), cases: raritiesOf(from, CASES, CASES - 1, caseOf) };
}

/** Half bits of each of the first kinds of character after each kind, as a digit of base 36: the more, the rarer. */
function raritiesOf(from: readonly string[], kinds: number, columns: number, kindOf: (code: number) => number): string {
  const counts = new Float64Array(kinds * columns).fill(0.5);
  for (const word of from) {
    let before = kinds - 1;
    for (const char of word) {
      const kind = kindOf(char.charCodeAt(0));
      if (kind < columns) counts[before * columns + kind]! += 1;
      before = kind;
    }
  }
  const halves = [...counts.keys()].map((at) => {
    const row = Math.floor(at / columns) * columns;
    const total = counts.slice(row, row + columns).reduce((sum, count) => sum + count, 0);
    return Math.min(35, Math.round(-2 * Math.log2(counts[at]! / total)));
  });
  return halves.map((half) => half.toString(36)).join("");
}

function writeTable({ rarity, cases }: Table): void {
  const lines = rarity.match(/.{1,112}/g) ?? [];
  writeFileSync(
    join(import.meta.dirname, "../src/core/screen/name-model.ts"),
    `/** How rare one character is after another in names and words, written by scripts/train-name-model.ts. */

/** Half bits as digits of base 36, a row for each character before: a to z, a digit, a separator, the start. */
export const RARITY =
${lines.map((line) => `  ${JSON.stringify(line)}`).join(" +\n")};

/** The same for a small and a capital letter, after a small one, a capital and no letter. */
export const CASE_RARITY = ${JSON.stringify(cases)};
`,
  );
}

function report(): void {
  const alphabets = {
    hex: "0123456789abcdef",
    base36: "0123456789abcdefghijklmnopqrstuvwxyz",
    base62: "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    letters: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
  };
  for (const length of [8, 12, 16, 20, 24, 32, 40]) {
    const names = left.filter((word) => word.length >= length && word.length < length + 4).map(generatedBits);
    const shares = [`names ${shareOver(names)}`];
    for (const [kind, alphabet] of Object.entries(alphabets)) {
      const made = Array.from({ length: 2000 }, () =>
        generatedBits(Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("")),
      );
      shares.push(`${kind} ${shareOver(made)}`);
    }
    console.log(`${length}: ${shares.join("   ")}`);
  }
}

/** The share over 6, 12 and 24 bits. */
function shareOver(bits: readonly number[]): string {
  return [6, 12, 24]
    .map((least) => `${((100 * bits.filter((one) => one >= least).length) / Math.max(1, bits.length)).toFixed(1)} %`)
    .join(" ");
}
