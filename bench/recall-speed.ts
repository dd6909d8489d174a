/** Searching session messages in process, against a bare FTS5 query on the same table: `node bench/recall-speed.ts [--sizes 1000,100000]`. */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { queryTerms } from "../src/core/text/words.ts";
import { rankUnits } from "../src/recall/rank-units.ts";
import { openPassages } from "../src/store/local/databases/passages-db.ts";
import { parseUnits } from "../src/store/local/databases/text-units.ts";
import { homeFrom } from "../src/store/local/files/home.ts";
import { question, sentence } from "./sentences.ts";

const { values } = parseArgs({ options: { sizes: { type: "string", default: "1000,10000,100000" } } });
const PER_SESSION = 50;
const QUESTIONS = 60;

console.log("words alone; medians over the same questions\n");
console.log("messages   search   bare OR   search/bare   p95/bare   index 1,000   bytes a message   memory");
for (const size of values.sizes.split(",").map(Number)) measure(size);

function measure(size: number): void {
  const directory = mkdtempSync(join(tmpdir(), "oldhand-bench-"));
  const home = homeFrom({ oldhandHome: directory });
  const passages = openPassages(home);
  const start = performance.now();
  for (let from = 0; from < size; from += PER_SESSION) {
    const units = Array.from({ length: PER_SESSION }, (_, n) =>
      parseUnits("global", {
        ...{ place: n, ord: 0, text: `${sentence(from + n)} (${from + n})`, tags: [] },
        ...{ role: n % 2 === 0 ? ("person" as const) : ("agent" as const), atMs: 1.78e12 + (from + n) * 60_000 },
      }),
    ).flat();
    passages.append({ kind: "chunk", id: `ses_${from}`, scopeKey: "global", mark: "1" }, units);
  }
  const indexMs = (performance.now() - start) / (size / 1000);
  const bare = passages.database.raw.prepare("SELECT rowid FROM words WHERE words MATCH ? ORDER BY rank LIMIT 10");
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let n = 0; n < QUESTIONS; n++) {
    const text = question(n);
    const match = queryTerms(text)
      .map(({ word }) => `"${word}"`)
      .join(" OR ");
    theirs.push(timed(() => bare.all(match)));
    ours.push(timed(() => passages.find(text, { scopeKeys: ["global"], limit: 10, rank: rankUnits })));
  }
  passages.database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  const base = percentile(theirs, 0.5);
  const cells = [
    `${percentile(ours, 0.5).toFixed(2)} ms`.padStart(8),
    `${base.toFixed(2)} ms`.padStart(9),
    `x ${(percentile(ours, 0.5) / base).toFixed(2)}`.padStart(11),
    `x ${(percentile(ours, 0.95) / percentile(theirs, 0.95)).toFixed(2)}`.padStart(8),
    `${indexMs.toFixed(0)} ms`.padStart(11),
    String(Math.round(statSync(home.passagesFile).size / size)).padStart(15),
    `${Math.round(process.memoryUsage.rss() / 1e6)} MB`.padStart(6),
  ];
  console.log(`${String(size).padStart(8)}   ${cells.join("   ")}`);
  passages.close();
  rmSync(directory, { recursive: true, force: true });
}

function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function percentile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;
}
