import assert from "node:assert/strict";
import { test } from "node:test";
import { newestFirst } from "../../src/search/newest-first.ts";

const DAY = 86_400_000;
const QUERY = "which port does the billing server use?";

function result(id: string, text: string, { day = 0, kind = "chunk", relevance = 0.5 } = {}) {
  return { id, kind, text, relevance, atMs: day * DAY };
}

const OLD = "The billing server uses port 8080 for everything.";
const NEW = "The billing server now uses port 9090 for everything.";

test("of two results about the same thing the later comes first, and the older names it", () => {
  const [first, second] = newestFirst([result("a", OLD, { day: 1 }), result("b", NEW, { day: 9 })], QUERY);
  assert.deepEqual([first?.id, first?.newer], ["b", undefined]);
  assert.deepEqual([second?.id, second?.newer], ["a", { id: "b", atMs: 9 * DAY }]);
});

test("results in the right order are only marked", () => {
  const found = newestFirst([result("b", NEW, { day: 9 }), result("a", OLD, { day: 1 })], QUERY);
  assert.deepEqual(
    found.map(({ id, newer }) => [id, newer?.id]),
    [
      ["b", undefined],
      ["a", "b"],
    ],
  );
});

const UNRELATED: readonly (readonly [name: string, later: ReturnType<typeof result>])[] = [
  ["about something else", result("b", "The mail server was painted blue by Anna", { day: 9 })],
  ["from the same hour", result("b", NEW, { day: 1 })],
  ["much less relevant", result("b", NEW, { day: 9, relevance: 0.1 })],
];

for (const [name, later] of UNRELATED) {
  test(`a later result ${name} changes nothing`, () => {
    const found = [result("a", OLD, { day: 1 }), later];
    assert.deepEqual(newestFirst(found, QUERY), found);
  });
}

test("talk outdates a record only if it speaks of a change", () => {
  const record = result("rec", OLD, { day: 1, kind: "record" });
  const mention = result("b", "The billing server uses port 8080 for everything, right?", { day: 9 });
  assert.deepEqual(newestFirst([record, mention], QUERY), [record, mention]);
  assert.equal(newestFirst([record, result("b", NEW, { day: 9 })], QUERY)[0]?.id, "b");
});
