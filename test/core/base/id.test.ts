import assert from "node:assert/strict";
import { test } from "node:test";
import { derivedId, idMaker, idTime, isId, shortId } from "../../../src/core/base/id.ts";

const NOON = Date.UTC(2026, 2, 1, 12);

/** A clock that shows these times one after the other, and then the last one for ever. */
function clockShowing(...times: readonly number[]): () => number {
  let n = 0;
  return () => times[Math.min(n++, times.length - 1)]!;
}

test("ids made later sort later", () => {
  const newId = idMaker(clockShowing(NOON, NOON + 1, NOON + 1000, NOON + 86_400_000 * 365 * 20));
  const ids = [newId("rec"), newId("rec"), newId("rec"), newId("rec")];
  assert.deepEqual(ids.toSorted(), ids);
});

test("ten thousand ids of one millisecond rise strictly", () => {
  const newId = idMaker(() => NOON);
  const ids = Array.from({ length: 10_000 }, () => newId("rec"));
  assert.deepEqual(ids.toSorted(), ids);
  assert.equal(new Set(ids).size, ids.length);
});

test("ids keep increasing when the clock is set back", () => {
  const newId = idMaker(clockShowing(NOON, NOON - 3_600_000, NOON - 86_400_000));
  const ids = [newId("rec"), newId("rec"), newId("rec")];
  assert.deepEqual(ids.toSorted(), ids);
});

test("a clock set back between two processes still gives ids above the newest known one", () => {
  const before = idMaker(() => NOON)("rec");
  const after = idMaker(() => NOON - 86_400_000, { floorMs: () => idTime(before) })("rec");
  assert.ok(after > before, `${after} comes after ${before}`);
});

test("an id tells its prefix and its time", () => {
  const id = idMaker(() => NOON)("sug");
  assert.match(id, /^sug_[0-9a-z]{18}$/);
  assert.equal(idTime(id), NOON);
  assert.equal(shortId(id), id.slice(-8));
});

test("two makers at one time give different ids", () => {
  assert.notEqual(idMaker(() => NOON)("rec"), idMaker(() => NOON)("rec"));
});

test("an id is valid only with its own prefix", () => {
  const id = idMaker(() => NOON)("rec");
  assert.equal(isId(id), true);
  assert.equal(isId(id, "rec"), true);
  assert.equal(isId(id, "prj"), false);
});

const NO_IDS = [
  "",
  "rec_",
  "rec",
  "../../etc/passwd",
  "rec_../../../../../x",
  "rec_0123456789abcdef0/",
  "rec_0123456789abcdefg\n",
  " rec_0123456789abcdefgh",
  "rec_0123456789abcdefghj",
  "rec_0123456789abcdefg",
  "rec_0123456789abcdefgi", // i, l, o and u are left out of the alphabet
  "rec_0123456789abcdefgl",
  "rec_0123456789abcdefgo",
  "rec_0123456789abcdefgu",
  "REC_0123456789abcdefgh",
  "rec_0123456789ABCDEFGH",
  "rec-0123456789abcdefgh",
  "rec_0123456789abcdefg\0",
  "rec_０１２３４５６７８９abcdefgh",
  "rec_0123456789abcdefg.",
];

for (const text of NO_IDS) {
  test(`${JSON.stringify(text)} is not an id`, () => assert.equal(isId(text), false));
}

test("the same evidence gives the same id, today and on another machine", () => {
  assert.equal(derivedId("prj", "git@example.com:shop"), derivedId("prj", "git@example.com:shop"));
  assert.notEqual(derivedId("prj", "git@example.com:shop"), derivedId("prj", "git@example.com:shops"));
  assert.equal(isId(derivedId("prj", ""), "prj"), true);
  assert.equal(derivedId("rec", "global/notes.md"), "rec_4xp9b1a8bpt8hb7svp");
});
