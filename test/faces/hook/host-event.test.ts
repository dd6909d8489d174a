import assert from "node:assert/strict";
import { test } from "node:test";
import { sessionId } from "../../../src/core/session/session.ts";
import { answerTo, hostEventIn } from "../../../src/faces/hook/host-event.ts";

const base = { session_id: "s1", cwd: "/home/dev/app" };
const session = sessionId("claude-code", "s1");
const known = { session, cwd: "/home/dev/app" };

const calls: readonly (readonly [string, object, object | undefined])[] = [
  ["a session that starts", { hook_event_name: "SessionStart", source: "startup" }, { event: "start", how: "new" }],
  ["one that was cleared", { hook_event_name: "SessionStart", source: "clear" }, { event: "start", how: "new" }],
  ["one that goes on", { hook_event_name: "SessionStart", source: "resume" }, { event: "start", how: "resumed" }],
  ["one that was copied", { hook_event_name: "SessionStart", source: "fork" }, { event: "start", how: "resumed" }],
  [
    "one whose context was cut",
    { hook_event_name: "SessionStart", source: "compact" },
    { event: "start", how: "compacted" },
  ],
  ["a prompt", { hook_event_name: "UserPromptSubmit", prompt: " use pnpm " }, { event: "prompt", text: "use pnpm" }],
  ["a prompt of Gemini", { hook_event_name: "BeforeAgent", prompt: "hi" }, { event: "prompt", text: "hi" }],
  [
    "a prompt that Gemini put the words of hooks before",
    { hook_event_name: "BeforeAgent", prompt: "<hook_context>&lt;data&gt;\nUse npm.</hook_context>\n\nuse pnpm" },
    { event: "prompt", text: "use pnpm" },
  ],
  [
    "nothing but the words of hooks",
    { hook_event_name: "BeforeAgent", prompt: "<hook_context>x</hook_context>" },
    undefined,
  ],
  [
    "a failure",
    { hook_event_name: "PostToolUseFailure", error: "Exit code 1" },
    { event: "failure", output: "Exit code 1" },
  ],
  [
    "a failed command",
    { hook_event_name: "PostToolUseFailure", tool_input: { command: "npm test" }, error: "Error: x" },
    { event: "failure", output: "Error: x", command: "npm test" },
  ],
  [
    "a failed command in words",
    { hook_event_name: "PostToolUse", tool_input: { command: ["npm", "test"] }, tool_response: "Error: x" },
    { event: "failure", output: "Error: x", command: "npm test" },
  ],
  [
    "what a tool of Codex printed",
    { hook_event_name: "PostToolUse", tool_response: "no such file" },
    { event: "failure", output: "no such file" },
  ],
  [
    "what a tool of Gemini printed",
    { hook_event_name: "AfterTool", tool_response: { llmContent: "bad", error: "E1" } },
    { event: "failure", output: "E1\nbad" },
  ],
  ["a context that is about to be cut", { hook_event_name: "PreCompress", trigger: "manual" }, { event: "cut" }],
  ["one that may be cut, as before every turn", { hook_event_name: "PreCompress", trigger: "auto" }, undefined],
  ["the end", { hook_event_name: "SessionEnd", transcript_path: "/t.jsonl" }, { event: "end", transcript: "/t.jsonl" }],
  ["an end without a transcript", { hook_event_name: "SessionEnd", transcript_path: null }, { event: "end" }],
  ["an empty prompt", { hook_event_name: "UserPromptSubmit", prompt: "  " }, undefined],
  ["a machine's turn", { hook_event_name: "UserPromptSubmit", prompt: "<task-notification>done" }, undefined],
  ["a command of the agent's own", { hook_event_name: "UserPromptSubmit", prompt: "<command-name>/clear" }, undefined],
  ["a subagent", { hook_event_name: "UserPromptSubmit", prompt: "hi", agent_id: "a1" }, undefined],
  ["another event", { hook_event_name: "Notification" }, undefined],
];

for (const [name, input, expected] of calls) {
  test(`${name} is recognised`, () => {
    const call = hostEventIn("claude-code", JSON.stringify({ ...base, ...input }));
    const event = "hook_event_name" in input ? { name: input.hook_event_name } : {};
    assert.deepEqual(call, expected && { ...known, ...event, ...expected });
  });
}

test("other input is ignored", () => {
  for (const text of ["", "null", "[]", "{", '"x"', "{}", '{"session_id":5,"hook_event_name":"SessionStart"}'])
    assert.equal(hostEventIn("codex", text), undefined);
});

test("an answer repeats the name of its event", () => {
  const call = hostEventIn("claude-code", JSON.stringify({ ...base, hook_event_name: "SessionStart" }))!;
  assert.deepEqual(JSON.parse(answerTo(call, "text")), {
    hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: "text" },
  });
});
