import assert from "node:assert/strict";
import { test } from "node:test";
import { admitLine, decodedBytes, lineMatcher, tally } from "../../../src/core/event/admit.ts";

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
    const admitted = admitLine(line, {});
    assert.equal(admitted.outcome === "kept" ? admitted.command : `skipped: ${admitted.reason}`, gives);
  });
}

test("bytes are read as UTF-8 if they are valid, else as Latin-1", () => {
  assert.equal(decodedBytes(Buffer.from("é")), "é");
  assert.equal(decodedBytes(Buffer.from([0xe9])), "é");
});

test("reasons are counted in the order in which they came", () => {
  const counts = tally();
  for (const reason of ["b", "a", "b"]) counts.add(reason);
  assert.deepEqual(counts.list(), [
    { reason: "b", count: 2 },
    { reason: "a", count: 1 },
  ]);
});

const GLOBS: readonly { glob: string; fits: readonly string[]; not: readonly string[] }[] = [
  { glob: "ls", fits: ["ls"], not: ["ls -l", "als", "LS"] },
  { glob: "ls*", fits: ["ls", "ls -l", "ls\n-l"], not: ["als"] },
  { glob: "*--token*", fits: ["x --token y", "--token"], not: ["x --toke n"] },
  { glob: "a?c", fits: ["abc", "a/c"], not: ["ac", "abbc"] },
  { glob: "[a-c]1", fits: ["a1", "c1"], not: ["d1", "-1"] },
  { glob: "[!a-c]1", fits: ["d1"], not: ["a1"] },
  { glob: "[^a-c]1", fits: ["d1"], not: ["a1"] },
  { glob: "\\*", fits: ["*"], not: ["x"] },
  { glob: "a.b+c(d)|e$", fits: ["a.b+c(d)|e$"], not: ["axbbcd"] },
  { glob: "x[", fits: ["x["], not: ["x"] },
  { glob: "[\\]]", fits: ["]"], not: ["\\"] },
  { glob: "", fits: [""], not: ["x"] },
];

for (const { glob, fits, not } of GLOBS) {
  test(`the glob ${JSON.stringify(glob)}`, () => {
    const isMatch = lineMatcher([glob]);
    assert.deepEqual(fits.filter(isMatch), fits);
    assert.deepEqual(not.filter(isMatch), []);
  });
}

test("a line must match one of the globs; without globs nothing matches", () => {
  assert.deepEqual(["a", "b", "c"].filter(lineMatcher(["a", "b"])), ["a", "b"]);
  assert.deepEqual(["", "a"].filter(lineMatcher([])), []);
});
