import assert from "node:assert/strict";
import { test } from "node:test";
import { riskOf } from "./judged.ts";
import { CHANGING, DANGEROUS, HARMLESS } from "./ordinary.ts";

test("of ordinary harmless commands at least 95 in a hundred are low", (t) => {
  assert.ok(HARMLESS.length >= 150);
  const raised = HARMLESS.filter((command) => riskOf(command) !== "low");
  t.diagnostic(`${HARMLESS.length - raised.length} of ${HARMLESS.length} are low; not: ${raised.join(" · ")}`);
  assert.ok(raised.length <= HARMLESS.length * 0.05, raised.join("\n"));
});

test("ordinary work that changes things is medium", () => {
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
