import assert from "node:assert/strict";
import { test } from "node:test";
import { datesIn, dateWords } from "../../../src/core/search/dates.ts";

const NAMED: readonly (readonly [query: string, words: readonly string[]])[] = [
  ["What broke on 2026-05-04?", ["d2026m05d04", "d2026m05d05", "d2026m05d06"]],
  ["Who came on May 4th, 2026?", ["d2026m05d04", "d2026m05d05", "d2026m05d06"]],
  ["the outage of 4 May 2026", ["d2026m05d04", "d2026m05d05", "d2026m05d06"]],
  ["on 31 December 2025", ["d2025m12d31", "d2026m01d01", "d2026m01d02"]],
  ["What did we decide in March 2026?", ["d2026m03"]],
  ["releases of 2026-03", ["d2026m03"]],
  ["What did we plan in 2025?", ["d2025"]],
];

test("a day, a month and a year in a query become the words that their text is indexed under", () => {
  for (const [query, words] of NAMED) assert.deepEqual(datesIn(query)[0]?.words, words, query);
});

test("numbers that are no dates, and days that do not exist, name no date", () => {
  for (const query of ["port 2026", "TS2345", "version 20.26.1", "30 February 2026", "may I?", "on 2026-13-45"])
    assert.deepEqual(
      datesIn(query)
        .flatMap(({ words }) => words)
        .filter((word) => word.includes("d3")),
      [],
      query,
    );
  assert.deepEqual(datesIn("may I merge?"), []);
});

test("a time is indexed by its year, month and day, and an unknown one not at all", () => {
  assert.deepEqual(dateWords(Date.UTC(2026, 4, 4, 10)), ["d2026", "d2026m05", "d2026m05d04"]);
  assert.deepEqual(dateWords(undefined), []);
});
