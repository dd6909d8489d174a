/**
 * Searching session messages in process with each embedder, against a bare FTS5 query on the same table, in one run:
 * `node bench/recall-speed.ts [--sizes 1000,100000] [--minilm FOLDER --packages FOLDER]`. Without the folders of MiniLM and of @huggingface/transformers, its indexing is not measured;
 * searching it is, with vectors of its size that the shipped table makes.
 */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { MINILM, queryByTable, staticEmbedder } from "../src/core/search/static-embedder.ts";
import { queryTerms } from "../src/core/text/words.ts";
import { transformersEmbedder } from "../src/models/embed/transformers-embedder.ts";
import { rankUnits } from "../src/search/rank-units.ts";
import type { Database } from "../src/store/databases/database.ts";
import { openIndex } from "../src/store/databases/index-db.ts";
import { homeFrom } from "../src/store/files/home.ts";
import { type Passages, passagesOf } from "../src/store/index/passages/passages.ts";
import { parseUnits } from "../src/store/index/passages/text-units.ts";
import { openPieceTable } from "../src/store/piece-table.ts";
import { question, sentence } from "./sentences.ts";

const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "1000,10000,100000" },
    minilm: { type: "string" },
    packages: { type: "string", default: "" },
  },
});
const PER_SESSION = 50;
const QUESTIONS = 120;
const table = openPieceTable()!;
const byTable = queryByTable(table, table.name)!;
/** The vectors of the person's messages, and of a question. */
const WAYS = { words: undefined, static: byTable, "MiniLM's size": queryByTable(table, MINILM)! };

console.log("every second message is the person's and has a vector; medians over the same questions\n");
console.log(
  "messages   vectors          search   bare OR   search/bare   p95/bare   to words   bytes a message   memory",
);
for (const size of values.sizes.split(",").map(Number)) measure(size);
await embedding();

function measure(size: number): void {
  for (const [name, embed] of Object.entries(WAYS)) {
    const directory = mkdtempSync(join(tmpdir(), "oldhand-bench-"));
    const home = homeFrom({ oldhandHome: directory });
    const index = openIndex(home, () => {});
    const passages = passagesOf(index);
    fill(passages, size, embed);
    const { ours, theirs, words } = asked(index, embed);
    index.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    const [median, base] = [percentile(ours, 0.5), percentile(theirs, 0.5)];
    const cells = [
      name.padEnd(13),
      `${median.toFixed(2)} ms`.padStart(9),
      `${base.toFixed(2)} ms`.padStart(9),
      `x ${(median / base).toFixed(2)}`.padStart(11),
      `x ${(percentile(ours, 0.95) / percentile(theirs, 0.95)).toFixed(2)}`.padStart(8),
      `x ${(median / percentile(words, 0.5)).toFixed(2)}`.padStart(8),
      String(Math.round(statSync(home.indexFile).size / size)).padStart(15),
      `${Math.round(process.memoryUsage.rss() / 1e6)} MB`.padStart(6),
    ];
    console.log(`${String(size).padStart(8)}   ${cells.join("   ")}`);
    index.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

type Embed = ((text: string) => Float32Array) | undefined;

function textOf(at: number): string {
  return `${sentence(at)} (${at})`;
}

function fill(passages: Passages, size: number, embed: Embed): void {
  for (let from = 0; from < size; from += PER_SESSION) {
    const units = Array.from({ length: PER_SESSION }, (_, n) =>
      parseUnits("global", {
        ...{ place: n, ord: 0, text: textOf(from + n), tags: [] },
        ...{ role: n % 2 === 0 ? ("person" as const) : ("agent" as const), atMs: 1.78e12 + (from + n) * 60_000 },
      }),
    ).flat();
    const id = `ses_${from}`;
    passages.append({ kind: "chunk", id, scopeKey: "global", mark: "1" }, units);
    if (embed === undefined) continue;
    const rows = passages.vectors.unitsAfter(passages.source(id)!.no * 2 ** 20 - 1);
    passages.vectors.put(
      id,
      rows.map(({ row, place }) => ({ row, vector: embed(textOf(from + place)) })),
      "1",
    );
  }
}

/** Words alone are timed in the same store, question by question: then a busy machine slows down both. */
function asked(index: Database, embed: Embed): { ours: number[]; theirs: number[]; words: number[] } {
  const passages = passagesOf(index);
  const bare = index.raw.prepare("SELECT rowid FROM words WHERE words MATCH ? ORDER BY rank LIMIT 10");
  const [ours, theirs, words]: [number[], number[], number[]] = [[], [], []];
  for (let n = 0; n < QUESTIONS; n++) {
    const text = question(n);
    const match = queryTerms(text)
      .map(({ word }) => `"${word}"`)
      .join(" OR ");
    const search = (by: Embed): number =>
      timed(() => {
        const vector = by === undefined ? undefined : ({ vector: by(text), by: "table" } as const);
        passages.find(text, { scopeKeys: ["global"], limit: 10, rank: rankUnits, vector });
      });
    theirs.push(timed(() => bare.all(match)));
    words.push(search(undefined));
    ours.push(search(embed));
  }
  return { ours, theirs, words };
}

/** What 1,000 messages cost: splitting and writing their words, and embedding them. */
async function embedding(): Promise<void> {
  const { minilm, packages } = values;
  const place = { directory: packages, table: undefined };
  const byModel = minilm === undefined ? [] : [transformersEmbedder(minilm, place)];
  const texts = Array.from({ length: 1000 }, (_, at) => textOf(at));
  const directory = mkdtempSync(join(tmpdir(), "oldhand-bench-"));
  const index = openIndex(homeFrom({ oldhandHome: directory }), () => {});
  const passages = passagesOf(index);
  const words = timed(() => fill(passages, 1000, undefined));
  index.close();
  rmSync(directory, { recursive: true, force: true });
  console.log(`\n1,000 messages: words ${words.toFixed(0)} ms`);
  for (const embedder of [staticEmbedder(table), ...byModel]) {
    await embedder.embed(["once, to load it"]);
    const start = performance.now();
    await embedder.embed(texts);
    const ms = performance.now() - start;
    const memory = Math.round(process.memoryUsage.rss() / 1e6);
    console.log(
      `  vectors by ${embedder.name}: ${ms.toFixed(0)} ms (x ${(ms / words).toFixed(2)} of the words); ${memory} MB`,
    );
  }
}

/** Processor time: everything here runs in this process, and other work on the machine does not count. */
function timed(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

function percentile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;
}
