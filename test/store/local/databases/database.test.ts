import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { isDamage, isUnusable } from "../../../../src/store/local/store-errors.ts";

test("a number that JavaScript cannot represent counts as damage", () => {
  const db = new DatabaseSync(":memory:");
  let seen: unknown;
  try {
    db.prepare("SELECT 8872770094665179762 AS n").get();
  } catch (error) {
    seen = error;
  }
  db.close();
  assert.deepEqual([isDamage(seen), isUnusable(seen)], [true, true]);
});
