import assert from "node:assert/strict";
import { test } from "node:test";
import { MOST_COMMANDS, whatRuns } from "../../../src/core/command/what-runs.ts";
import type { Guard } from "../../../src/core/guard/guard.ts";
import { matchGuards } from "../../../src/core/guard/match.ts";
import { projectScripts } from "../../../src/system/project/runnable/scripts/script-bodies.ts";
import { guardedProject } from "../../fixtures/guarded-project.ts";
import { readTsv } from "../../fixtures/read-tsv.ts";

const around = (times: number, before: string, line: string, after: string): string =>
  `${before.repeat(times)}${line}${after.repeat(times)}`;

function inShells(times: number, line: string): string {
  let nested = line;
  for (let level = 0; level < times; level += 1) nested = `bash -c ${JSON.stringify(nested).replace(/[$`]/g, "\\$&")}`;
  return nested;
}

/** Ways to hide a command in more than a program reads. */
const PADDINGS: Readonly<Record<string, (line: string) => string>> = {
  "2,000 lines before it": (line) => `${"echo a\n".repeat(2000)}${line}`,
  "20,000 lines before it": (line) => `${"echo a\n".repeat(20_000)}${line}`,
  "2,000 different lines": (line) => `${Array.from({ length: 2000 }, (_, at) => `echo ${at}\n`).join("")}${line}`,
  "100 kB in a word": (line) => `echo ${"x".repeat(100_000)}; ${line}`,
  "1 MB in a word": (line) => `echo ${"x".repeat(1_000_000)}; ${line}`,
  "100 kB of spaces": (line) => `${" ".repeat(100_000)}${line}`,
  "a long comment": (line) => `#${"x".repeat(200_000)}\n${line}`,
  "500 parentheses": (line) => around(500, "(", line, ")"),
  "500 braces": (line) => around(500, "{ ", line, "; }"),
  "500 substitutions": (line) => `echo ${around(500, "$(", line, ")")}`,
  "twenty env": (line) => `${"env ".repeat(20)}${line}`,
  "1,000 env": (line) => `${"env ".repeat(1000)}${line}`,
  "nine bash -c": (line) => inShells(9, line),
  "300 conditions": (line) => around(300, "if true; then ", line, "; fi"),
  "2,000 here-documents": (line) => `${"cat <<A\nx\nA\n".repeat(2000)}${line}`,
  "an endless && list": (line) => `${"true && ".repeat(5000)}${line}`,
  "syntax of no shell": (line) => `echo )( ;; ${line}`,
  "an open quote after it": (line) => `${line}; echo 'a`,
  "2,000 lines, and its words over line ends": (line) =>
    `${"echo a\n".repeat(2000)}${line.replace(/\b([a-z])(?=[a-z])/g, "$1\\\n")}`,
  "2,000 lines, and its words by numbers": (line) =>
    `${"echo a\n".repeat(2000)}${line.replace(/\b[a-z](?=[a-z])/g, (char) => `$'\\x${char.charCodeAt(0).toString(16)}'`)}`,
};

const SHARES = 9;

test("what a guard stops is stopped or asked about behind every padding", (t) => {
  const cwd = guardedProject(t);
  const scripts = projectScripts(cwd, () => undefined);
  const rows = readTsv("guards/guards-and-commands.tsv", ["guard", "command", "from", "expected"]);
  const denied = rows.flatMap(({ guard, command, from, expected }) => {
    const read = JSON.parse(guard) as Guard;
    return "deny" in read && from === "" && expected === "stop" ? [{ guard: read, command }] : [];
  });
  const answer = (guard: Guard, line: string) => {
    const runs = whatRuns(line, { isThorough: true, cwd, home: "/home/ann", scripts });
    return matchGuards([guard], { kind: "command", runs }, { cwd, root: cwd, home: "/home/ann" })[0]?.known;
  };
  const typed = denied.filter(({ guard, command }) => answer(guard, command) === "yes");
  // Each row with every padding would take minutes: every padding gets its share of the rows.
  const paddings = Object.entries(PADDINGS);
  const passed = paddings.flatMap(([name, padded], turn) =>
    typed.flatMap(({ guard, command }, row) =>
      row % SHARES !== turn % SHARES
        ? []
        : answer(guard, padded(command)) === undefined
          ? [`${name}: ${command} for ${JSON.stringify(guard)}`]
          : [],
    ),
  );
  assert.ok(typed.length >= 40, `${typed.length} rows`);
  assert.deepEqual(passed, []);
});

const NO_SCRIPTS = { find: () => undefined };
const DENIED: Guard = { deny: "git push --force" };

for (const [name, line] of [
  ["nested find -exec", `${"find . -exec ".repeat(200)}git push --force {} \\;`],
  ["nested xargs and find", `${"find . -exec xargs fd -x ".repeat(60)}git push --force {} \\;`],
  [
    "aliases that call each other",
    `alias a='b; b'; alias b='c; c'; alias c='d; d'; ${"a; ".repeat(300)}git push --force`,
  ],
] as const)
  test(`${name} is asked about in a bounded number of steps`, () => {
    const runs = whatRuns(line, { isThorough: true, cwd: "/work", scripts: NO_SCRIPTS });
    const commands = runs.lines.reduce((sum, one) => sum + one.line.commands.length, 0);
    assert.ok(commands <= 1.5 * MOST_COMMANDS, `${commands} commands`);
    assert.ok(runs.lines.length <= 2 * MOST_COMMANDS, `${runs.lines.length} lines`);
    const [match] = matchGuards([DENIED], { kind: "command", runs }, { cwd: "/work" });
    assert.ok(match !== undefined);
  });

test("a name that is built in a part that was not read is asked about", () => {
  for (const built of ["eval $X", "$X --force", "a$X b", "echo Z2l0 | base64 -d | sh"]) {
    const runs = whatRuns(`${"echo a\n".repeat(2000)}${built}`, { isThorough: true, cwd: "/", scripts: NO_SCRIPTS });
    assert.equal(matchGuards([DENIED], { kind: "command", runs }, { cwd: "/" })[0]?.known, "unread", built);
  }
});
