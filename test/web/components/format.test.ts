import assert from "node:assert/strict";
import { test } from "node:test";
import { counted, repeats, visible } from "../../../web/components/format.ts";

test("counts agree with their noun", () => {
  assert.equal(counted(1, "command"), "1 command");
  assert.equal(counted(10_000, "command"), "10,000 commands");
});

test("a key is left out only if its text already has all of its words", () => {
  assert.equal(repeats("rye-hours", "The rye recipe needs 18 hours"), true);
  assert.equal(repeats("npm run taste 55543702a672", "`npm run taste` failed"), true);
  assert.equal(repeats("morning-batch", "npm run knead → npm run taste"), false);
});

test("characters that are invisible or reorder text are shown by their code", () => {
  assert.equal(visible("rm\u202e \u200bx"), "rm⟨U+202E⟩ ⟨U+200B⟩x");
});
