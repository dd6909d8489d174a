/** Text that the author did not write is removed from a message; the rest stays word for word. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  HEAD_BYTES,
  isOldhand,
  keptOutput,
  keptToolUse,
  namesInstructions,
  stripInjected,
  toolUseOf,
} from "../../../../src/capture/agents/session/kept-text.ts";
import type { EventStatus } from "../../../../src/core/event/event.ts";
import { nonceFrom, wrapAsData } from "../../../../src/core/text/marker.ts";

const ours = wrapAsData("use pnpm here", { nonce: nonceFrom("session") });

const MESSAGES: readonly { message: string; text: string; ignored?: readonly string[] }[] = [
  { message: "  Use tabs, please.\n", text: "Use tabs, please." },
  { message: "If a < b, use [] and #1.", text: "If a < b, use [] and #1." },
  { message: `${ours}\nNow go on.`, text: "Now go on.", ignored: ["injected by oldhand"] },
  { message: `Now go on. ${ours.slice(0, 70)}`, text: "", ignored: ["injected by oldhand"] },
  { message: "a <system-reminder>x\ny</system-reminder> b", text: "a \n b", ignored: ["system reminder"] },
  { message: "a <system-reminder>never closed", text: "a", ignored: ["system reminder"] },
  {
    message: `<hook_context>${ours.replaceAll("<", "&lt;").replaceAll(">", "&gt;")}</hook_context>\n\nNow go on.`,
    text: "Now go on.",
    ignored: ["added by a hook"],
  },
  { message: "<think>hm</think>Yes.", text: "Yes.", ignored: ["thinking"] },
  { message: "hm, so\n</think>\nYes.", text: "Yes.", ignored: ["thinking"] },
  { message: "<thinking>cut off", text: "", ignored: ["thinking"] },
  { message: "<command-name>/cost</command-name>", text: "", ignored: ["command wrapper"] },
  { message: "<local-command-stdout>3 $</local-command-stdout>", text: "", ignored: ["command wrapper"] },
  { message: "<bash-input>ls</bash-input>", text: "", ignored: ["command wrapper"] },
  { message: "<task-notification>done</task-notification>", text: "", ignored: ["machine turn"] },
  { message: "[Request interrupted by user]", text: "", ignored: ["machine turn"] },
  { message: "<environment_context>x</environment_context>", text: "", ignored: ["instructions of the host"] },
  { message: "# AGENTS.md instructions for /app\n\nUse tabs.", text: "", ignored: ["instruction file"] },
  { message: "<user_instructions>Use tabs.</user_instructions>", text: "", ignored: ["instruction file"] },
  {
    message: "--- Context from: GEMINI.md ---\nUse tabs.\n--- End of Context from: GEMINI.md ---\nHello",
    text: "Hello",
    ignored: ["instruction file"],
  },
  {
    message: "This session is being continued from a previous conversation that ran out of context.",
    text: "",
    ignored: ["summary of a compaction"],
  },
];

for (const { message, text, ignored = [] } of MESSAGES) {
  test(`${JSON.stringify(message.slice(0, 50))} becomes ${JSON.stringify(text)}`, () => {
    assert.deepEqual(stripInjected(message), { text, ignored });
  });
}

test("a message of many unclosed marks is still read quickly", () => {
  const message = "<oldhand-memory-00000000000000000000000000000000>".repeat(1000);
  assert.deepEqual(stripInjected(message), { text: "", ignored: ["injected by oldhand"] });
});

const FILES: readonly (readonly [string, boolean])[] = [
  ["/home/dev/app/CLAUDE.md", true],
  ["AGENTS.md", true],
  ["sed -n 1,20p docs/../agents.md", true],
  [".cursor/rules/style.mdc", true],
  [".github/copilot-instructions.md", true],
  ["CLAUDE.local.md", true],
  ["docs/agents.mdx", false],
  ["docs/my-agents.md", false],
  ["src/claude.ts", false],
  ["README.md", false],
];

for (const [path, expected] of FILES) {
  test(`${path} ${expected ? "is" : "is not"} an instruction file`, () =>
    assert.equal(namesInstructions(path), expected));
}

const CALLS: readonly (readonly [{ tool: string; command?: string }, boolean])[] = [
  [{ tool: "mcp__oldhand__recall" }, true],
  [{ tool: "memory_recall" }, true],
  [{ tool: "Bash", command: "cd app && oldhand recall x" }, true],
  [{ tool: "Bash", command: "npx oldhand stats" }, true],
  [{ tool: "Bash", command: "cat oldhand.md" }, false],
  [{ tool: "Read" }, false],
];

for (const [call, expected] of CALLS) {
  test(`${JSON.stringify(call)} ${expected ? "is" : "is not"} oldhand's`, () =>
    assert.equal(isOldhand(call), expected));
}

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
