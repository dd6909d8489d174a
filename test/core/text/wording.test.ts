import assert from "node:assert/strict";
import { test } from "node:test";
import { count, listOf, quotedName } from "../../../src/core/text/wording.ts";

test("a count agrees with its noun", () => {
  assert.deepEqual(
    [0, 1, 2].map((n) => count(n, "time")),
    ["0 times", "1 time", "2 times"],
  );
  assert.equal(count(2, "entry", "entries"), "2 entries");
});

test("a list is joined with commas and one conjunction", () => {
  assert.deepEqual(
    [[], ["a"], ["a", "b"], ["a", "b", "c"]].map((items) => listOf(items)),
    ["", "a", "a and b", "a, b and c"],
  );
  assert.equal(listOf(["a", "b", "c"], "or"), "a, b or c");
});

test("a typed name is quoted unless it is one plain word", () => {
  assert.equal(quotedName("rec_1m7gp04p"), "rec_1m7gp04p");
  assert.equal(quotedName("two words"), '"two words"');
  assert.equal(quotedName("x\u001b[31m"), '"x\\u001b[31m"');
});
