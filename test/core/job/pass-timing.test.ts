import assert from "node:assert/strict";
import { test } from "node:test";
import { DAY_MS } from "../../../src/core/base/clock.ts";
import { isDue } from "../../../src/core/job/job.ts";

const NOW_MS = Date.UTC(2026, 5, 1);

const CASES: readonly (readonly [string, number | undefined, boolean])[] = [
  ["that never ran is due", undefined, true],
  ["of six days ago is not due", NOW_MS - 6 * DAY_MS, false],
  ["of a week ago is due", NOW_MS - 7 * DAY_MS, true],
  ["of a few hours ahead, after a clock set back, is not due", NOW_MS + DAY_MS / 4, false],
  ["dated a year ahead is due", NOW_MS + 365 * DAY_MS, true],
];

for (const [what, lastMs, expected] of CASES) {
  test(`a consolidation ${what}`, () => assert.equal(isDue(lastMs, NOW_MS), expected));
}
