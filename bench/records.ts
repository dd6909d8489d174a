/** Insert, reconcile and recall in process, against a bare full-text query on the same table: `node bench/records.ts [--most 100000]`. */

import { rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { type Memory, openMemory } from "../src/main/memory.ts";
import { environment } from "../src/verbs/call/environment.ts";
import { homeOf } from "./home-of.ts";
import { question, sentence } from "./sentences.ts";

const { values } = parseArgs({ options: { most: { type: "string", default: "100000" } } });
const QUESTIONS = 60;
const ADDED = 50;

console.log("in process; recall and the bare query as medians over the same questions\n");
console.log(" records   first index   no change   one change   add one   recall   bare OR   recall/bare   memory");
for (const count of [1_000, 10_000, 100_000].filter((size) => size <= Number(values.most))) {
  const home = homeOf(count);
  const index = await timed(() => opened(home));
  index.value.close();
  await new Promise((resolve) => setTimeout(resolve, 2_100));
  (await opened(home)).close();
  const still = await timed(() => opened(home));
  const [one] = await still.value.list({ status: "active" });
  still.value.close();
  utimesSync(one!.file, new Date(), new Date());
  const changed = await timed(() => opened(home));
  const memory = changed.value;
  const add = await timed(async () => {
    for (let n = 0; n < ADDED; n++)
      await memory.add({ text: `${sentence(count + n)} again`, type: "fact", scope: "global" });
  });
  const recall = median(await each((n) => memory.recall({ query: question(n), format: "snippets" })));
  const db = new DatabaseSync(join(home, "index.db"), { readOnly: true });
  const query = db.prepare("SELECT rowid FROM words WHERE words MATCH ? ORDER BY rank LIMIT 10");
  const bare = median(
    await each((n) =>
      query.all(
        question(n)
          .split(/[^A-Za-z0-9]+/)
          .map((word) => `"${word}"`)
          .join(" OR "),
      ),
    ),
  );
  db.close();
  memory.close();
  const cells = [
    ms(index.ms, 11),
    ms(still.ms, 9),
    ms(changed.ms, 10),
    ms(add.ms / ADDED, 7),
    ms(recall, 6),
    ms(bare, 7),
    `x ${(recall / bare).toFixed(2)}`.padStart(11),
    `${Math.round(process.memoryUsage.rss() / 1e6)} MB`.padStart(6),
  ];
  console.log(`${String(count).padStart(8)}   ${cells.join("   ")}`);
  rmSync(home, { recursive: true, force: true });
}

function opened(home: string): Promise<Memory> {
  const env = { ...environment(), oldhandHome: home, cwd: home };
  return openMemory(env, { settle: "files", note: console.error });
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const began = process.hrtime.bigint();
  const value = await work();
  return { ms: Number(process.hrtime.bigint() - began) / 1e6, value };
}

async function each(ask: (n: number) => unknown): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < QUESTIONS; n++) times.push((await timed(async () => ask(n * 17))).ms);
  return times;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

function ms(value: number, width: number): string {
  return `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`.padStart(width);
}
