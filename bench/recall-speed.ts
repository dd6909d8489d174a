/**
 * Searching session messages in process with each embedder, against a bare FTS5 query on the same table, in one run:
 * `node bench/recall-speed.ts [--sizes 1000,100000] [--minilm FOLDER]`. Without MiniLM's folder, its indexing is not measured;
 * searching it is, with vectors of its size that the shipped table makes.
 */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { MINILM, queryByTable, staticEmbedder } from "../src/core/search/static-embedder.ts";
import { queryTerms } from "../src/core/text/words.ts";
import { minilmEmbedder } from "../src/model/embed/minilm.ts";
import { rankUnits } from "../src/recall/rank-units.ts";
import { openPassages, type Passages } from "../src/store/local/databases/passages-db.ts";
import { parseUnits } from "../src/store/local/databases/text-units.ts";
import { homeFrom } from "../src/store/local/files/home.ts";
import { installedMiniLm } from "../src/store/local/minilm-files.ts";
import { openPieceTable } from "../src/store/local/piece-table.ts";
import { question, sentence } from "./sentences.ts";

const { values } = parseArgs({
  options: { sizes: { type: "string", default: "1000,10000,100000" }, minilm: { type: "string" } },
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
    const passages = openPassages(home);
    fill(passages, size, embed);
    const { ours, theirs, words } = asked(passages, embed);
    passages.database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    const [median, base] = [percentile(ours, 0.5), percentile(theirs, 0.5)];
    const cells = [
      name.padEnd(13),
      `${median.toFixed(2)} ms`.padStart(9),
      `${base.toFixed(2)} ms`.padStart(9),
      `x ${(median / base).toFixed(2)}`.padStart(11),
      `x ${(percentile(ours, 0.95) / percentile(theirs, 0.95)).toFixed(2)}`.padStart(8),
      `x ${(median / percentile(words, 0.5)).toFixed(2)}`.padStart(8),
      String(Math.round(statSync(home.passagesFile).size / size)).padStart(15),
      `${Math.round(process.memoryUsage.rss() / 1e6)} MB`.padStart(6),
    ];
    console.log(`${String(size).padStart(8)}   ${cells.join("   ")}`);
    passages.close();
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
function asked(passages: Passages, embed: Embed): { ours: number[]; theirs: number[]; words: number[] } {
  const bare = passages.database.raw.prepare("SELECT rowid FROM words WHERE words MATCH ? ORDER BY rank LIMIT 10");
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
  const files = values.minilm === undefined ? undefined : installedMiniLm({ embedderDirectory: values.minilm });
  const texts = Array.from({ length: 1000 }, (_, at) => textOf(at));
  const directory = mkdtempSync(join(tmpdir(), "oldhand-bench-"));
  const passages = openPassages(homeFrom({ oldhandHome: directory }));
  const words = timed(() => fill(passages, 1000, undefined));
  passages.close();
  rmSync(directory, { recursive: true, force: true });
  console.log(`\n1,000 messages: words ${words.toFixed(0)} ms`);
  for (const embedder of [staticEmbedder(table), ...(files === undefined ? [] : [minilmEmbedder(files)])]) {
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
