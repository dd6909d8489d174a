import assert from "node:assert/strict";
import { test } from "node:test";
import { createLimits } from "../src/serve/limits.ts";

test("a burst is answered, then one request at a time as they become due, for each key alone", () => {
  let nowMs = 0;
  const limits = createLimits(() => nowMs, 60);
  const taken = Array.from({ length: 12 }, () => limits.take("a"));
  assert.deepEqual(taken, [...Array(10).fill(undefined), 1, 1]);
  assert.equal(limits.take("b"), undefined);
  nowMs += 1000;
  assert.deepEqual([limits.take("a"), limits.take("a")], [undefined, 1]);
});

test("something is noted once a minute for each key", () => {
  let nowMs = 0;
  const limits = createLimits(() => nowMs, 60);
  assert.deepEqual([limits.isDueToNote("a"), limits.isDueToNote("a"), limits.isDueToNote("b")], [true, false, true]);
  nowMs += 60_000;
  assert.equal(limits.isDueToNote("a"), true);
});
