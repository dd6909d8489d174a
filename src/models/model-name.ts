/** Reads a model setting: `provider/model`, plus `@address` if it is not at the provider's default address. */

import { OldhandError } from "../core/base/error.ts";
import type { Variables } from "../core/base/home-folder.ts";
import { listOf } from "../core/text/wording.ts";
import { withoutEnd } from "../core/text/words.ts";

type Provider = keyof typeof PROVIDERS;

export type NamedModel = {
  readonly provider: Provider;
  readonly model: string;
  /** Without a slash at its end. */
  readonly address: string;
  /** From the environment, never from a file. */
  readonly key: string | undefined;
};

type ProviderRow = {
  /** The environment variable that other programs use for the address. */
  readonly addressIn: string;
  readonly address?: string;
  readonly keyIn: string;
  readonly needsKey: boolean;
};

export const PROVIDERS = {
  ollama: {
    addressIn: "OLLAMA_HOST",
    address: "http://127.0.0.1:11434",
    keyIn: "OLLAMA_API_KEY",
    needsKey: false,
  },
  "openai-compatible": { addressIn: "OPENAI_BASE_URL", keyIn: "OPENAI_API_KEY", needsKey: false },
  anthropic: {
    addressIn: "ANTHROPIC_BASE_URL",
    address: "https://api.anthropic.com/v1",
    keyIn: "ANTHROPIC_API_KEY",
    needsKey: true,
  },
} as const satisfies Record<string, ProviderRow>;

/** Reads a setting such as `ollama/qwen3:8b` or `openai-compatible/llama@http://127.0.0.1:8080/v1`. */
export function readModelName(setting: string, variables: Variables): NamedModel {
  const [, provider = "", model = "", given] = /^([a-z-]+)\/(.+?)(?:@(https?:\/\/\S+))?$/.exec(setting.trim()) ?? [];
  if (!isProvider(provider)) throw unreadable(setting);
  const row: ProviderRow = PROVIDERS[provider];
  const address = given ?? variables[row.addressIn] ?? row.address;
  if (!address) {
    throw new OldhandError(
      "invalid",
      `${setting} has no server address. Write ${setting}@http://127.0.0.1:8080/v1, or set ${row.addressIn}.`,
    );
  }
  return { provider, model, address: checkedAddress(address), key: variables[row.keyIn] || undefined };
}

function isProvider(text: string): text is Provider {
  return Object.hasOwn(PROVIDERS, text);
}

/** Accepts an address without a scheme, as OLLAMA_HOST often is, and turns the listen address 0.0.0.0 into 127.0.0.1. */
function checkedAddress(text: string): string {
  const full = text.includes("://") ? text : `http://${text}`;
  const url = URL.canParse(full) ? new URL(full) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new OldhandError("invalid", "The address of a model server must start with http:// or https://.");
  if (url.username !== "" || url.password !== "")
    throw new OldhandError(
      "invalid",
      "The address of a model server must not contain a password. Put the key in the environment.",
    );
  if (url.hostname === "0.0.0.0") url.hostname = "127.0.0.1";
  if (!text.includes("://") && url.port === "") url.port = "11434";
  return withoutEnd(url.href, "/");
}

function unreadable(setting: string): OldhandError {
  return new OldhandError(
    "invalid",
    `A model is written as provider/model, such as ollama/qwen3:8b, not ${JSON.stringify(setting)}. Providers: ${listOf(Object.keys(PROVIDERS))}.`,
  );
}
