/** Of what a tool printed stay the first 2 KB and the lines that tell of an error. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { HEAD_BYTES, keptOutput } from "../../../../src/capture/agents/session/tool-results.ts";

const filler = "all is well\n".repeat(400);

test("a short output stays whole", () => assert.equal(keptOutput("one\ntwo\n"), "one\ntwo"));

test("a long output keeps its head, never cut inside a word", () => {
  const kept = keptOutput("word-by-word ".repeat(500));
  assert.ok(Buffer.byteLength(kept) <= HEAD_BYTES && kept.endsWith("word-by-word"));
});

test("the head is counted in bytes, and no character is cut in two", () => {
  const kept = keptOutput("漢字 ".repeat(2000));
  assert.ok(Buffer.byteLength(kept) <= HEAD_BYTES && Buffer.byteLength(kept) > HEAD_BYTES - 20);
  assert.ok(!kept.includes("\ufffd"));
});

test("half a secret at the edge is left out with the word it began", () => {
  const token = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"}`;
  for (let shift = 0; shift < token.length; shift++) {
    const output = `${"x".repeat(HEAD_BYTES - shift - 1)} ${token} ${filler}`;
    assert.ok(!keptOutput(output).includes("ghp_"), `${shift}`);
  }
});

const ERRORS = [
  "Error: cannot find module 'x'",
  "TypeError: y is not a function",
  "FAIL test/a.test.ts",
  "fatal: not a git repository",
  "bash: pnpm: command not found",
  "rm: cannot remove 'z': Permission denied",
  "connect ECONNREFUSED 127.0.0.1:5432",
  "thread 'main' panicked at src/main.rs:4",
  "Traceback (most recent call last):",
];

for (const line of ERRORS) {
  test(`${line} is kept from far behind`, () => {
    assert.ok(keptOutput(`${filler}${line}\n${filler}`).endsWith(`\n${line}`));
  });
}

test("lines that tell of nothing are not kept from behind the head", () => {
  assert.ok(!keptOutput(`${filler}every example ended\n`).includes("every"));
});

test("of many error lines twenty stay, each once and none over 300 characters", () => {
  const errors = Array.from({ length: 50 }, (_, i) => `error ${i % 30} ${"long ".repeat(200)}\n`).join("");
  const lines = keptOutput(filler + errors)
    .split("\n")
    .filter((line) => line.startsWith("error"));
  assert.equal(lines.length, 20);
  assert.ok(lines.every((line) => line.length <= 300));
});

test("no error line is taken from where something private may stand open", () => {
  const kept = keptOutput(`${filler}<private>\nerror: acme owes us\n</private>\n`);
  assert.ok(!kept.includes("acme"));
});

test("a line that quotes an instruction file is left out", () => {
  assert.equal(
    keptOutput("src/a.ts:1: tabs\nCLAUDE.md:3: always use tabs\nsrc/b.ts:2: tabs"),
    "src/a.ts:1: tabs\nsrc/b.ts:2: tabs",
  );
});
