import assert from "node:assert/strict";
import { test } from "node:test";
import { compareStatements } from "../../../src/core/statement/says-the-same.ts";

const SAID = [
  "Run the integration tests before you push a release",
  "before a release is pushed, run the integration tests please",
  "Be concise",
  "Please be concise.",
  "Deploy the staging cluster with terraform",
  "Be careful",
];

test("statements that share most of their rare words say the same, and others do not", () => {
  const { saySame } = compareStatements(SAID);
  assert.ok(saySame(0, 1));
  assert.ok(!saySame(0, 4));
  assert.ok(!saySame(2, 5));
});

test("a statement of one distinctive word is found again in another wording", () => {
  const { near, closeness } = compareStatements(SAID);
  assert.deepEqual(near(2), [3]);
  assert.equal(closeness(2, 3), 1);
});

test("meaning counts only where words are shared", () => {
  const texts = ["Format the code with biome", "Format sources with biome", "Prettify everything"];
  const alike = (): Float32Array => new Float32Array([1, 0]);
  const { closeness } = compareStatements(texts, alike);
  assert.ok(closeness(0, 1) > compareStatements(texts).closeness(0, 1));
  assert.equal(closeness(0, 2), 0);
});
