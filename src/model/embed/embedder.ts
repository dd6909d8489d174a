/** The embedder that the setting `recall.embedder` names: the one port through which meaning is compared. */
import { OldhandError } from "../../core/base/error.ts";
import { type PieceTable, staticEmbedder } from "../../core/search/static-embedder.ts";
import type { Embedder } from "../../core/search/vectors.ts";
import type { Fetch } from "../language-model.ts";
import { readModelName, type Variables } from "../model-name.ts";
import { type MiniLmFiles, minilmEmbedder } from "./minilm.ts";

export type EmbedderParts = {
  readonly variables: Variables;
  readonly privatePatterns: readonly string[];
  readonly pieceTable: () => PieceTable | undefined;
  /** Undefined if MiniLM is not installed. */
  readonly minilm: () => MiniLmFiles | undefined;
  readonly fetch?: Fetch;
  readonly timeoutMs?: number;
};

const TIMEOUT_MS = 20_000;

/** Undefined for words alone; throws if the setting cannot be used, with what to do. */
export async function embedderFor(setting: string, parts: EmbedderParts): Promise<Embedder | undefined> {
  if (setting === "none") return undefined;
  if (setting === "static") {
    const table = parts.pieceTable();
    return table === undefined ? undefined : staticEmbedder(table);
  }
  if (setting === "minilm") {
    const files = parts.minilm();
    if (files !== undefined) return minilmEmbedder(files, parts.pieceTable());
    throw new OldhandError(
      "invalid",
      "recall.embedder is minilm, but MiniLM is not installed. Run `oldhand setup`, or `oldhand config set recall.embedder static`.",
    );
  }
  if (!setting.includes("/"))
    throw new OldhandError(
      "invalid",
      `recall.embedder is ${JSON.stringify(setting)}. Use static, minilm, none, ollama/MODEL or openai-compatible/MODEL@ADDRESS.`,
    );
  const { fetch = globalThis.fetch, timeoutMs = TIMEOUT_MS, variables, privatePatterns } = parts;
  const named = readModelName(setting, variables);
  return (await import("./server-embedder.ts")).serverEmbedder(named, { fetch, timeoutMs, privatePatterns });
}
