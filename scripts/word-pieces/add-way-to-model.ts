/**
 * After the table: the linear way from its vectors to MiniLM's, at the end of data/word-pieces.bin. With it, a question that
 * was embedded by the table is compared with stored vectors of MiniLM. A tenth of the sentences is kept to measure it.
 *   node scripts/word-pieces/add-way-to-model.ts sentences.txt vectors/ data/word-pieces.bin
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { staticEmbedder } from "../../src/core/search/static-embedder.ts";
import { dot, normalized, toBytes } from "../../src/core/search/vectors.ts";
import { openPieceTable } from "../../src/store/piece-table.ts";
import { solveLinear } from "./solve-linear.ts";

const [input = "", vectors = "", path = ""] = process.argv.slice(2);
const TO = 384;
const RIDGE = 1;
/** More than enough for so few weights. */
const MOST_SENTENCES = 20_000;
const HEADER_WORDS = 4;

const { embed, dimensions } = staticEmbedder(openPieceTable(path)!);
const known = readFileSync(join(vectors, "sentences.f32"));
const targets = new Float32Array(known.buffer, known.byteOffset, known.length / 4);
const sentences = readFileSync(input, "utf8").split("\n").slice(0, MOST_SENTENCES);
const pairs = ((await embed(sentences)) as Float32Array[])
  .map((vector, at) => ({ vector, target: targets.subarray(at * TO, (at + 1) * TO) }))
  .filter(({ vector }) => vector.some((value) => value !== 0));
const learned = pairs.filter((_, at) => at % 10 > 0);

const rows = fitted();
const bytes = Buffer.concat([
  tableAlone(),
  ...parts().map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength)),
]);
writeFileSync(path, bytes);
const { turn } = openPieceTable(path)!.toModel!;
const unseen = pairs
  .filter((_, at) => at % 10 === 0)
  .map(({ vector, target }) => dot(normalized(turn(vector)), target));
console.log(
  `${learned.length} sentences; cosine with MiniLM's vectors on ${unseen.length} others: ${(unseen.reduce((a, b) => a + b, 0) / unseen.length).toFixed(3)}`,
);

/** Least squares with a ridge: for each dimension of the model, a weight for each of the table, and an offset. */
function fitted(): Float64Array[] {
  const size = dimensions + 1;
  const matrix = Array.from({ length: size }, (_, n) =>
    Float64Array.from({ length: size }, (__, m) => (n === m && n < dimensions ? RIDGE : 0)),
  );
  const rights = Array.from({ length: size }, () => new Float64Array(TO));
  for (const { vector, target } of learned) {
    const values = [...vector, 1];
    for (let n = 0; n < size; n++) {
      for (let m = 0; m < size; m++) matrix[n]![m]! += values[n]! * values[m]!;
      for (let of = 0; of < TO; of++) rights[n]![of]! += values[n]! * target[of]!;
    }
  }
  const solved = solveLinear(matrix, rights);
  return Array.from({ length: TO }, (_, of) => Float64Array.from(solved, (row) => row[of]!));
}

function parts(): (Uint32Array | Float32Array | Int8Array)[] {
  const weights = rows.map((row) => Float32Array.from(row.subarray(0, dimensions)));
  return [
    new Uint32Array([TO]),
    Float32Array.from(rows, (row) => row[dimensions]!),
    Float32Array.from(weights, (row) => row.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127),
    ...weights.map(toBytes),
  ];
}

/** Without a way that was added before. */
function tableAlone(): Buffer {
  const table = readFileSync(path);
  const [, , count = 0] = new Uint32Array(table.buffer, table.byteOffset, HEADER_WORDS);
  return table.subarray(0, (HEADER_WORDS + 2 * count) * 4 + count * dimensions);
}
