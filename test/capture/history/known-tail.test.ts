/** In a history without times, the new commands are those after the known tail. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { afterKnownTail } from "../../../src/capture/history/import-history.ts";

const CASES: readonly { name: string; now: string; tail: string; fresh: string }[] = [
  { name: "nothing new", now: "a b c", tail: "b c", fresh: "" },
  { name: "appended", now: "a b c d e", tail: "b c", fresh: "d e" },
  { name: "trimmed at the head", now: "c d e", tail: "a b c", fresh: "d e" },
  { name: "nothing known before", now: "a b", tail: "", fresh: "a b" },
  { name: "another file", now: "x y z", tail: "a b c", fresh: "x y z" },
  { name: "the tail's last command came again", now: "a b c d c", tail: "a b c", fresh: "d c" },
  { name: "an earlier repeat was erased", now: "a c d b", tail: "a b c d", fresh: "b" },
  { name: "one command over and over counts none twice", now: "a a a a a", tail: "a a a", fresh: "" },
  { name: "the longest end found decides", now: "b c x a b c y", tail: "a b c", fresh: "y" },
  { name: "an empty file", now: "", tail: "a", fresh: "" },
];

const words = (text: string) => text.split(" ").filter(Boolean);

for (const { name, now, tail, fresh } of CASES) {
  test(`known tail: ${name}`, () => {
    const from = afterKnownTail(words(now), words(tail));
    assert.deepEqual(words(now).slice(from), words(fresh));
  });
}
