import assert from "node:assert/strict";
import { test } from "node:test";
import { rootOf } from "../../../src/core/text/stem.ts";

const SAME: readonly (readonly string[])[] = [
  ["test", "tests", "tested", "testing"],
  ["run", "running"],
  ["dependency", "dependencies"],
  ["change", "changes", "changed", "changing"],
  ["branch", "branches"],
  ["install", "installed", "installing"],
  ["log", "logs", "logging"],
  ["release", "releases", "released"],
];

for (const words of SAME) {
  test(`${words.join(", ")} have one root`, () => {
    assert.equal(new Set(words.map(rootOf)).size, 1, words.map(rootOf).join(" "));
  });
}

const APART: readonly (readonly [string, string])[] = [
  ["staging", "stage"],
  ["status", "statu"],
  ["pass", "pas"],
  ["string", "str"],
];

for (const [one, other] of APART) {
  test(`${one} is not ${other}`, () => {
    assert.notEqual(rootOf(one), rootOf(other));
  });
}
