/** Embeds texts with MiniLM in this process, by ONNX Runtime; both are an optional install. */
import { createRequire } from "node:module";
import { MINILM, type PieceTable, queryByTable } from "../../core/search/static-embedder.ts";
import { type Embedder, normalized } from "../../core/search/vectors.ts";
import { wordPieces } from "../../core/text/word-pieces.ts";

export type MiniLmFiles = {
  /** The folder of the package `onnxruntime-node`. */
  readonly runtime: string;
  readonly model: string;
  readonly vocabulary: () => Readonly<Record<string, number>>;
};

const DIMENSIONS = 384;
/** What the model was trained with; the rest of a longer text is left out. */
const MOST_PIECES = 126;
const [START, END] = ["[CLS]", "[SEP]"];

export function minilmEmbedder(files: MiniLmFiles, table?: PieceTable): Embedder {
  const byTable = table === undefined ? undefined : queryByTable(table, MINILM);
  let opened: ReturnType<typeof open> | undefined;
  return {
    name: MINILM,
    dimensions: DIMENSIONS,
    isQuick: false,
    ...(byTable !== undefined && { queryByTable: byTable }),
    async embed(texts, signal) {
      opened ??= open(files);
      const embedOne = await opened;
      const found: Float32Array[] = [];
      // One by one: the model's bytes are scaled by all texts of a batch, and a vector must not depend on its neighbours.
      for (const text of texts) {
        signal?.throwIfAborted();
        found.push(await embedOne(text));
      }
      return found;
    },
  };
}

/** The part of ONNX Runtime that is used here: it is not a dependency, so its types are not there. */
type Runtime = {
  readonly InferenceSession: {
    create(model: string, options: object): Promise<{ run(feeds: object): Promise<Readonly<Record<string, Tensor>>> }>;
  };
  readonly Tensor: new (type: "int64", data: BigInt64Array, shape: readonly number[]) => Tensor;
};
type Tensor = { readonly data: ArrayLike<number> };

async function open({ runtime, model, vocabulary }: MiniLmFiles): Promise<(text: string) => Promise<Float32Array>> {
  const { InferenceSession, Tensor } = createRequire(`${runtime}/`)(runtime) as Runtime;
  // One thread: it runs beside the person's work.
  const session = await InferenceSession.create(model, { intraOpNumThreads: 1, interOpNumThreads: 1 });
  const known = vocabulary();
  const has = (piece: string): boolean => Object.hasOwn(known, piece);
  return async (text) => {
    const pieces = [START, ...wordPieces(text, has, MOST_PIECES), END];
    const shape = [1, pieces.length];
    const numbers = (value: (piece: string) => number) =>
      new Tensor(
        "int64",
        BigInt64Array.from(pieces, (piece) => BigInt(value(piece))),
        shape,
      );
    const { last_hidden_state: hidden } = await session.run({
      input_ids: numbers((piece) => known[piece]!),
      attention_mask: numbers(() => 1),
      token_type_ids: numbers(() => 0),
    });
    return normalized(sumOf(hidden!.data, pieces.length));
  };
}

function sumOf(hidden: ArrayLike<number>, rows: number): Float32Array {
  const sum = new Float32Array(DIMENSIONS);
  for (let row = 0; row < rows; row++)
    for (let at = 0; at < DIMENSIONS; at++) sum[at]! += hidden[row * DIMENSIONS + at]!;
  return sum;
}
