/** Globs over command lines fit whole lines, by four signs and nothing else. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { lineMatcher } from "../../../src/core/event/admit.ts";

const CASES: readonly { glob: string; fits: readonly string[]; not: readonly string[] }[] = [
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

for (const { glob, fits, not } of CASES) {
  test(`the glob ${JSON.stringify(glob)}`, () => {
    const isMatch = lineMatcher([glob]);
    assert.deepEqual(fits.filter(isMatch), fits);
    assert.deepEqual(not.filter(isMatch), []);
  });
}

test("one of several is enough, and none fits nothing", () => {
  assert.deepEqual(["a", "b", "c"].filter(lineMatcher(["a", "b"])), ["a", "b"]);
  assert.deepEqual(["", "a"].filter(lineMatcher([])), []);
});
