import assert from "node:assert/strict";
import { test } from "node:test";
import { HABITS } from "../../../src/core/record/record.ts";
import { BIRTH_CONFIDENCE, HABIT_RAMPS, habitConfidence } from "../../../src/core/record/strength.ts";

const POINTS = [
  ["recurring_command", 4, 0.6],
  ["recurring_command", 8, 0.75],
  ["recurring_command", 12, 0.9],
  ["recurring_command", 500, 0.9],
  ["preferred_cwd", 5, 0.7],
  ["preferred_cwd", 10, 0.83],
  ["preferred_cwd", 15, 0.95],
  ["workflow_pattern", 3, 0.65],
  ["workflow_pattern", 6, 0.75],
  ["workflow_pattern", 9, 0.85],
  ["accepted_substitution", 1, 0.72],
  ["accepted_substitution", 40, 0.72],
] as const;

for (const [habit, count, confidence] of POINTS) {
  test(`${habit} seen ${count} times has confidence ${confidence}`, () =>
    assert.equal(habitConfidence(habit, count), confidence));
}

test("confidence never falls as evidence grows, and stays between base and cap", () => {
  for (const habit of HABITS) {
    const { base, cap } = HABIT_RAMPS[habit];
    const values = Array.from({ length: 200 }, (_, count) => habitConfidence(habit, count));
    assert.deepEqual(
      values.toSorted((a, b) => a - b),
      values,
      habit,
    );
    assert.equal(values[0], base);
    assert.equal(values.at(-1), cap);
  }
});

test("what was told is surest at birth, what was imported least", () => {
  assert.deepEqual(BIRTH_CONFIDENCE, { told: 1, captured: 0.8, extracted: 0.7, imported: 0.5 });
});
