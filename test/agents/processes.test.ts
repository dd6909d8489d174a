import assert from "node:assert/strict";
import { test } from "node:test";
import { agentsWith } from "../../src/agents/all.ts";
import { agentOfProcess } from "../../src/agents/recognise.ts";

for (const { title: agent, process: known } of agentsWith("process")) {
  const { programs, packages = [] } = known;
  test(`a process of ${agent} is recognised by its program, started directly or by an interpreter`, () => {
    for (const name of programs) {
      assert.equal(agentOfProcess([name]), agent);
      assert.equal(agentOfProcess([`/usr/local/bin/${name}`, "--resume"]), agent);
      assert.equal(agentOfProcess(["/usr/bin/node", "--max-old-space-size=8192", `/usr/bin/${name}`]), agent);
      assert.equal(agentOfProcess(["/opt/venv/bin/python3.12", `/opt/venv/bin/${name}.py`]), agent);
    }
    for (const folder of packages)
      assert.equal(agentOfProcess(["node", `/usr/lib/node_modules/${folder}/dist/index.js`]), agent);
  });
}

for (const argv of [
  ["-zsh"],
  ["bash", "claude"],
  ["vim", "/home/me/codex"],
  ["node", "/home/me/claude/server.js"],
  ["node", "server.js", "gemini"],
  ["python3", "-m", "http.server"],
  ["/usr/share/code/code"],
  ["cursor"],
  ["sshd: me@pts/0"],
  [""],
  [],
])
  test(`a process ${JSON.stringify(argv)} is not an agent's`, () => {
    assert.equal(agentOfProcess(argv), undefined);
  });
