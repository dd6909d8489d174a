import assert from "node:assert/strict";
import { test } from "node:test";
import { readLines } from "../../fixtures/read-tsv.ts";
import { riskOf } from "./judged.ts";

/** They only read, or test, build and lint the project. */
const HARMLESS = readLines("commands/harmless-commands.tsv", "command");

/** Ordinary work that changes things, or whose effect is not known. */
const CHANGING = readLines("commands/commands-that-must-be-medium-risk.tsv", "command");

const DANGEROUS = readLines("commands/commands-that-must-be-high-risk.tsv", "command");

test("at least 95 of 100 ordinary harmless commands are of low risk", (t) => {
  assert.ok(HARMLESS.length >= 150);
  const raised = HARMLESS.filter((command) => riskOf(command) !== "low");
  t.diagnostic(`${HARMLESS.length - raised.length} of ${HARMLESS.length} are low; not: ${raised.join(" · ")}`);
  assert.ok(raised.length <= HARMLESS.length * 0.05, raised.join("\n"));
});

test("ordinary work that changes things is of medium risk", () => {
  assert.deepEqual(
    CHANGING.filter((command) => riskOf(command) !== "medium").map((command) => `${riskOf(command)}: ${command}`),
    [],
  );
});

test("dangerous commands are high", () => {
  assert.deepEqual(
    DANGEROUS.filter((command) => riskOf(command) !== "high").map((command) => `${riskOf(command)}: ${command}`),
    [],
  );
});
