/** Embeds texts with a server that the person chose: Ollama, or one that speaks OpenAI's protocol. */
import type { EmbeddingModel } from "ai";
import { OldhandError } from "../../core/base/error.ts";
import { screen } from "../../core/screen/clean.ts";
import { type Embedder, normalized } from "../../core/search/vectors.ts";
import { type Fetch, guardedFetch } from "../language-model.ts";
import type { NamedModel } from "../model-name.ts";

type ServerOptions = { readonly fetch: Fetch; readonly timeoutMs: number; readonly privatePatterns: readonly string[] };

export function serverEmbedder(named: NamedModel, { fetch, timeoutMs, privatePatterns }: ServerOptions): Embedder {
  const name = `${named.provider}/${named.model}`;
  return {
    name,
    // Known once the server has answered.
    dimensions: 0,
    isQuick: false,
    async embed(texts, signal) {
      const timeout = AbortSignal.timeout(timeoutMs);
      const both = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
      const { embedMany } = await import("ai");
      const model = await embeddingModel(named, guardedFetch(fetch, both).fetch);
      // Stored text was screened before; a question was not.
      const values = texts.map((text) => screen(text, { privatePatterns }).text || " ");
      try {
        const { embeddings } = await embedMany({ model, values, maxRetries: 0, abortSignal: both });
        return embeddings.map((vector) => normalized(Float32Array.from(vector)));
      } catch (error) {
        throw unavailable(name, named.address, error);
      }
    },
  };
}

async function embeddingModel({ provider, model, address, key }: NamedModel, fetch: Fetch): Promise<EmbeddingModel> {
  const settings = { baseURL: address, fetch, ...(key !== undefined && { apiKey: key }) };
  switch (provider) {
    case "ollama":
      return (await import("ai-sdk-ollama")).createOllama(settings).embeddingModel(model);
    case "openai-compatible":
      return (await import("@ai-sdk/openai-compatible"))
        .createOpenAICompatible({ ...settings, name: provider })
        .embeddingModel(model);
    case "anthropic":
      throw new OldhandError("invalid", "Anthropic has no embedding models. Use ollama/… or openai-compatible/….");
  }
}

function unavailable(name: string, address: string, cause: unknown): OldhandError {
  const why = screen(cause instanceof Error ? cause.message : String(cause)).text.slice(0, MOST_REASON);
  return new OldhandError("io", `${name} at ${address} did not embed the text: ${why}`, { cause });
}

const MOST_REASON = 200;
