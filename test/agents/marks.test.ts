import assert from "node:assert/strict";
import { test } from "node:test";
import { agentsWith } from "../../src/agents/all.ts";
import { isAgentShell } from "../../src/agents/recognise.ts";

for (const {
  title,
  marks: { variables, values },
} of agentsWith("marks")) {
  test(`a shell of ${title} is an agent's`, () => {
    for (const name of variables) assert.equal(isAgentShell({ [name]: "1" }), true, name);
    if (values !== undefined) assert.equal(isAgentShell(values), true);
  });
}

test("a person's terminal is not an agent's, also inside an editor", () => {
  assert.equal(isAgentShell({}), false);
  assert.equal(isAgentShell({ TERM_PROGRAM: "vscode", PAGER: "less" }), false);
  assert.equal(isAgentShell({ TERM_PROGRAM: "zed" }), false);
  assert.equal(isAgentShell({ CLAUDECODE: "" }), false);
});

test("OLDHAND_ACTOR marks an agent, and cannot make an agent a person", () => {
  assert.equal(isAgentShell({ OLDHAND_ACTOR: "agent" }), true);
  assert.equal(isAgentShell({ AI_AGENT: "1" }), true);
  assert.equal(isAgentShell({ OLDHAND_ACTOR: "person", CLAUDECODE: "1" }), true);
});
