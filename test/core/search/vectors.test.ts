import assert from "node:assert/strict";
import { test } from "node:test";
import { bitScorer, dot, lengthAt, normalized, productAt, toBits, toBytes } from "../../../src/core/search/vectors.ts";
import { wordPieces } from "../../../src/core/text/word-pieces.ts";

const vector = (seed: number) =>
  normalized(Float32Array.from({ length: 128 }, (_, at) => Math.sin(seed * 12.9 + at * 78.2)));

test("bytes keep the angle between two vectors", () => {
  const [a, b] = [vector(1), vector(1.3)];
  const stored = Int8Array.from([...toBytes(vector(5)), ...toBytes(b)]);
  assert.ok(Math.abs(productAt(a, stored, 128) / lengthAt(stored, 128, 128) - dot(a, b)) < 0.01);
  assert.equal(lengthAt(new Int8Array(128), 0, 128), 0);
});

test("bits order vectors as their angles do, if these are far apart", () => {
  const query = vector(1);
  const [same, other] = [toBits(query), toBits(query.map((value) => -value))];
  const score = bitScorer(query);
  const both = Uint8Array.from([...same, ...other]);
  assert.ok(score(both, 0) > 0 && score(both, 16) < 0);
});

test("a word is cut into the longest pieces that are known; one with an unknown part is left out", () => {
  const known = new Set(["re", "##fact", "##or", "cafe", "部", "!"]);
  const has = (piece: string): boolean => known.has(piece);
  assert.deepEqual(wordPieces("Refactor Café! zebra 部署", has), ["re", "##fact", "##or", "cafe", "!", "部"]);
  assert.deepEqual(wordPieces("re re re", has, 2), ["re", "re"]);
});
