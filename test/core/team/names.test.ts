import assert from "node:assert/strict";
import { test } from "node:test";
import { looksLike, nameProblem } from "../../../src/core/team/names.ts";

test("ordinary names of any alphabet are taken", () => {
  for (const name of [
    "Ana",
    "Анна Петрова",
    "李小龍",
    "Kim 김민준",
    "José O'Neill-Müller",
    "Ελένη",
    "db01.eu-west",
    "ひなたA",
    "نور",
  ])
    assert.equal(nameProblem(name), undefined, name);
});

test("names with invisible characters, without letters, or with letters of two alphabets in a word are refused", () => {
  for (const name of [
    "Ana\0",
    "An\u200ba",
    "Ana\u202e",
    "Ana\nBen",
    "\u2800",
    "---",
    "Аna",
    "Anа",
    "Gοogle",
    "ραypal",
    "\ue000a",
  ])
    assert.ok(nameProblem(name) !== undefined, JSON.stringify(name));
});

test("a name looks like another that has the same shape, and not like one that has not", () => {
  for (const [one, other] of [
    ["Ana", "ana"],
    ["Alice", "AIice"],
    ["Alice", "A1ice"],
    ["Oscar", "0scar"],
    ["Еее", "Eee"],
    ["асе", "ace"],
    ["Ａｎａ", "Ana"],
    ["Anɑ", "Ana"],
    ["ᴀɴᴀ", "ANA"],
    ["ꓮꓠꓮ", "ANA"],
    ["ᏟᎪ", "CA"],
  ] as const)
    assert.ok(looksLike(one, other), `${one} ${other}`);
  for (const [one, other] of [
    ["Ana", "Anna"],
    ["Ian", "Lan"],
    ["Анна", "Anna"],
  ] as const)
    assert.ok(!looksLike(one, other), `${one} ${other}`);
});
