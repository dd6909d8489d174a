import assert from "node:assert/strict";
import { test } from "node:test";
import { visible } from "../../src/plan/visible.ts";

const SHOWN: readonly (readonly [command: string, shown: string])[] = [
  ["ls -la", "ls -la"],
  ["echo 'naïve 日本語 👩‍👩‍👧'", "echo 'naïve 日本語 👩‍👩‍👧'"],
  ["ls\nrm x", "ls⏎\nrm x"],
  ["ls\rrm x", "ls\\u000drm x"],
  ["ls\r\nrm x", "ls\\u000d\\u000arm x"],
  ["ls \u202ehs.x", "ls \\u202ehs.x"],
  ["l\u200bs", "l\\u200bs"],
  ["ls \u001b[8mrm", "ls \\u001b[8mrm"],
  ["ls \u{e0041}", "ls \\u{e0041}"],
  ["ls\u00a0-la", "ls\\u00a0-la"],
  ["ls\u2028rm", "ls\\u2028rm"],
  [`ls${" ".repeat(300)}; rm x`, "ls⟨300 blanks⟩; rm x"],
  ["ls\t\t; rm x", "ls\\t\\t; rm x"],
  ["ls ", "ls␠"],
];

test("hidden characters of a command are escaped", () => {
  assert.deepEqual(
    SHOWN.map(([command]) => [command, visible(command)]),
    SHOWN,
  );
});

test("a command is shown in full, however long it is", () => {
  const long = `echo ${"a".repeat(50_000)}; rm x`;
  assert.equal(visible(long), long);
});

test("no control or direction character is left", () => {
  const all = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code)).join("x");
  assert.doesNotMatch(visible(all), /[\0-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200b\u2028\u2029]/);
});
