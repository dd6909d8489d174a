import assert from "node:assert/strict";
import { test } from "node:test";
import type { Kept } from "../../src/core/ports.ts";
import type { MemoryRecord } from "../../src/core/record/record.ts";
import type { Surroundings } from "../../src/remember/already-known.ts";
import { type Arrival, decide } from "../../src/remember/decide.ts";
import { keptRecord, recordOf } from "../fixtures/records.ts";

const NOTHING = { active: [], inactive: [], sameTopic: [], suggested: [], instructions: "" };
const STATED_AT = "2026-03-01T09:00:00.000Z";
const LATER = "2026-03-02T09:00:00.000Z";

type Given = Partial<Surroundings> & { readonly isBuried?: boolean; readonly similar?: readonly Kept[] };

function learned(
  record: MemoryRecord,
  { isBuried = false, similar = [], ...around }: Given,
  arrival: Partial<Arrival>,
) {
  const surroundings = { ...NOTHING, ...around };
  const known = { similar, sameKey: [], buried: { id: false, text: isBuried }, review: "off", surroundings };
  const decision = decide({ record, keyBy: "slug" }, known, { author: { actor: "person", by: "a test" }, ...arrival });
  return decision.outcome === "known" ? decision.because : decision.outcome;
}

const lesson = recordOf({ text: "Release builds run on the staging cluster", type: "fact", trust: "agent" });
const preference = recordOf({ ...lesson, type: "preference", trust: "person" });
const late = { saidMs: Date.parse(STATED_AT) };

const cases: readonly [what: string, record: MemoryRecord, given: Given, arrival: Partial<Arrival>, outcome: string][] =
  [
    ["new", lesson, {}, late, "remembered"],
    [
      "in the instructions",
      lesson,
      { instructions: "release builds run on the staging cluster" },
      late,
      "instructions",
    ],
    ["deleted before", lesson, { isBuried: true }, late, "deleted"],
    ["deleted before, stated by the person now", preference, { isBuried: true }, {}, "remembered"],
    ["kept as another type", lesson, { active: [keptRecord({ ...preference })] }, late, "kept"],
    ["kept by a weaker source", preference, { active: [keptRecord({ ...lesson })] }, late, "remembered"],
    [
      "kept in other words",
      recordOf({ ...lesson, text: "Please note that release builds always run on our staging cluster" }),
      { active: [keptRecord({ ...lesson, trust: "person" })] },
      late,
      "kept",
    ],
    [
      "like a kept one in all words but one",
      recordOf({ ...lesson, text: "Release builds run on the production cluster" }),
      { active: [keptRecord({ ...lesson, trust: "person" })] },
      late,
      "remembered",
    ],
    ["suggested before", lesson, { suggested: [preference] }, late, "suggested"],
    ["suggested before, stated by the person", preference, { suggested: [lesson] }, late, "remembered"],
    ["an import of something suggested", preference, { suggested: [lesson] }, { askFirst: "Imported." }, "suggested"],
    ["a new import", preference, {}, { askFirst: "Imported." }, "proposed"],
    [
      "an import of something kept",
      preference,
      { similar: [keptRecord({ ...preference })] },
      { askFirst: "x" },
      "kept",
    ],
  ];

for (const [what, record, given, arrival, outcome] of cases) {
  test(`a learned statement that is ${what}: ${outcome}`, () => {
    assert.equal(learned(record, given, arrival), outcome);
  });
}

test("a session read late does not bring back what was archived after it", () => {
  const archived = keptRecord({ ...preference, status: "archived", updatedAt: LATER });
  assert.equal(learned(preference, { inactive: [archived] }, late), "replaced");
  assert.equal(learned(preference, { inactive: [archived] }, { saidMs: Date.parse(LATER) + 1 }), "remembered");
});

test("a session read late does not undo a choice that was made after it", () => {
  const npm = recordOf({ text: "Use npm as the package manager", trust: "person" });
  const pnpm = keptRecord({
    text: "Use pnpm",
    trust: "person",
    key: "package-manager",
    value: "pnpm",
    createdAt: LATER,
  });
  assert.equal(learned(npm, { sameTopic: [pnpm] }, late), "replaced");
  assert.equal(learned(npm, { sameTopic: [pnpm] }, { saidMs: Date.parse(LATER) + 1 }), "remembered");
});

test("an accepted pattern cannot take the name of a workflow that exists", () => {
  const deploy = keptRecord({ type: "workflow", key: "deploy", text: "make deploy" });
  const pattern = recordOf({
    type: "workflow",
    habit: "workflow_pattern",
    key: "deploy",
    text: "git push → make ship",
  });
  const known = { similar: [], sameKey: [deploy], buried: { id: false, text: false }, review: "off" };
  const decision = decide({ record: pattern, keyBy: "given" }, known, {
    author: { actor: "person", by: "a test" },
    isAccepted: true,
  });
  assert.deepEqual(decision, {
    outcome: "refused",
    reason: "A workflow named deploy exists already. Choose another name with --name.",
  });
});

test("two counted habits are never merged, however alike their words", () => {
  const push = keptRecord({
    type: "habit",
    habit: "recurring_command",
    key: "git push",
    text: "You often run this here",
  });
  const add = recordOf({ type: "habit", habit: "recurring_command", key: "git add", text: "You often run this here" });
  const known = { similar: [push], sameKey: [], buried: { id: false, text: false }, review: "off" };
  assert.equal(
    decide({ record: add, keyBy: "given" }, known, { author: { actor: "person", by: "a test" }, isAccepted: true })
      .outcome,
    "remembered",
  );
});
