import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { test } from "node:test";
import { keyedHash, sha256 } from "../../../src/core/base/hash.ts";

const LENGTHS = Array.from({ length: 300 }, (_, length) => length);
const ALPHABET = ["a", "ü", "漢", "🌾", "\0", "~"];

function textOf(length: number): string {
  return Array.from({ length }, (_, at) => ALPHABET[(at * 7 + length) % ALPHABET.length]).join("");
}

test("a hash is SHA-256, whichever way it was made", () => {
  for (const text of LENGTHS.map(textOf)) {
    assert.equal(sha256(text), createHash("sha256").update(text).digest("hex"), `${text.length} letters`);
    const bytes = Buffer.from(text);
    assert.equal(sha256(bytes), createHash("sha256").update(bytes).digest("hex"), `${bytes.length} bytes`);
  }
});

test("a keyed hash is HMAC-SHA-256, whichever way it was made", () => {
  for (const length of LENGTHS) {
    const [key, text] = [textOf(length % 70), textOf(length)];
    assert.equal(keyedHash(key, text), createHmac("sha256", key).update(text).digest("hex"), `${length}`);
  }
});
