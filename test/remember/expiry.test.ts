import assert from "node:assert/strict";
import { test } from "node:test";
import type { RecordType } from "../../src/core/record/record.ts";
import { ENDS, expiryOf } from "../../src/remember/expiry.ts";

/** A Monday. */
const SAID = Date.parse("2026-03-16T10:00:00.000Z");

function lastDay(text: string, type: RecordType = "policy"): string | undefined {
  const endMs = expiryOf(text, { type, saidMs: SAID });
  return endMs === undefined ? undefined : new Date(endMs - 1).toISOString().slice(0, 10);
}

const NAMED: readonly (readonly [string, string])[] = [
  ["Staging is down until Thursday", "2026-03-19"],
  ["Staging is down till next Monday", "2026-03-23"],
  ["For this week, do not merge", "2026-03-22"],
  ["Do not merge until the end of the week", "2026-03-22"],
  ["Do not deploy today", "2026-03-16"],
  ["CI is broken until tomorrow", "2026-03-17"],
  ["Do not merge until 2026-04-01", "2026-04-01"],
  ["The freeze lasts until 20 March", "2026-03-20"],
  ["The freeze lasts until January 5th", "2027-01-05"],
  ["Deploys are frozen this month", "2026-03-31"],
  ["The VPN is off for the next two weeks", "2026-03-30"],
  ["Use the old API for 3 days", "2026-03-19"],
  ["Anna is away until next week", "2026-03-23"],
];

for (const [text, day] of NAMED) test(`"${text}" ends with ${day}`, () => assert.equal(lastDay(text), day));

test("every way to name an end has an example", () => {
  for (const { pattern, example } of ENDS) assert.match(example.toLowerCase(), pattern);
});

test("without a named end, a statement about the present ends after the default days", () => {
  for (const text of ["For now, use npm", "Temporarily skip the e2e tests", "No merges until further notice"])
    assert.equal(lastDay(text), "2026-04-15", text);
  assert.equal(lastDay("The queue is currently broken", "pitfall"), "2026-04-15");
});

const LASTING: readonly string[] = [
  "Never merge until the tests pass",
  "The API currently listens on port 8080",
  "From today on, use pnpm",
  "Run the tests before Friday's release",
  "Use the current date",
  "Cache it for an instant",
  "We deploy every Thursday",
];

for (const text of LASTING) test(`"${text}" does not end`, () => assert.equal(lastDay(text), undefined));

test("the end is counted from when it was said", () => {
  const saidMs = Date.parse("2026-01-01T10:00:00.000Z");
  const endMs = expiryOf("Do not merge until tomorrow", { type: "policy", saidMs });
  assert.equal(endMs, Date.parse("2026-01-03T00:00:00.000Z"));
});
