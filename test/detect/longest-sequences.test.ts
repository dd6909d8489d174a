import assert from "node:assert/strict";
import { test } from "node:test";
import { largePartsOf, partsOf } from "../../src/detect/longest-sequences.ts";

test("a decision on a sequence applies to its rotations and to all parts of them", () => {
  assert.deepEqual(partsOf("a → b → c"), {
    rotations: ["a → b → c", "b → c → a", "c → a → b"],
    parts: ["a → b", "b → c", "c → a"],
  });
  assert.deepEqual(partsOf("a → b"), { rotations: ["a → b", "b → a"], parts: [] });
  assert.equal(partsOf("a → b → c → d → e → f → g → h").parts.length, 48);
});

test("parts of at least half the length are large", () => {
  assert.deepEqual(largePartsOf("a → b → c → d"), ["a → b → c", "b → c → d", "a → b", "b → c", "c → d"]);
  assert.deepEqual(largePartsOf("a → b"), []);
  assert.ok(!largePartsOf("a → b → c → d → e → f → g").includes("a → b → c"));
});
