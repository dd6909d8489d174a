import assert from "node:assert/strict";
import { test } from "node:test";
import { RULES } from "../../../src/plan/risk/rules/all.ts";
import { riskOf, rulesSeen } from "./judged.ts";

test("every rule sees its examples and leaves near ones alone", () => {
  const wrong = RULES.flatMap(({ name, matches, misses }) => [
    ...matches
      .filter((command) => !rulesSeen(command).has(name))
      .map((command) => `${name} does not see ${short(command)}`),
    ...misses.filter((command) => rulesSeen(command).has(name)).map((command) => `${name} sees ${short(command)}`),
  ]);
  assert.deepEqual(wrong, []);
});

test("a command is at least as risky as a rule that sees it", () => {
  const wrong = RULES.filter(({ risk }) => risk !== "low").flatMap(({ risk, matches }) =>
    matches
      .filter((command) => riskOf(command) === "low" || (risk === "high" && riskOf(command) !== "high"))
      .map(short),
  );
  assert.deepEqual(wrong, []);
});

test("rules have names of their own, a sentence and examples of both kinds", () => {
  assert.equal(new Set(RULES.map(({ name }) => name)).size, RULES.length);
  const bare = RULES.filter(
    ({ says, matches, misses }) => !/^[A-Z].*\.$/.test(says) || matches.length + misses.length === 0,
  );
  assert.deepEqual(
    bare.map(({ name }) => name),
    [],
  );
});

const short = (command: string): string => JSON.stringify(command.slice(0, 80));
