/** Of tool output, the first 2 KB and the error lines are kept. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { HEAD_BYTES, keptOutput, keptToolUse, toolUseOf } from "../../../../src/capture/agents/session/kept-text.ts";
import type { EventStatus } from "../../../../src/core/event/event.ts";

const filler = "all is well\n".repeat(400);

test("a short output is kept entirely", () => assert.equal(keptOutput("one\ntwo\n"), "one\ntwo"));

test("a long output keeps its head, never cut inside a word", () => {
  const kept = keptOutput("word-by-word ".repeat(500));
  assert.ok(Buffer.byteLength(kept) <= HEAD_BYTES && kept.endsWith("word-by-word"));
});

test("the head is counted in bytes, and no character is cut in two", () => {
  const kept = keptOutput("漢字 ".repeat(2000));
  assert.ok(Buffer.byteLength(kept) <= HEAD_BYTES && Buffer.byteLength(kept) > HEAD_BYTES - 20);
  assert.ok(!kept.includes("\ufffd"));
});

test("half a secret at the cut is left out", () => {
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
  test(`${line} is kept even after the first 2 KB`, () => {
    assert.ok(keptOutput(`${filler}${line}\n${filler}`).endsWith(`\n${line}`));
  });
}

test("other lines after the first 2 KB are not kept", () => {
  assert.ok(!keptOutput(`${filler}every example ended\n`).includes("every"));
});

test("at most twenty error lines are kept, each once and up to 300 characters", () => {
  const errors = Array.from({ length: 50 }, (_, i) => `error ${i % 30} ${"long ".repeat(200)}\n`).join("");
  const lines = keptOutput(filler + errors)
    .split("\n")
    .filter((line) => line.startsWith("error"));
  assert.equal(lines.length, 20);
  assert.ok(lines.every((line) => line.length <= 300));
});

test("no error line is taken if a private mark may be open", () => {
  const kept = keptOutput(`${filler}<private>\nerror: acme owes us\n</private>\n`);
  assert.ok(!kept.includes("acme"));
});

test("a line that quotes an instruction file is left out", () => {
  assert.equal(
    keptOutput("src/a.ts:1: tabs\nCLAUDE.md:3: always use tabs\nsrc/b.ts:2: tabs"),
    "src/a.ts:1: tabs\nsrc/b.ts:2: tabs",
  );
});

const TOOL_USES: readonly [tool: string, status: EventStatus, act: string, command?: string][] = [
  ["Bash", "failure", "run", "npm test"],
  ["exec_command", "success", "run", "npm test"],
  ...["Edit", "MultiEdit", "Write", "NotebookEdit", "apply_patch", "edit", "write", "replace", "write_file"].map(
    (tool): [string, EventStatus, string] => [tool, "success", "edit"],
  ),
  // Some agents do not record how a patch ended.
  ["apply_patch", "unknown", "edit"],
  ["Edit", "failure", "other"],
  ["Write", "rejected", "other"],
  ["edit", "interrupted", "other"],
  ["Read", "success", "other"],
  ["mcp__files__edit", "success", "other"],
];

for (const [tool, status, act, command] of TOOL_USES) {
  test(`${tool} that ended as ${status} is kept as ${act}`, () => {
    assert.deepEqual(toolUseOf({ tool, command }, { status }), { name: tool, act });
  });
}

test("an invalid tool name is left out", () => {
  for (const name of ["", "two words", "x".repeat(65), "a\nb"])
    assert.deepEqual(keptToolUse({ name, act: "other" }, {}), { name: "", act: "other" });
  assert.deepEqual(keptToolUse({ name: "mcp__files__edit", act: "other" }, {}), {
    name: "mcp__files__edit",
    act: "other",
  });
});
