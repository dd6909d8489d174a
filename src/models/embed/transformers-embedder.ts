/** Embeds texts in this process by `@huggingface/transformers`, an optional package, with any of its models for that. */
import { createRequire } from "node:module";
import { basename, dirname, isAbsolute } from "node:path";
import { OldhandError } from "../../core/base/error.ts";
import { MINILM, type PieceTable, queryByTable } from "../../core/search/static-embedder.ts";
import { type Embedder, normalized } from "../../core/search/vectors.ts";

const PACKAGE = "@huggingface/transformers";

type TransformersPlace = {
  /** Where the package may be installed, if it is not beside oldhand. */
  readonly directory: string;
  readonly table: PieceTable | undefined;
};

/** `model`: a name that the package knows, whose files it fetches once and keeps, or the path of a folder with the files. */
export function transformersEmbedder(model: string, { directory, table }: TransformersPlace): Embedder {
  const name = basename(model) === "all-MiniLM-L6-v2" ? MINILM : `transformers/${model}`;
  const byTable = table === undefined ? undefined : queryByTable(table, name);
  let opened: ReturnType<typeof open> | undefined;
  return {
    name,
    // Known once the model has answered.
    dimensions: 0,
    isQuick: false,
    ...(byTable !== undefined && { queryByTable: byTable }),
    async embed(texts, signal) {
      opened ??= open(model, directory);
      opened.catch(() => {
        // What was missing may be installed while a server runs.
        opened = undefined;
      });
      const embedOne = await opened;
      const found: Float32Array[] = [];
      // One by one: quantized models scale by all texts of a batch, and a vector must not depend on its neighbours.
      for (const text of texts) {
        signal?.throwIfAborted();
        found.push(normalized(await embedOne(text)));
      }
      return found;
    },
  };
}

/** The part of the package that is used here: it is not a dependency, so its types are not there. */
type Transformers = {
  readonly env: { localModelPath: string; allowRemoteModels: boolean };
  pipeline(task: "feature-extraction", model: string, options: object): Promise<Extractor>;
};
type Extractor = (text: string, options: object) => Promise<{ readonly data: ArrayLike<number> }>;

async function open(model: string, directory: string): Promise<(text: string) => Promise<Float32Array>> {
  const { env, pipeline } = await loadPackage(directory);
  if (isAbsolute(model)) {
    env.localModelPath = `${dirname(model)}/`;
    env.allowRemoteModels = false;
  }
  const name = isAbsolute(model) ? basename(model) : model;
  // One thread: it runs beside the person's work.
  const options = { session_options: { intraOpNumThreads: 1, interOpNumThreads: 1 } };
  const extract = await pipeline("feature-extraction", name, { dtype: "q8", ...options })
    // Not every model has a quantized file.
    .catch(() => pipeline("feature-extraction", name, { dtype: "fp32", ...options }))
    .catch((cause: unknown) => {
      const why = cause instanceof Error ? cause.message.split("\n")[0] : String(cause);
      throw new OldhandError("io", `${PACKAGE} could not open the model ${model}: ${why}`, { cause });
    });
  return async (text) => Float32Array.from((await extract(text, { pooling: "mean", normalize: true })).data);
}

async function loadPackage(directory: string): Promise<Transformers> {
  try {
    return (await import(PACKAGE)) as Transformers;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  try {
    return createRequire(`${directory}/`)(PACKAGE) as Transformers;
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new OldhandError(
      "invalid",
      `recall.embedder needs ${PACKAGE}, which is not installed. Run \`npm install --prefix ${directory} ${PACKAGE}\`, or \`oldhand config set recall.embedder static\`.`,
      { cause: error },
    );
  }
}

function isMissing(error: unknown): boolean {
  const { code, message = "" } = error as { readonly code?: string; readonly message?: string };
  return (code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND") && message.includes(PACKAGE);
}
