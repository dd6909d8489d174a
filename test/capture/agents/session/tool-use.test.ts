import assert from "node:assert/strict";
import { test } from "node:test";
import { keptToolUse, toolUseOf } from "../../../../src/capture/agents/session/tool-use.ts";
import type { EventStatus } from "../../../../src/core/event/event.ts";

const CASES: readonly [tool: string, status: EventStatus, act: string, command?: string][] = [
  ["Bash", "failure", "run", "npm test"],
  ["exec_command", "success", "run", "npm test"],
  ...["Edit", "MultiEdit", "Write", "NotebookEdit", "apply_patch", "edit", "write", "replace", "write_file"].map(
    (tool): [string, EventStatus, string] => [tool, "success", "edit"],
  ),
  // Some agents do not tell how a patch ended.
  ["apply_patch", "unknown", "edit"],
  ["Edit", "failure", "other"],
  ["Write", "rejected", "other"],
  ["edit", "interrupted", "other"],
  ["Read", "success", "other"],
  ["mcp__files__edit", "success", "other"],
];

for (const [tool, status, act, command] of CASES) {
  test(`${tool} that ended as ${status} is kept as ${act}`, () => {
    assert.deepEqual(toolUseOf({ tool, command }, { status }), { name: tool, act });
  });
}

test("a tool's name that is no name is not kept", () => {
  for (const name of ["", "two words", "x".repeat(65), "a\nb"])
    assert.deepEqual(keptToolUse({ name, act: "other" }, {}), { name: "", act: "other" });
  assert.deepEqual(keptToolUse({ name: "mcp__files__edit", act: "other" }, {}), {
    name: "mcp__files__edit",
    act: "other",
  });
});
