/** Opens a model with the AI SDK; provider libraries are loaded at the first call. */
import type { LanguageModel } from "ai";
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

export type Fetch = typeof globalThis.fetch;

/** What the server answered, whatever a provider's library makes of it. */
export type Seen = {
  status?: number;
  /** How long the server asks to wait. */
  retryAfterMs?: number;
  isTooLong: boolean;
};

const LONGEST_ANSWER_BYTES = 2 * 1024 * 1024;

/** Applies the signal here because not every library passes it on. */
export function guardedFetch(fetch: Fetch, signal: AbortSignal): { fetch: Fetch; seen: Readonly<Seen> } {
  const seen: Seen = { isTooLong: false };
  const guarded: Fetch = async (input, init) => {
    // A redirect would send the text of a session to another server.
    const signals = init?.signal ? [signal, init.signal] : [signal];
    const response = await fetch(input, { ...init, signal: AbortSignal.any(signals), redirect: "error" });
    seen.status = response.status;
    const retryAfterMs = pauseAsked(response.headers);
    if (retryAfterMs !== undefined) seen.retryAfterMs = retryAfterMs;
    if (response.body === null) return response;
    let bytes = 0;
    const limited = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          bytes += chunk.byteLength;
          seen.isTooLong ||= bytes > LONGEST_ANSWER_BYTES;
          if (seen.isTooLong) controller.error(new Error("The answer is too long."));
          else controller.enqueue(chunk);
        },
      }),
    );
    const { status, statusText, headers } = response;
    return new Response(limited, { status, statusText, headers });
  };
  return { fetch: guarded, seen };
}

/** Both forms that servers use; a date is ignored, because this file reads no clock. */
function pauseAsked(headers: Headers): number | undefined {
  const ms = Number(headers.get("retry-after-ms") ?? Number.NaN);
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  const asked = Number.isFinite(ms) ? ms : seconds * 1000;
  return Number.isFinite(asked) && asked >= 0 ? asked : undefined;
}
