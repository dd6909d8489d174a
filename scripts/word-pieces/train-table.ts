/**
 * Last step to data/word-pieces.bin: vectors of word pieces whose sum points where MiniLM's vector of the sentence points.
 *   node scripts/word-pieces/train-table.ts sentences.txt vectors/ data/word-pieces.bin
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dot } from "../../src/core/search/vectors.ts";
import { wordPieces } from "../../src/core/text/word-pieces.ts";
import { principalAxes } from "./principal-axes.ts";
import { tableBytes } from "./table-bytes.ts";

const [input = "", vectors = "", out = ""] = process.argv.slice(2);
const FROM = 384;
const TO = 128;
const MOST_PIECES = 126;
const EPOCHS = 15;
const RATE = 0.05;
/** How much a piece is drawn back to where it started. */
const PULL = 0.0005;
/** Frequent pieces say little: the weight at the start is a / (a + share). */
const FREQUENT = 1e-3;
const LEARNED_SHARE = 0.96;

const pieces: string[] = JSON.parse(readFileSync(join(vectors, "pieces.json"), "utf8"));
const numberOf = new Map(pieces.map((piece, at) => [piece, at]));
const ofSentences = floats(join(vectors, "sentences.f32"));
const sentences = readFileSync(input, "utf8")
  .split("\n")
  .map((text) =>
    Int32Array.from(
      wordPieces(text, (piece) => numberOf.has(piece), MOST_PIECES),
      (piece) => numberOf.get(piece)!,
    ),
  );
let seed = 7;

const { mean, axes } = principalAxes(ofSentences, { from: FROM, to: TO, random });
const targets = projected(ofSentences);
const start = weighed(projected(floats(join(vectors, "pieces.f32"))));
const table = start.slice();
const learned = Math.floor(sentences.length * LEARNED_SHARE);
console.log(`agreement on unseen sentences at the start: ${agreement().toFixed(4)}`);
learn();
console.log(`after learning: ${agreement().toFixed(4)}`);
writeFileSync(out, tableBytes(pieces, table, TO));

function floats(path: string): Float32Array {
  const { buffer, byteOffset, length } = readFileSync(path);
  return new Float32Array(buffer, byteOffset, length / 4);
}

function random(): number {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 32;
}

/** Vectors on the axes, each of length 1. */
function projected(all: Float32Array): Float32Array {
  const found = new Float32Array((all.length / FROM) * TO);
  for (let at = 0; at * FROM < all.length; at++) {
    const own = all.subarray(at * FROM, (at + 1) * FROM).map((value, n) => value - mean[n]!);
    const on = found.subarray(at * TO, (at + 1) * TO);
    for (const [n, axis] of axes.entries()) on[n] = dot(own, axis);
    const length = Math.sqrt(dot(on, on));
    for (let n = 0; n < TO; n++) on[n]! /= length;
  }
  return found;
}

function weighed(all: Float32Array): Float32Array {
  const counts = new Float64Array(pieces.length);
  let total = 0;
  for (const sentence of sentences) {
    for (const piece of sentence) counts[piece]! += 1;
    total += sentence.length;
  }
  return all.map((value, at) => (value * FREQUENT) / (FREQUENT + counts[Math.floor(at / TO)]! / total));
}

/** The sum of the pieces, of length 1. */
function embed(sentence: Int32Array, sum: Float32Array): void {
  sum.fill(0);
  for (const piece of sentence) for (let n = 0; n < TO; n++) sum[n]! += table[piece * TO + n]!;
  const length = Math.sqrt(dot(sum, sum));
  for (let n = 0; n < TO; n++) sum[n]! /= length;
}

/** The average cosine with MiniLM's vector on the axes. */
function agreement(): number {
  const sum = new Float32Array(TO);
  const cosines = sentences.slice(learned).flatMap((sentence, at) => {
    if (sentence.length === 0) return [];
    embed(sentence, sum);
    return [dot(sum, targets.subarray((learned + at) * TO, (learned + at + 1) * TO))];
  });
  return cosines.reduce((a, b) => a + b, 0) / cosines.length;
}

/** Ascends the cosine, one sentence at a time; pieces that were moved often move less (Adagrad). */
function learn(): void {
  const moved = new Float32Array(pieces.length).fill(1e-2);
  const order = Int32Array.from({ length: learned }, (_, at) => at);
  const [sum, slope] = [new Float32Array(TO), new Float32Array(TO)];
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (let at = learned - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1));
      [order[at], order[other]] = [order[other]!, order[at]!];
    }
    const rate = RATE * (1 - epoch / EPOCHS);
    for (const at of order) {
      const sentence = sentences[at]!;
      if (sentence.length === 0) continue;
      embed(sentence, sum);
      const target = targets.subarray(at * TO, (at + 1) * TO);
      const cosine = dot(sum, target);
      for (let n = 0; n < TO; n++) slope[n] = target[n]! - cosine * sum[n]!;
      const size = dot(slope, slope);
      for (const piece of sentence) {
        moved[piece]! += size;
        const step = rate / Math.sqrt(moved[piece]!);
        for (let n = piece * TO, of = 0; of < TO; n++, of++)
          table[n]! += step * (slope[of]! - PULL * (table[n]! - start[n]!));
      }
    }
  }
}
