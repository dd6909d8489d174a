/** A named model as the AI SDK speaks to it; its libraries are loaded when the first call is made. */
import type { LanguageModel } from "ai";
import type { Fetch } from "./guarded-fetch.ts";
import type { NamedModel } from "./model-name.ts";

type CallSettings = {
  readonly fetch: Fetch;
  /** How much the model has to be able to hold: input and output together. */
  readonly contextTokens: number;
  readonly mayThink: boolean;
};

export async function languageModel(
  named: NamedModel,
  { fetch, contextTokens, mayThink }: CallSettings,
): Promise<LanguageModel> {
  const { provider, model, address: baseURL } = named;
  // Given also where it is empty: left out, the libraries would look for one in the environment themselves.
  const apiKey = named.key ?? "";
  switch (provider) {
    case "ollama": {
      const { createOllama } = await import("ai-sdk-ollama");
      return createOllama({ baseURL, fetch, ...(apiKey !== "" && { apiKey }) })(model, {
        // Left out, it is for the model to say; true would be an error with models that cannot.
        ...(!mayThink && { think: false }),
        // Its own repairs call the model again behind the ledger's back, and fill gaps with values of their own.
        reliableObjectGeneration: false,
        options: { num_ctx: roomFor(contextTokens) },
      });
    }
    case "openai-compatible": {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      const settings = { name: provider, baseURL, fetch, supportsStructuredOutputs: true };
      return createOpenAICompatible({ ...settings, ...(apiKey !== "" && { apiKey }) })(model);
    }
    case "anthropic": {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return createAnthropic({ baseURL, fetch, apiKey })(model);
    }
  }
}

/** Ollama cuts what does not fit its window and says nothing; it loads the model anew for each size, so there are few. */
function roomFor(tokens: number): number {
  return Math.max(SMALLEST_WINDOW, 2 ** Math.ceil(Math.log2(tokens)));
}

const SMALLEST_WINDOW = 4096;
