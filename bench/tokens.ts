/**
 * How far estimates of tokens are from the exact numbers of o200k: `node bench/tokens.ts [/usr/share/locale]`. The texts are
 * this repository's documents and the translations of the programs on this machine, in pages of about 3,000 characters.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { estimateTokens } from "../src/core/text/tokens.ts";
import { countTokensExactly } from "../test/fixtures/exact-tokens.ts";

const [directory = "/usr/share/locale"] = process.argv.slice(2);
const PAGE_CHARS = 3000;
const MOST_PAGES = 8;
const MOST_OF_PROGRAM = 120;

const exactly = await countTokensExactly();
const docs = join(import.meta.dirname, "..", "docs");
const rows = [
  rowOf(
    "our documents",
    readdirSync(docs)
      .filter((name) => name.endsWith(".md"))
      .map((name) => textOf(join(docs, name))),
  ),
  ...(existsSync(directory) ? readdirSync(directory).map((language) => rowOf(language, translationsOf(language))) : []),
].filter((row) => row !== undefined);

for (const { name, pages, under, lowest, mean, highest } of rows.toSorted((a, b) => a.lowest - b.lowest))
  console.log(
    `${name.padEnd(16)} ${pages} pages, ${under} under; estimate / exact: ${[lowest, mean, highest].map((n) => n.toFixed(2)).join(", ")}`,
  );
const all = rows.reduce((sum, { pages, under }) => ({ pages: sum.pages + pages, under: sum.under + under }), {
  pages: 0,
  under: 0,
});
console.log(`\n${rows.length} languages, ${all.pages} pages: ${all.under} under the exact number`);

function rowOf(name: string, texts: readonly string[]) {
  const text = texts.join("\n");
  const most = Math.min(MOST_PAGES, Math.floor(text.length / PAGE_CHARS));
  const shares = Array.from({ length: most }, (_, at) => {
    const page = text.slice(at * PAGE_CHARS, (at + 1) * PAGE_CHARS);
    return estimateTokens(page) / exactly(page);
  });
  if (shares.length === 0) return undefined;
  const mean = shares.reduce((a, b) => a + b) / shares.length;
  const under = shares.filter((share) => share < 1).length;
  return { name, pages: shares.length, under, lowest: Math.min(...shares), mean, highest: Math.max(...shares) };
}

function textOf(path: string): string {
  return readFileSync(path, "utf8");
}

/** The first texts of each program that is translated into the language. */
function translationsOf(language: string): string[] {
  const folder = join(directory, language, "LC_MESSAGES");
  if (language.startsWith("en") || !existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".mo"))
    .flatMap((name) => textsIn(readFileSync(join(folder, name))).slice(0, MOST_OF_PROGRAM));
}

/** The translated texts of a compiled catalogue of gettext; the first is its header. */
function textsIn(catalogue: Buffer): string[] {
  const at = (place: number): number => catalogue.readUInt32LE(place);
  const [count, table] = [at(8), at(16)];
  return Array.from({ length: Math.max(0, count - 1) }, (_, index) => {
    const entry = table + 8 * (index + 1);
    return catalogue.toString("utf8", at(entry + 4), at(entry + 4) + at(entry));
  });
}
