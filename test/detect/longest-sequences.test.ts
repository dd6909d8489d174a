import assert from "node:assert/strict";
import { test } from "node:test";
import { addedSteps, largePartsOf, longestSequences, partsOf } from "../../src/detect/longest-sequences.ts";

test("a decision on a sequence applies to its rotations and to all parts of them", () => {
  assert.deepEqual(partsOf("a → b → c"), {
    rotations: ["a → b → c", "b → c → a", "c → a → b"],
    parts: ["a → b", "b → c", "c → a"],
  });
  assert.deepEqual(partsOf("a → b"), { rotations: ["a → b", "b → a"], parts: [] });
  assert.equal(partsOf("a → b → c → d → e → f → g → h").parts.length, 48);
});

test("parts of at least half the length are large", () => {
  assert.deepEqual(largePartsOf("a → b → c → d"), ["a → b → c", "b → c → d", "a → b", "b → c", "c → d"]);
  assert.deepEqual(largePartsOf("a → b"), []);
  assert.ok(!largePartsOf("a → b → c → d → e → f → g").includes("a → b → c"));
});

test("what comes before or after a routine now and then is all that a longer sequence adds", () => {
  const routine = { key: "lint → test → deploy", count: 24 };
  assert.deepEqual(addedSteps({ key: "status → lint → test → deploy", count: 5 }, [routine]), ["status"]);
  assert.deepEqual(addedSteps({ key: "lint → test → deploy → notify", count: 20 }, [routine]).length, 4);
  assert.deepEqual(addedSteps(routine, [routine]), ["lint", "test", "deploy"]);
});

test("a routine is shown although something different came before or after it each time", () => {
  const found = [
    { key: "sync → check → test", count: 12 },
    { key: "psql → sync → check → test", count: 4 },
    { key: "sync → check → test → log", count: 4 },
    { key: "pull → sync → check → test", count: 3 },
    { key: "check → test", count: 12 },
  ];
  assert.deepEqual(
    longestSequences(found, 3).map(({ key }) => key),
    ["sync → check → test", "psql → sync → check → test", "sync → check → test → log", "pull → sync → check → test"],
  );
  const halves = [
    { key: "a → b → c", count: 5 },
    { key: "a → b → d", count: 5 },
    { key: "a → b", count: 10 },
  ];
  assert.deepEqual(longestSequences(halves, 3), halves.slice(0, 2), "three before two");
});
