import assert from "node:assert/strict";
import { test } from "node:test";
import { captureFrom, RULES } from "../../src/extract/message.ts";
import { PASTES } from "../../src/extract/pasted.ts";
import { readingOf } from "../../src/extract/reading.ts";
import { NO_OBLIGATIONS, OBLIGATIONS } from "../../src/extract/rules/constraint.ts";
import { CONTRASTS, PASSING, STATES } from "../../src/extract/rules/correction.ts";
import { HABITS, NO_HABITS } from "../../src/extract/rules/habit.ts";
import { NO_TASTES, TASTES } from "../../src/extract/rules/preference.ts";
import { MEMORIES, REQUESTS } from "../../src/extract/rules/remember.ts";
import type { Row } from "../../src/extract/rules/rule.ts";
import { LIST_TRAPS, PASSING_TRAPS, QUESTIONS, TRAPS } from "../../src/extract/rules/traps.ts";
import { sentencesOf } from "../../src/extract/sentences.ts";

const KEPT: readonly (readonly [rule: string, rows: readonly Row[]])[] = [
  ["remember", REQUESTS],
  ["constraint", OBLIGATIONS],
  ["correction", CONTRASTS],
  ["preference", TASTES],
  ["preference", HABITS],
];

const LEFT: readonly (readonly [table: string, rows: readonly Row[]])[] = [
  ["questions", QUESTIONS],
  ["traps", TRAPS],
  ["traps of what was asked for", PASSING_TRAPS],
  ["no obligations", NO_OBLIGATIONS],
  ["passing", PASSING],
  ["no tastes", NO_TASTES],
  ["no habits", NO_HABITS],
  ["memories", MEMORIES],
];

for (const rule of RULES) {
  test(`the rule ${rule.name} captures its own example`, () => {
    assert.equal(ruleOf(rule.example), rule.name);
  });
}

for (const [rule, rows] of KEPT) {
  for (const { name, pattern, example } of rows) {
    test(`"${name}" is a ${rule}`, () => {
      assert.match(readingOf(example).words, pattern);
      assert.equal(ruleOf(example), rule);
    });
  }
}

for (const { name, pattern, example } of STATES) {
  test(`"${name}" is a correction after a reply, and nothing without one`, () => {
    assert.match(readingOf(example).words, pattern);
    assert.equal(ruleOf(`No, ${example}`), "correction");
    assert.notEqual(ruleOf(example), "correction");
  });
}

for (const [table, rows] of LEFT) {
  for (const { name, pattern, example } of rows) {
    test(`"${name}", from the ${table}, is not captured`, () => {
      assert.match(readingOf(example).words, pattern);
      assert.equal(ruleOf(example), undefined);
    });
  }
}

for (const { name, pattern, example } of PASTES) {
  test(`a pasted line (${name}) is not captured`, () => {
    assert.match(example, pattern);
    assert.deepEqual(
      sentencesOf(`What now?\n\n${example}`).map(({ text }) => text),
      ["What now?"],
    );
  });
}

for (const { name, pattern, example } of LIST_TRAPS) {
  test(`a list under "${name}" is not captured`, () => {
    assert.match(readingOf(example).words, pattern);
    assert.equal(ruleOf(`${example}\n- always use tabs`), undefined);
  });
}

test("names in a table are unique", () => {
  for (const [, rows] of [...KEPT, ...LEFT]) {
    const names = rows.map(({ name }) => name);
    assert.deepEqual(names, [...new Set(names)]);
  }
});

function ruleOf(sentence: string): string | undefined {
  return captureFrom(sentence, { inProject: true })[0]?.rule;
}
