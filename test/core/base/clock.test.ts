import assert from "node:assert/strict";
import { test } from "node:test";
import { isoTime, parseTime } from "../../../src/core/base/clock.ts";

const TIMES: readonly (readonly [string, string])[] = [
  ["2026-03-01", "2026-03-01T00:00:00.000Z"],
  ["2024-02-29", "2024-02-29T00:00:00.000Z"],
  ["2026-03-01T10:20Z", "2026-03-01T10:20:00.000Z"],
  ["2026-03-01T10:20:30Z", "2026-03-01T10:20:30.000Z"],
  ["2026-03-01T10:20:30.456Z", "2026-03-01T10:20:30.456Z"],
  ["2026-03-01T10:20:30+02:00", "2026-03-01T08:20:30.000Z"],
  ["2026-03-01 10:20:30Z", "2026-03-01T10:20:30.000Z"],
  ["1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"],
];

for (const [text, meant] of TIMES) {
  test(`${text} is read as ${meant}`, () => assert.equal(isoTime(parseTime(text)!), meant));
}

const NO_TIMES = [
  "",
  "tomorrow",
  "2026",
  "2026-03",
  "01.03.2026",
  "3/1/2026",
  "2026-13-01",
  "2026-00-10",
  "2026-01-32",
  "2026-03-01T25:00Z",
  "2026-03-01T10:61Z",
  "2026-03-01 and some more",
  "2026-03-01\n",
  "1740823200000",
];

for (const text of NO_TIMES) {
  test(`${JSON.stringify(text)} is not a time`, () => assert.equal(parseTime(text), undefined));
}
