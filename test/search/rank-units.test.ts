import assert from "node:assert/strict";
import { test } from "node:test";
import { type Meaning, type TermHits, UNITS_PER_SOURCE, type UnitFacts } from "../../src/core/search/search-hits.ts";
import { TRAIT } from "../../src/core/search/traits.ts";
import { rankUnits } from "../../src/search/rank-units.ts";

const PLAIN: UnitFacts = { role: "person", traits: 0, words: 20 };

/** Rows with their masks; every row up to 9 of both sources exists. */
function ranked(
  masks: Record<number, number>,
  { facts = {} as Record<number, Partial<UnitFacts>>, wanted = 0, cosines = {} as Record<number, number> } = {},
) {
  const rows = Object.keys(masks)
    .map(Number)
    .toSorted((a, b) => a - b);
  const none = new Int32Array(rows.length);
  const hits: TermHits = {
    terms: ["harbour", "gauge", "float"].map((word) => ({ word, rarity: 2 })),
    rows,
    masks: Int32Array.from(rows, (row) => masks[row]!),
    names: none,
    pairs: none,
    pairCount: 0,
  };
  const exists = (row: number): boolean => row % UNITS_PER_SOURCE < 10 && row < 2 * UNITS_PER_SOURCE;
  const factsOf = (all: readonly number[]) =>
    new Map(all.filter(exists).map((row) => [row, { ...PLAIN, ...facts[row] }] as const));
  const meaning: Meaning = {
    by: "table",
    rows: Object.keys(cosines).map(Number),
    load: () => {},
    cosineOf: (row) => cosines[row] ?? 0,
    cosineNear: (row, distance) => Math.max(cosines[row - distance] ?? 0, cosines[row + distance] ?? 0),
  };
  const options = { limit: 10, units: { factsOf, wanted }, ...(Object.keys(cosines).length > 0 && { meaning }) };
  return rankUnits(hits, options).map(({ rowid }) => rowid);
}

test("the unit with more of the query comes first, and a neighbour counts", () => {
  assert.deepEqual(ranked({ 1: 0b111, 8: 0b001 }).slice(0, 2), [1, 8]);
  assert.equal(ranked({ 1: 0b001, 4: 0b001, 5: 0b010, [UNITS_PER_SOURCE + 1]: 0b001 })[0], 4);
});

test("the last unit of one source and the first of the next are no neighbours", () => {
  const [first] = ranked({ [UNITS_PER_SOURCE - 1]: 0b010, [UNITS_PER_SOURCE]: 0b001, 3: 0b001, 4: 0b010 });
  assert.equal(first, 3);
});

test("an answer without a word of the query is found next to its question, unless the question is the answer", () => {
  assert.deepEqual(ranked({ 3: 0b011 }), [3, 2, 4]);
  assert.deepEqual(ranked({ 3: 0b111 }), [3]);
});

test("the person comes before the agent, and the agent before a tool", () => {
  const facts = { 1: { role: "tool" }, 4: { role: "agent" } } as const;
  assert.deepEqual(ranked({ 1: 0b111, 4: 0b111, 7: 0b111 }, { facts }), [7, 4, 1]);
});

test("if a time is asked for, a text with a time comes first", () => {
  const facts = { 4: { traits: TRAIT.time } };
  assert.equal(ranked({ 1: 0b111, 4: 0b111 }, { facts, wanted: TRAIT.time })[0], 4);
  assert.equal(ranked({ 1: 0b111, 4: 0b111 }, { facts })[0], 1);
});

test("a row that is only close in meaning is a candidate", () => {
  assert.ok(ranked({ 1: 0b111 }, { cosines: { 7: 0.9 } }).includes(7));
});

test("of two rows with the same words, the one whose neighbours are close in meaning comes first", () => {
  assert.deepEqual(ranked({ 1: 0b111, 7: 0b111 }, { cosines: { 8: 0.5 } }).slice(0, 2), [7, 1]);
  assert.deepEqual(ranked({ 1: 0b111, 6: 0b111 }, { cosines: { 8: 0.5 } }).slice(0, 2), [6, 1]);
});

test("a note without a word of the query is found by its meaning", () => {
  const facts = { 7: { role: "text" } } as const;
  assert.deepEqual(ranked({ 1: 0b001 }, { facts, cosines: { 7: 0.6 } }).includes(7), true);
  assert.deepEqual(ranked({ 1: 0b001 }, { facts, cosines: { 1: 0.1 } }).includes(7), false);
});
