/** Which commands are a step with its slots filled. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isFilled } from "../../../src/core/workflow/slots.ts";

const CASES: readonly (readonly [step: string, command: string, isStep: boolean])[] = [
  ["git push", "git push", true],
  ["git push", "git push -f", false],
  ["git commit -m <message>", 'git commit -m "fix it"', true],
  ["git commit -m <message>", "git commit -m ", false],
  ["git commit -m <message>", "git commit -am x", false],
  ["cp <from> <to>.txt", "cp a b.txt", true],
  ["cp <from> <to>.txt", "cp a b.md", false],
  ["cp <from> <to>.txt", "cp .txt", false],
  ["<tool> run", "npm run", true],
  ["<tool> run", " run", false],
];

for (const [step, command, isStep] of CASES)
  test(`${JSON.stringify(command)} is ${isStep ? "" : "not "}the step ${step}`, () => {
    assert.equal(isFilled(step, command), isStep);
  });
