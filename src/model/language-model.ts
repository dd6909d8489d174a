/** Opens a model with the AI SDK; provider libraries are loaded at the first call. */
import type { LanguageModel } from "ai";
import type { Fetch } from "./guarded-fetch.ts";
import type { NamedModel } from "./model-name.ts";

type CallSettings = {
  readonly fetch: Fetch;
  /** Input and output together. */
  readonly contextTokens: number;
  readonly mayThink: boolean;
};

export async function languageModel(
  named: NamedModel,
  { fetch, contextTokens, mayThink }: CallSettings,
): Promise<LanguageModel> {
  const { provider, model, address: baseURL } = named;
  // Passed even if empty: without it the libraries would read the environment themselves.
  const apiKey = named.key ?? "";
  switch (provider) {
    case "ollama": {
      const { createOllama } = await import("ai-sdk-ollama");
      return createOllama({ baseURL, fetch, ...(apiKey !== "" && { apiKey }) })(model, {
        // Never true: that is an error for models that cannot think.
        ...(!mayThink && { think: false }),
        // Its own repairs would make calls that the ledger does not count, and invent missing values.
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

/** Ollama silently truncates input over its window, and reloads the model for each new size: so few sizes are used. */
function roomFor(tokens: number): number {
  return Math.max(SMALLEST_WINDOW, 2 ** Math.ceil(Math.log2(tokens)));
}

const SMALLEST_WINDOW = 4096;
