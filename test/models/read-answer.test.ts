import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { readAnswer } from "../../src/models/model.ts";

const schema = z.object({ command: z.string() });
const read = (text: string, isVerbatim = false) => readAnswer(text, schema, { isVerbatim });
const ls = { ok: true, value: { command: "ls" } };

const READ: [what: string, text: string][] = [
  ["alone", '{"command":"ls"}'],
  ["in a fence", '```json\n{"command":"ls"}\n```'],
  ["after thoughts", '<think>{"command":"rm"}</think>{"command":"ls"}'],
  ["among words", 'Sure: {"command":"ls"} and that is all. {"command":"rm"}'],
  ["after braces that are no JSON", '{maybe} {"command": rm} then {"command":"ls"}'],
  ["after an opening brace that is never closed", 'a { b {"command":"ls"}'],
];

test("an answer is found inside other text", () => {
  for (const [what, text] of READ) assert.deepEqual(read(text), ls, what);
});

test("braces and quotes inside a string do not end it", () => {
  assert.deepEqual(read('so: {"command":"echo \\"}\\" {"} done'), { ok: true, value: { command: 'echo "}" {' } });
});

test("text without an object, or with too many unreadable ones, is not an answer", () => {
  for (const text of ["", "ls", "{", `${"{x} ".repeat(100)}{"command":"ls"}`])
    assert.deepEqual(read(text), { ok: false, reason: "it is not JSON" }, text);
});

test("an answer that the screen would change is cleaned, or rejected if it is used verbatim", () => {
  for (const command of [
    "ls\\u202e",
    "ls\\u001b[2K",
    "ls\\rrm",
    `echo ghp_${"a1B2c3D4e5F6g7H8i9J0".repeat(2).slice(0, 36)}`,
  ]) {
    const text = `{"command":"${command}"}`;
    assert.equal(read(text).ok, true, command);
    assert.match(JSON.stringify(read(text, true)), /a secret, private text or invisible characters/);
  }
  assert.deepEqual(read('{"command":"ls"}', true), ls);
});
