import assert from "node:assert/strict";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { giveUpAfter } from "../../fixtures/patience.ts";
import { FILLS, PUMPS } from "./slow-pattern-texts.ts";

type Timing = { readonly pump: string; readonly halfMs: number; readonly wholeMs: number };

const KILL_AFTER_MS = 60_000;
// Far above a linear pass, far below a quadratic one.
const FLOOR_MS = 50;
const STEEPEST = 6;

test("no text makes a pattern hang, and twice the text takes about twice the time", async (t) => {
  assert.ok(FILLS.length >= 30 && PUMPS.length >= 30);
  const timings = await timedPumps();
  const steep = timings.filter(({ halfMs, wholeMs }) => wholeMs > STEEPEST * Math.max(halfMs, FLOOR_MS));
  assert.deepEqual(steep, []);
  const slowest = timings.reduce((a, b) => (a.wholeMs > b.wholeMs ? a : b));
  t.diagnostic(`${timings.length} pumps of 100 KB; slowest: ${slowest.pump}, ${slowest.wholeMs.toFixed(0)} ms`);
});

function timedPumps(): Promise<Timing[]> {
  const worker = new Worker(new URL("./screen-time-worker.ts", import.meta.url));
  let current = "its start";
  const timed = new Promise<Timing[]>((resolve, reject) => {
    const cancel = giveUpAfter(KILL_AFTER_MS, () => reject(new Error(`hangs on ${current}`)));
    worker.on("error", reject);
    worker.on("exit", cancel);
    worker.on("message", (message: { pump: string } | { timings: Timing[] }) => {
      if ("pump" in message) current = message.pump;
      else resolve(message.timings);
    });
  });
  return timed.finally(() => worker.terminate());
}
