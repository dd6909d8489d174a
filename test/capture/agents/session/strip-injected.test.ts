/** Text that the author did not write is removed from a message; the rest stays word for word. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isOldhand, namesInstructions, stripInjected } from "../../../../src/capture/agents/session/kept-text.ts";
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
