import assert from "node:assert/strict";
import { test } from "node:test";
import { parentProcesses, parsedPs } from "../../src/run/parent-processes.ts";

test("the parents of this process are found, nearest first", () => {
  const [own] = parentProcesses(process.pid);
  assert.ok(
    own?.some((word) => /node|parent-processes|run-tests/.test(word)),
    JSON.stringify(own),
  );
});

test("a process that does not exist has no parents", () => {
  assert.deepEqual(parentProcesses(2 ** 30), []);
});

test("processes that name each other as parents end the search", () => {
  const read = (pid: number) => ({ parent: pid === 8 ? 9 : 8, argv: ["sh"] });
  assert.equal(parentProcesses(8, read).length, 64);
});

test("the output of ps is read into processes with their parents", () => {
  const text = "    1     0 /sbin/launchd\n  700     1 -zsh\n  701   700 node /opt/homebrew/bin/gemini\nnonsense\n";
  const all = parsedPs(text);
  assert.deepEqual(
    parentProcesses(701, (pid) => all.get(pid)),
    [["node", "/opt/homebrew/bin/gemini"], ["-zsh"]],
  );
});
