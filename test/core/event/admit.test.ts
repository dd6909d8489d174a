/** The gate of commands keeps their words, and out what is hidden. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { admit, tally, textOf } from "../../../src/core/event/admit.ts";

const CASES: readonly { line: string; gives: string }[] = [
  { line: "git status", gives: "git status" },
  { line: "git status  \n", gives: "git status" },
  { line: "ls foo\\ ", gives: "ls foo\\ " },
  { line: "a\nb", gives: "a\nb" },
  { line: " a", gives: "skipped: leading space" },
  { line: "\ta", gives: "skipped: leading space" },
  { line: "", gives: "skipped: empty" },
  { line: " \n", gives: "skipped: empty" },
  { line: "\u200b", gives: "skipped: empty" },
  { line: "[withheld]", gives: "[withheld]" },
];

for (const { line, gives } of CASES) {
  test(`${JSON.stringify(line)} gives ${JSON.stringify(gives)}`, () => {
    const admitted = admit(line, {});
    assert.equal(admitted.outcome === "kept" ? admitted.command : `skipped: ${admitted.reason}`, gives);
  });
}

test("bytes are read as UTF-8 where they are, else one character a byte", () => {
  assert.equal(textOf(Buffer.from("é")), "é");
  assert.equal(textOf(Buffer.from([0xe9])), "é");
});

test("reasons are counted in the order in which they came", () => {
  const counts = tally();
  for (const reason of ["b", "a", "b"]) counts.add(reason);
  assert.deepEqual(counts.list(), [
    { reason: "b", count: 2 },
    { reason: "a", count: 1 },
  ]);
});
