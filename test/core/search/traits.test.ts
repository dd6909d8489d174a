import assert from "node:assert/strict";
import { test } from "node:test";
import { TRAIT, traitsOf, wantedTraits } from "../../../src/core/search/traits.ts";

const { asks, time, number } = TRAIT;

const TEXTS: readonly (readonly [text: string, traits: number])[] = [
  ["We moved the server yesterday.", time],
  ["Does it work?", asks],
  ["It took three tries", number],
  ["Upgraded to Node 24 last week", time + number],
  ["Use tabs", 0],
];
const QUERIES: readonly (readonly [query: string, traits: number])[] = [
  ["When did we move the server?", time],
  ["Which month was the release?", time],
  ["How many tries did it take?", number],
  ["Which port does it use?", 0],
];

test("a text that asks, names a time or names a number is recognised", () => {
  for (const [text, traits] of TEXTS) assert.equal(traitsOf(text), traits, text);
});

test("a query that asks for a time or a number is recognised", () => {
  for (const [query, traits] of QUERIES) assert.equal(wantedTraits(query), traits, query);
});
