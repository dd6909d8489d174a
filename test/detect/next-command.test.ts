/** The predictor: what followed before comes first, what was removed leaves nothing, and a table says the same. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { familyOf } from "../../src/core/command/steps.ts";
import { countSteps, predictNext, type RanStep } from "../../src/detect/next-command.ts";
import { shellTable } from "../../src/detect/shell-table.ts";

const at = { session: "s", cwd: "/app", isAfterEdit: false };

function ran(command: string, changes: Partial<RanStep> = {}): RanStep {
  return { ...at, command, family: familyOf(command) ?? "", worked: "yes", ...changes };
}

const ROUTINE = ["git add .", "git commit", "git push"];
const HISTORY = Array.from({ length: 6 }, (_, n) => [...ROUTINE, `ls ${n}`])
  .flat()
  .map((command) => ran(command));

function next(tail: readonly string[], steps = HISTORY): string[] {
  const before = tail.map((command) => ran(command));
  return predictNext(countSteps(steps), before, at, { limit: 3 }).map(({ command }) => command);
}

test("what followed the last commands comes first", () => {
  assert.equal(next(["git add ."])[0], "git commit");
  assert.equal(next(["git add .", "git commit"])[0], "git push");
});

test("after a failure comes what followed that failure", () => {
  const steps = Array.from({ length: 5 }, () => [
    ran("make", { worked: "no" }),
    ran("make clean"),
    ran("make"),
    ran("make install"),
  ]).flat();
  const after = (worked: RanStep["worked"]) =>
    predictNext(countSteps(steps), [ran("make", { worked })], at, { limit: 2 })[0]?.command;
  assert.deepEqual([after("no"), after("yes")], ["make clean", "make install"]);
});

test("after an agent's edit comes what a person runs then", () => {
  const steps = Array.from({ length: 5 }, (_, n) => [
    ran(`vim ${n}`),
    ran("npm test", { isAfterEdit: true }),
    ran("top"),
  ]).flat();
  const [first] = predictNext(countSteps(steps), [ran("top")], { ...at, isAfterEdit: true }, { limit: 1 });
  assert.equal(first?.command, "npm test");
});

test("probabilities leave room for something else, and lines that are not allowed take none of the places", () => {
  const found = predictNext(countSteps(HISTORY), [ran("git add .")], at, {
    limit: 2,
    isAllowed: (line) => line !== "git commit",
  });
  assert.equal(found.length, 2);
  assert.ok(!found.some(({ command }) => command === "git commit"));
  assert.ok(found.reduce((sum, { probability }) => sum + probability, 0) < 1);
});

test("a routine that changed is followed after a few runs, and what never came before is backed off to its kind", () => {
  const old = Array.from({ length: 40 }, () => [ran("make"), ran("make old")]).flat();
  const since = Array.from({ length: 3 }, () => [ran("make"), ran("make new")]).flat();
  const seen = countSteps([...old, ...since]);
  const found = predictNext(seen, [ran("make")], at, { limit: 2 }).map(({ command }) => command);
  assert.deepEqual(found.toSorted(), ["make new", "make old"]);
  const commits = countSteps([1, 2, 3].flatMap((n) => [ran(`git commit -m ${n}`), ran("git push")]));
  const [next] = predictNext(commits, [ran("git commit -m four")], at, { limit: 1 });
  assert.deepEqual([next?.command, next?.source], ["git push", "ended"]);
});

test("without directories it counts all the same", () => {
  const anywhere = HISTORY.map((step) => ({ ...step, cwd: "" }));
  const [next] = predictNext(countSteps(anywhere), [ran("git add .")], at, { limit: 1 });
  assert.equal(next?.command, "git commit");
});

test("without a history nothing is predicted", () => {
  assert.deepEqual(next([], []), []);
});

test("a table has the lines once, and what follows which by their numbers", () => {
  const text = shellTable({
    stamp: "oh1 5 7.1 person 0",
    counts: countSteps(HISTORY),
    steps: HISTORY,
    isAllowed: () => true,
  });
  const [stamp, ...rows] = text.trimEnd().split("\n");
  assert.equal(stamp, "oh1 5 7.1 person 0");
  const lines = rows.filter((row) => row.startsWith("=")).map((row) => row.slice(1));
  assert.equal(new Set(lines).size, lines.length);
  const numbers = rows.find((row) => row.startsWith(`>${lines.indexOf("git add .") + 1}\t`))?.split("\t")[1];
  assert.equal(lines[Number(numbers?.split(" ")[0]) - 1], "git commit");
});

test("a table has no line that is not allowed, and none with a control character", () => {
  const steps = [ran("rm -rf /"), ran("echo a\x1b[31m"), ran("printf 'a\n\tb'"), ran("ls")];
  const text = shellTable({
    stamp: "x",
    counts: countSteps(steps),
    steps,
    isAllowed: (line) => !line.startsWith("rm"),
  });
  const lines = text.split("\n").filter((row) => row.startsWith("="));
  assert.deepEqual(lines.toSorted(), ["=ls", "=printf 'a\x01\x02b'"]);
});

test("a table of many long lines stays small", () => {
  const steps = Array.from({ length: 2000 }, (_, n) => ran(`echo ${n} ${"x".repeat(4000)}`));
  const text = shellTable({ stamp: "x", counts: countSteps(steps), steps, isAllowed: () => true });
  assert.ok(text.length < 300 * 1024, String(text.length));
});
