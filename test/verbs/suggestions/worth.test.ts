import assert from "node:assert/strict";
import { test } from "node:test";
import { DAY_MS } from "../../../src/core/base/clock.ts";
import { type Weighed, worthOf } from "../../../src/verbs/suggestion/sources/worth.ts";

const HERE = { project: "prj_here", nowMs: 400 * DAY_MS } as const;
const one = (parts: Partial<Weighed>): Weighed => ({
  ...{ kind: "recurring_command", isTold: false, confidence: 0.7, count: 4, sessions: 2, steps: 0 },
  ...parts,
});
const workflow = (steps: number, count: number): Weighed => one({ kind: "workflow_pattern", steps, count });
const told = (sessions: number): Weighed => one({ kind: "preference", isTold: true, sessions });

const BETTER: readonly [says: string, better: Weighed, worse: Weighed][] = [
  ["what agents are told in two sessions, before the longest workflow", told(2), workflow(8, 200)],
  ["any workflow, before a command", workflow(2, 3), one({ count: 500, confidence: 0.9 })],
  ["a workflow, before what was told once", workflow(2, 3), told(1)],
  ["a workflow that saves more typing", workflow(7, 3), workflow(2, 9)],
  ["what was told more often", told(5), told(2)],
  ["a cure, before a command", one({ kind: "pitfall", confidence: 0.6 }), one({ confidence: 0.9 })],
  ["the surer one", one({ confidence: 0.9 }), one({ confidence: 0.6 })],
  ["the project here, before another", one({ project: "prj_here" }), one({ project: "prj_other" })],
  ["something for everywhere, before another project", one({}), one({ project: "prj_other" })],
  ["the more recent one", one({ lastMs: HERE.nowMs }), one({ lastMs: 0 })],
];

for (const [says, better, worse] of BETTER)
  test(`first comes ${says}`, () => {
    assert.ok(worthOf(better, HERE) > worthOf(worse, HERE));
  });
