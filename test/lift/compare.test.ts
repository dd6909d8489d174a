import assert from "node:assert/strict";
import { test } from "node:test";
import { bootstrap, differences, sessionsMissing } from "../../src/lift/compare.ts";
import type { Outcomes } from "../../src/lift/outcomes.ts";
import { seeded } from "../../src/lift/seeded.ts";

const drawn = (count: number, mean: number, seed: number): number[] => {
  const random = seeded(seed);
  return Array.from({ length: count }, () => Math.floor(random() * 2 * mean + 0.5));
};
const asOutcomes = (values: readonly number[]): Outcomes[] => values.map((corrections) => ({ corrections }));
const ofCorrections = (a: readonly number[], b: readonly number[], share = 0.5) =>
  differences({ withMemory: asOutcomes(a), without: asOutcomes(b), share }).find(({ name }) => name === "corrections")!;

test("a real difference has an interval without 0, in the same numbers each time", () => {
  const found = ofCorrections(drawn(80, 1, 1), drawn(80, 3, 2));
  assert.ok(found.difference! < 0 && found.high! < 0 && found.low! < found.high!);
  assert.equal(found.enough, true);
  assert.deepEqual(ofCorrections(drawn(80, 1, 1), drawn(80, 3, 2)), found);
});

test("no difference is shown as none", () => {
  const found = ofCorrections(drawn(80, 2, 3), drawn(80, 2, 4));
  assert.ok(found.low! <= 0 && found.high! >= 0);
  assert.equal(found.enough, true);
});

test("shuffled sessions show no lift: about one interval in twenty misses 0", () => {
  const random = seeded(5);
  const all = [...drawn(60, 1, 6), ...drawn(60, 4, 7)];
  const wrong = Array.from({ length: 200 }, (_, n) => {
    const order = all.map((value) => ({ value, at: random() })).toSorted((a, b) => a.at - b.at);
    const values = order.map(({ value }) => value);
    const { low, high } = bootstrap(values.slice(0, 60), values.slice(60), n);
    return low > 0 || high < 0;
  }).filter(Boolean).length;
  assert.ok(wrong <= 24, `${wrong} of 200`);
});

test("one side without sessions has no difference, and says how many sessions are missing", () => {
  const { difference, low, high, enough, more } = ofCorrections([1, 2], []);
  assert.deepEqual({ difference, low, high, enough }, { difference: null, low: null, high: null, enough: false });
  assert.equal(more, 124);
});

test("the fewer sessions are held out, the more are needed", () => {
  assert.deepEqual(
    [2, 4, 8].map((oneIn) => sessionsMissing(0, 0, 1 / oneIn)),
    [126, 168, 287],
  );
  assert.equal(sessionsMissing(63, 63, 0.5), 0);
  assert.ok(sessionsMissing(10_000, 9, 0.5) > 0, "a side with few sessions is not enough, however many the other has");
});

test("an outcome that a session cannot have does not count as 0", () => {
  const found = differences({ withMemory: [{ "commands-until-check-passes": 4 }, {}], without: [{}], share: 0.5 });
  const until = found.find(({ name }) => name === "commands-until-check-passes")!;
  assert.deepEqual(
    [until.withMemory, until.without],
    [
      { sessions: 1, mean: 4 },
      { sessions: 0, mean: null },
    ],
  );
});
