import assert from "node:assert/strict";
import { test } from "node:test";
import {
  CATEGORIES,
  categoryOf,
  isInstruction,
  isRule,
  kindOf,
  priorityRank,
  reclassified,
  TRUSTS,
  TYPE_TABLE,
  TYPES,
  weakestTrust,
} from "../../../src/core/record/record.ts";

test("every type has its documented category, default priority and weight", () => {
  const documented = Object.entries(TYPE_TABLE).map(([type, { category, priority, weight }]) => [
    type,
    { category, priority, weight },
  ]);
  assert.deepEqual(Object.fromEntries(documented), {
    policy: { category: "principles", priority: "critical", weight: 1.5 },
    pitfall: { category: "incidents", priority: "high", weight: 1.4 },
    architecture: { category: "decisions", priority: "high", weight: 1.3 },
    decision: { category: "decisions", priority: "medium", weight: 1.2 },
    workflow: { category: "procedures", priority: "high", weight: 1.1 },
    preference: { category: "preferences", priority: "medium", weight: 1.0 },
    fact: { category: "facts", priority: "normal", weight: 0.9 },
    habit: { category: "habits", priority: "normal", weight: 0.9 },
  });
});

test("a rule is what binds a reader, an instruction what tells them or a program what to do", () => {
  assert.deepEqual(TYPES.filter(isRule), ["policy", "architecture", "preference"]);
  assert.deepEqual(TYPES.filter(isInstruction), ["policy", "architecture", "preference", "workflow"]);
});

const SHELVES = [
  ["principles", "policy"],
  ["decisions", "decision"],
  ["procedures", "workflow"],
  ["incidents", "pitfall"],
  ["preferences", "preference"],
  ["facts", "fact"],
  ["habits", "habit"],
] as const;

test("every category has its own type", () => {
  assert.deepEqual(
    SHELVES.map(([category]) => category),
    [...CATEGORIES],
  );
});

for (const [category, type] of SHELVES) {
  test(`moved to ${category}, a record becomes a ${type} unless it is there already`, () => {
    for (const from of TYPES) {
      assert.equal(reclassified(from, category), categoryOf(from) === category ? from : type, `from ${from}`);
    }
  });
}

test("moved to a type, a record becomes that type", () => {
  for (const from of TYPES) for (const to of TYPES) assert.equal(reclassified(from, to), to);
});

test("an architecture moved to decisions stays an architecture", () => {
  assert.equal(reclassified("architecture", "decisions"), "architecture");
});

test("critical comes before high, high before medium, medium before normal", () => {
  const words = ["normal", "critical", "medium", "high"] as const;
  assert.deepEqual(
    words.toSorted((a, b) => priorityRank(a) - priorityRank(b)),
    ["critical", "high", "medium", "normal"],
  );
});

test("the weaker trust of two sources counts", () => {
  for (const [i, stronger] of TRUSTS.entries()) {
    for (const weaker of TRUSTS.slice(i)) {
      assert.equal(weakestTrust(stronger, weaker), weaker);
      assert.equal(weakestTrust(weaker, stronger), weaker);
    }
  }
});

test("a record's kind is its habit if it has one, else its type", () => {
  assert.equal(kindOf({ type: "habit", habit: "preferred_cwd" }), "preferred_cwd");
  assert.equal(kindOf({ type: "workflow", habit: "workflow_pattern" }), "workflow_pattern");
  assert.equal(kindOf({ type: "fact" }), "fact");
});
