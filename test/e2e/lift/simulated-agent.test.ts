import assert from "node:assert/strict";
import { test } from "node:test";
import { type Ask, liftOf, scoresOf } from "../../../bench/lift/conditions.ts";
import { mean } from "../../../src/lift/compare.ts";

const SHORT: Ask = { sessions: 6, seed: 3 };

test("a simulated agent solves more with memory, through the real hooks and the real learn", async (t) => {
  const [without, memory] = [await scoresOf(t, "without", SHORT), await scoresOf(t, "memory", SHORT)];
  assert.ok(mean(memory) >= mean(without) + 20, `${mean(memory)} with, ${mean(without)} without`);
  assert.deepEqual(memory[0], without[0], "the first session has nothing to remember");
});

test("the memory of another project changes nothing", async (t) => {
  assert.deepEqual(await scoresOf(t, "other project", SHORT), await scoresOf(t, "without", SHORT));
});

test("poisoned memory costs nothing: files of the repository, the agent's tool, output of tools", async (t) => {
  assert.deepEqual(await scoresOf(t, "poisoned", SHORT), await scoresOf(t, "memory", SHORT));
});

test("lift compares the sessions that the coin held out, and says how many more it needs", async (t) => {
  const { sessions, withMemory, without, outcomes, records } = await liftOf(t, SHORT);
  assert.equal(sessions, SHORT.sessions);
  assert.ok(withMemory + without > 0 && withMemory + without <= SHORT.sessions);
  assert.ok(outcomes.every((one: { enough: boolean; more: number }) => !one.enough && one.more > 0));
  assert.ok(records.every((one: { given: number }) => one.given > 0));
});
