/** Compares full-text search with bare FTS5 queries on the same table: time, and how many of the ten best rows agree. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { queryTerms } from "../src/core/text/words.ts";
import { rankEntries } from "../src/search/rank-entries.ts";
import { createFullText, findWords, putWords } from "../src/store/index/full-text/full-text.ts";

type Corpus = { readonly name: string; readonly sentences: readonly string[]; readonly queries: readonly string[] };

const { values: options } = parseArgs({
  options: {
    data: { type: "string" },
    sizes: { type: "string", default: "1000,10000,100000" },
    queries: { type: "string", default: "150" },
  },
});

const corpus = (options.data === undefined ? undefined : realText(options.data)) ?? generatedText();
console.log(`${corpus.name}: ${corpus.sentences.length} sentences, ${corpus.queries.length} queries`);
console.log("records  query            p50 ms   p95 ms  of bare OR  overlap@10");
for (const size of options.sizes.split(",").map(Number)) measure(size);

/** Every query runs in every way in turn, so that other load on the machine affects all of them. */
function measure(size: number): void {
  const dir = mkdtempSync(join(tmpdir(), "oldhand-bench-"));
  const db = new DatabaseSync(join(dir, "index.db"));
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON");
  createFullText(db);
  const filledMs = timed(() => fill(db, size)).ms;
  const bare = db.prepare("SELECT rowid FROM words WHERE words MATCH ? ORDER BY rank LIMIT 10");
  const joined = (text: string, by: string) =>
    bare
      .all(
        queryTerms(text)
          .map(({ word, prefix }) => (prefix ? `"${word}" *` : `"${word}"`))
          .join(by),
      )
      .map(rowOf);
  const shelf = db.prepare("SELECT shelf FROM words WHERE rowid = ?");
  const filterWords = (row: number) => shelf.get(row)?.shelf as string | undefined;
  const found = (text: string, filters: string[][]) =>
    findWords(db, { text, limit: 10, filters, filterWords }, rankEntries).slice(0, 10).map(rowOf);
  const ways: Record<string, (text: string) => number[]> = {
    "bare OR": (text) => joined(text, " OR "),
    "bare AND": (text) => joined(text, " AND "),
    ours: (text) => found(text, []),
    "ours, all pass": (text) => found(text, [["krecord"], ["sactive"]]),
    "ours, 5 % pass": (text) => found(text, [["krecord"], ["f3"]]),
  };
  const times = new Map(Object.keys(ways).map((way) => [way, [] as number[]]));
  const overlaps = new Map(Object.keys(ways).map((way) => [way, [] as number[]]));
  for (const text of corpus.queries) {
    const best = joined(text, " OR ");
    for (const [way, ask] of Object.entries(ways)) {
      const { ms, result } = timed(() => ask(text));
      times.get(way)!.push(ms);
      if (best.length > 0) overlaps.get(way)!.push(best.filter((row) => result.includes(row)).length / best.length);
    }
  }
  const base = percentile(times.get("bare OR")!, 0.5);
  for (const way of Object.keys(ways)) {
    const p50 = percentile(times.get(way)!, 0.5);
    const overlap = way.endsWith("5 % pass") ? "" : mean(overlaps.get(way)!).toFixed(3);
    console.log(
      [
        String(size).padStart(7),
        ` ${way.padEnd(16)}`,
        p50.toFixed(2).padStart(7),
        percentile(times.get(way)!, 0.95).toFixed(2).padStart(8),
        (p50 / base).toFixed(2).padStart(11),
        overlap.padStart(11),
      ].join(" "),
    );
  }
  const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  console.log(
    `        filled ${Math.round((size / filledMs) * 1000)} records per second, ${megabytes(statSync(join(dir, "index.db")).size)} on disk, ${megabytes(process.memoryUsage().rss)} in memory`,
  );
  db.close();
  rmSync(dir, { recursive: true });
}

/** Records of about 24 words, made of entire sentences. */
function fill(db: DatabaseSync, size: number): void {
  const next = chance(7);
  for (let row = 1; row <= size; row++) {
    if (row % 1000 === 1) db.exec("BEGIN IMMEDIATE");
    let text = "";
    while (text.split(" ").length < 20) text += `${pick(corpus.sentences, next)} `;
    putWords(db, row, {
      text,
      key: text.split(" ", 5).join("-"),
      tags: "",
      aliases: "",
      keywords: "",
      paths: "",
      shelf: `f${row % 20} sactive krecord`,
    });
    if (row % 1000 === 0 || row === size) db.exec("COMMIT");
  }
}

/** Sentences of conversations and transcripts, and the questions about the conversations. */
function realText(dir: string): Corpus | undefined {
  if (!existsSync(dir)) {
    console.log(`No data at ${dir}; using generated text.`);
    return undefined;
  }
  const sentences = new Set<string>();
  const queries: string[] = [];
  for (const file of readdirSync(dir, { recursive: true, encoding: "utf8" })) {
    const path = join(dir, file);
    if (file.endsWith(".json")) collect(JSON.parse(readFileSync(path, "utf8")), sentences, queries);
    if (!file.endsWith(".jsonl")) continue;
    for (const line of readFileSync(path, "utf8").split("\n"))
      if (line !== "") collect(JSON.parse(line), sentences, queries);
  }
  const step = Math.max(1, Math.floor(queries.length / Number(options.queries)));
  return { name: "real text", sentences: [...sentences], queries: queries.filter((_, at) => at % step === 0) };
}

function collect(value: unknown, sentences: Set<string>, queries: string[]): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    if (typeof part !== "string") collect(part, sentences, queries);
    else if (key === "question") queries.push(part);
    else if (key === "text" || key === "content") for (const sentence of sentencesOf(part)) sentences.add(sentence);
  }
}

function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.trim().replace(/\s+/g, " "))
    .filter((sentence) => /^(\S+ ){3,39}\S+$/.test(sentence) && sentence.length < 400);
}

/** Word frequencies follow a logarithmic distribution, like those of real text. */
function generatedText(): Corpus {
  const next = chance(1);
  const syllables = "ba ce di fo gu la me ni po ru sa te vi wo zu kra ble sti dro flu".split(" ");
  const words = Array.from({ length: 8000 }, () =>
    Array.from({ length: 2 + Math.floor(next() * 3) }, () => pick(syllables, next)).join(""),
  );
  const word = () => words[Math.floor(words.length ** next()) - 1] ?? words[0]!;
  const sentence = () => Array.from({ length: 6 + Math.floor(next() * 8) }, word).join(" ");
  const telling = () => words[Math.floor(words.length ** (0.5 + next() / 2)) - 1]!;
  return {
    name: "generated text",
    sentences: Array.from({ length: 12_000 }, sentence),
    queries: Array.from({ length: Number(options.queries) }, () =>
      Array.from({ length: 3 + Math.floor(next() * 4) }, telling).join(" "),
    ),
  };
}

function rowOf(row: { rowid?: unknown }): number {
  return Number(row.rowid);
}

function timed<T>(work: () => T): { ms: number; result: T } {
  const start = performance.now();
  const result = work();
  return { ms: performance.now() - start, result };
}

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function pick<T>(from: readonly T[], next: () => number): T {
  return from[Math.floor(next() * from.length)]!;
}

/** The same pseudo-random numbers in every run. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
