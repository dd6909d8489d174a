import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { RULES } from "../../../src/plan/risk/rules/all.ts";
import { judged, riskOf, rulesSeen } from "./judged.ts";

type Example = { readonly rule: string; readonly isSeen: boolean; readonly command: string };

/** A command with signs that a table cannot show is written as JSON. */
function exampleOf(row: string): Example {
  const [rule = "", expected = "", command = ""] = row.split("\t");
  assert.match(expected, /^(?:seen|not seen)$/);
  return { rule, isSeen: expected === "seen", command: command.startsWith('"') ? JSON.parse(command) : command };
}

const [, ...rows] = readFileSync(new URL("rule-examples.tsv", import.meta.url), "utf8")
  .trimEnd()
  .split("\n");
const EXAMPLES: readonly Example[] = [
  ...rows.map(exampleOf),
  { rule: "too-long", isSeen: true, command: `echo ${"a".repeat(5000)}` },
  { rule: "too-long", isSeen: false, command: `echo ${"a".repeat(1500)}` },
  { rule: "long", isSeen: true, command: `echo ${"a".repeat(1500)}` },
  { rule: "long", isSeen: false, command: `echo ${"a".repeat(300)}` },
  { rule: "too-many-commands", isSeen: true, command: Array(60).fill("true").join(" && ") },
];

test("every rule sees its examples and no near ones", () => {
  const wrong = EXAMPLES.filter(({ rule, isSeen, command }) => rulesSeen(command).has(rule) !== isSeen);
  assert.deepEqual(wrong, []);
});

test("a command is at least as risky as a rule that sees it", () => {
  const order = ["low", "medium", "high"];
  const risks = new Map(RULES.map(({ name, risk }) => [name, risk]));
  const wrong = EXAMPLES.filter(
    ({ rule, isSeen, command }) => isSeen && order.indexOf(riskOf(command)) < order.indexOf(risks.get(rule)!),
  );
  assert.deepEqual(wrong, []);
});

test("rules have unique names, a sentence and examples of both kinds", () => {
  assert.equal(new Set(RULES.map(({ name }) => name)).size, RULES.length);
  const lacking = RULES.filter(({ name, says }) => {
    const own = EXAMPLES.filter(({ rule }) => rule === name);
    // Only a script is seen by this one.
    const needed = name === "script-removes-folder" ? 1 : 2;
    return !/^[A-Z].*\.$/.test(says) || new Set(own.map(({ isSeen }) => isSeen)).size < needed;
  });
  assert.deepEqual(
    lacking.map(({ name }) => name),
    [],
  );
  assert.deepEqual(
    EXAMPLES.filter(({ rule }) => !RULES.some(({ name }) => name === rule)),
    [],
  );
});

test("a reason names the command that it is about, unless that is the entire line", () => {
  const reasons = (command: string): string[] => judged(command).flags.map(({ says }) => says);
  assert.deepEqual(reasons("rm -rf build"), [
    "Deletes folders with everything in them.",
    "Writes files of the project.",
  ]);
  assert.deepEqual(reasons("ls && nvm exec rm -rf build"), [
    "Deletes folders with everything in them (rm -rf build).",
    "Writes files of the project (rm -rf build).",
  ]);
  assert.ok(reasons("ls; rm -rf ../data").includes("Deletes files outside the project (rm -rf ../data)."));
  assert.deepEqual(reasons(`ls; frobnicate ${"x".repeat(100)}`), [
    `Runs a program that oldhand knows nothing about (frobnicate ${"x".repeat(49)}…).`,
  ]);
});
