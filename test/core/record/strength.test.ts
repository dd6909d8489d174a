import assert from "node:assert/strict";
import { test } from "node:test";
import { DAY_MS } from "../../../src/core/base/clock.ts";
import { HABITS, type RecordType, TYPES } from "../../../src/core/record/record.ts";
import {
  archivedByDecay,
  BIRTH_CONFIDENCE,
  HABIT_RAMPS,
  habitConfidence,
  strength,
} from "../../../src/core/record/strength.ts";

const NOW = Date.UTC(2026, 2, 1);

function strengthAfter(days: number, { type = "preference" as RecordType, reinforcement = 1, halfLifeDays = 90 } = {}) {
  return strength(type, { lastUsedMs: NOW - days * DAY_MS, reinforcement }, { nowMs: NOW, halfLifeDays });
}

test("a record used today has the weight of its type", () => {
  const weights = Object.fromEntries(TYPES.map((type) => [type, strengthAfter(0, { type })]));
  assert.deepEqual(weights, {
    policy: 1.5,
    architecture: 1.3,
    decision: 1.2,
    workflow: 1.1,
    pitfall: 1.4,
    preference: 1,
    fact: 0.9,
    habit: 0.9,
  });
});

test("after one half-life without use it has half of it, after two a quarter", () => {
  assert.equal(strengthAfter(90), 0.5);
  assert.equal(strengthAfter(180), 0.25);
  assert.equal(strengthAfter(30, { halfLifeDays: 30 }), 0.5);
});

test("with a half-life of 0, only a record that was used just now has strength", () => {
  assert.equal(strengthAfter(0, { halfLifeDays: 0 }), 1);
  assert.equal(strengthAfter(1, { halfLifeDays: 0 }), 0);
});

test("reinforcement multiplies", () => {
  assert.equal(strengthAfter(90, { reinforcement: 3 }), 1.5);
});

test("a clock that was set back makes nothing stronger than it was when last used", () => {
  assert.equal(strengthAfter(-400), 1);
});

const archivedAfter = (days: number, type: RecordType, reinforcement = 1): boolean =>
  archivedByDecay(type, { strength: strengthAfter(days, { type, reinforcement }), archiveBelow: 0.1 });

test("a preference used once is archived after 299 days, not after 298", () => {
  assert.equal(archivedAfter(298, "preference"), false);
  assert.equal(archivedAfter(299, "preference"), true);
});

test("used twice, it lives one half-life longer", () => {
  assert.equal(archivedAfter(388, "preference", 2), false);
  assert.equal(archivedAfter(389, "preference", 2), true);
});

test("policies and architecture are never archived by decay", () => {
  for (const type of TYPES) {
    assert.equal(archivedAfter(100_000, type), type !== "policy" && type !== "architecture", type);
  }
});

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

test("initial confidence is highest for `told` and lowest for `imported`", () => {
  assert.deepEqual(BIRTH_CONFIDENCE, { told: 1, captured: 0.8, extracted: 0.7, imported: 0.5 });
});
