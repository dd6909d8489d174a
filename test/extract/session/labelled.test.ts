import assert from "node:assert/strict";
import { test } from "node:test";
import { excerpts, PARTS, score } from "../../fixtures/sessions/labelled.ts";

const LEAST = 0.9;

for (const part of PARTS) {
  test(`of the ${part} excerpts at least 9 of 10 extracted statements are right`, () => {
    const { precision, wrong } = score(excerpts(part));
    assert.ok(precision >= LEAST, wrong.join("\n"));
  });

  test(`of the ${part} excerpts at least 9 of 10 fixes belong to their errors`, () => {
    const { pairs, wrong } = score(excerpts(part));
    assert.ok(pairs.kept >= 5);
    assert.ok(pairs.right / pairs.kept >= LEAST, wrong.join("\n"));
  });

  test(`of the ${part} excerpts at least 4 of 5 expected statements are found`, () => {
    const { recall, missed } = score(excerpts(part));
    assert.ok(recall >= 0.8, missed.join("\n"));
  });
}

test("every excerpt has a unique name", () => {
  const names = PARTS.flatMap((part) => excerpts(part).map(({ id }) => id));
  assert.equal(new Set(names).size, names.length);
});
