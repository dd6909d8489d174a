import assert from "node:assert/strict";
import { test } from "node:test";
import { parsedPs, processesAbove, processTable } from "../../../src/system/run/process-table.ts";

const table = processTable()!;

test("this process and its parents are found, nearest first", () => {
  const [own, parent] = processesAbove(process.pid, table);
  assert.equal(own!.pid, process.pid);
  assert.ok(own!.argv.some((word) => /node/.test(word)));
  assert.equal(parent!.pid, process.ppid);
  assert.equal(table.variablesOf(process.pid).PATH, process.env.PATH);
  assert.ok(table.all().some(({ pid }) => pid === process.pid));
});

test("a process that does not exist has no parents", () => {
  assert.deepEqual(processesAbove(2 ** 30, table), []);
});

test("processes that name each other as parents end the search", () => {
  const read = (pid: number) => ({ pid, parent: pid === 8 ? 9 : 8, argv: ["sh"], isLeader: false });
  assert.equal(processesAbove(8, { read }).length, 64);
});

test("the output of ps is read into processes with parent, terminal and state", () => {
  const text =
    "    1     0 ??  Ss   /sbin/launchd\n  700     1 ttys001  Ss   -zsh\n  701   700 ttys001  S+   node /opt/homebrew/bin/gemini\nnonsense\n";
  const all = parsedPs(text);
  assert.deepEqual(processesAbove(701, { read: (pid) => all.get(pid) }), [
    { pid: 701, parent: 700, argv: ["node", "/opt/homebrew/bin/gemini"], isLeader: false, terminal: "ttys001" },
    { pid: 700, parent: 1, argv: ["-zsh"], isLeader: true, terminal: "ttys001" },
    { pid: 1, parent: 0, argv: ["/sbin/launchd"], isLeader: true },
  ]);
});
