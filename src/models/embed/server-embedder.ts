/** Embeds texts with a server that the person chose: Ollama, or one that speaks OpenAI's protocol. */
import { OldhandError } from "../../core/base/error.ts";
import { screen } from "../../core/screen/clean.ts";
import { type Embedder, normalized } from "../../core/search/vectors.ts";
import type { NamedModel } from "../model-name.ts";
import { type Fetch, post, problemIn } from "../model-server.ts";

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
      // Stored text was screened before; a question was not.
      const input = texts.map((text) => screen(text, { privatePatterns }).text || " ");
      try {
        const { status, text = "" } = await post(named, pathFor(named), { input }, { fetch, signal: both });
        if (status >= 300) throw new Error(`it answered ${status}: ${problemIn(text)}`);
        const { embeddings, data } = JSON.parse(text) as Vectors;
        const vectors = embeddings ?? data!.toSorted((a, b) => a.index - b.index).map(({ embedding }) => embedding);
        if (vectors.length !== texts.length) throw new Error("it left out a text");
        return vectors.map((vector) => normalized(Float32Array.from(vector)));
      } catch (error) {
        throw unavailable(name, named.address, error);
      }
    },
  };
}

/** As Ollama answers, or as others do. */
type Vectors = {
  readonly embeddings?: readonly (readonly number[])[];
  readonly data?: readonly { readonly index: number; readonly embedding: readonly number[] }[];
};

function pathFor({ provider }: NamedModel): string {
  if (provider === "anthropic")
    throw new OldhandError("invalid", "Anthropic has no embedding models. Use ollama/… or openai-compatible/….");
  return provider === "ollama" ? "/api/embed" : "/embeddings";
}

function unavailable(name: string, address: string, cause: unknown): OldhandError {
  const why = screen(cause instanceof Error ? cause.message : String(cause)).text.slice(0, MOST_REASON);
  return new OldhandError("io", `${name} at ${address} did not embed the text: ${why}`, { cause });
}

const MOST_REASON = 200;
