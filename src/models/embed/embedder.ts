/** The embedder that the setting `recall.embedder` names: the one port through which meaning is compared. */

import { OldhandError } from "../../core/base/error.ts";
import type { Variables } from "../../core/base/home-folder.ts";
import { type PieceTable, staticEmbedder } from "../../core/search/static-embedder.ts";
import type { Embedder } from "../../core/search/vectors.ts";
import { readModelName } from "../model-name.ts";
import type { Fetch } from "../model-server.ts";

export type EmbedderParts = {
  readonly variables: Variables;
  readonly privatePatterns: readonly string[];
  readonly pieceTable: () => PieceTable | undefined;
  /** Where the package that runs models in this process may be installed. */
  readonly directory: string;
  readonly fetch?: Fetch;
  readonly timeoutMs?: number;
};

const TIMEOUT_MS = 20_000;
const TRANSFORMERS = "transformers:";
/** What earlier versions installed by themselves under this name. */
const FORMER_MINILM = "transformers:Xenova/all-MiniLM-L6-v2";

/** Undefined for words alone; throws if the setting cannot be used, with what to do. */
export async function embedderFor(setting: string, parts: EmbedderParts): Promise<Embedder | undefined> {
  if (setting === "none") return undefined;
  if (setting === "static") {
    const table = parts.pieceTable();
    return table === undefined ? undefined : staticEmbedder(table);
  }
  const local = setting === "minilm" ? FORMER_MINILM : setting;
  if (local.startsWith(TRANSFORMERS)) {
    const { transformersEmbedder } = await import("./transformers-embedder.ts");
    const { directory } = parts;
    return transformersEmbedder(local.slice(TRANSFORMERS.length), { directory, table: parts.pieceTable() });
  }
  if (!setting.includes("/"))
    throw new OldhandError(
      "invalid",
      `recall.embedder is ${JSON.stringify(setting)}. Use static, none, transformers:MODEL, ollama/MODEL or openai-compatible/MODEL@ADDRESS.`,
    );
  const { fetch = globalThis.fetch, timeoutMs = TIMEOUT_MS, variables, privatePatterns } = parts;
  const named = readModelName(setting, variables);
  return (await import("./server-embedder.ts")).serverEmbedder(named, { fetch, timeoutMs, privatePatterns });
}
