/** A model as a setting names it: `provider/model`, and `@address` where it is not at the provider's usual one. */

import { OldhandError } from "../core/base/error.ts";
import { withoutEnd } from "../core/text/words.ts";

export type Variables = Readonly<Record<string, string | undefined>>;

type Provider = keyof typeof PROVIDERS;

export type NamedModel = {
  readonly provider: Provider;
  readonly model: string;
  /** Without a slash at its end. */
  readonly address: string;
  /** From the environment, never from a file. */
  readonly key: string | undefined;
};

type Place = {
  /** The variable that holds the address, for those who set it for other programs too. */
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
} as const satisfies Record<string, Place>;

/** Reads a setting such as `ollama/qwen3:8b` or `openai-compatible/llama@http://127.0.0.1:8080/v1`. */
export function readModelName(setting: string, variables: Variables): NamedModel {
  const [, provider = "", model = "", given] = /^([a-z-]+)\/(.+?)(?:@(https?:\/\/\S+))?$/.exec(setting.trim()) ?? [];
  if (!isProvider(provider)) throw unreadable(setting);
  const place: Place = PROVIDERS[provider];
  const address = given ?? variables[place.addressIn] ?? place.address;
  if (!address) {
    throw new OldhandError(
      "invalid",
      `${setting} does not say where its server is. Write ${setting}@http://127.0.0.1:8080/v1, or set ${place.addressIn}.`,
    );
  }
  return { provider, model, address: checkedAddress(address), key: variables[place.keyIn] || undefined };
}

function isProvider(text: string): text is Provider {
  return Object.hasOwn(PROVIDERS, text);
}

/** Takes an address without its scheme, as OLLAMA_HOST often is, and one to listen on for the one to call. */
function checkedAddress(text: string): string {
  const whole = text.includes("://") ? text : `http://${text}`;
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new OldhandError("invalid", "The address of a model server has to start with http:// or https://.");
  if (url.username !== "" || url.password !== "")
    throw new OldhandError(
      "invalid",
      "The address of a model server may hold no password: keys stand in the environment.",
    );
  if (url.hostname === "0.0.0.0") url.hostname = "127.0.0.1";
  if (!text.includes("://") && url.port === "") url.port = "11434";
  return withoutEnd(url.href, "/");
}

function unreadable(setting: string): OldhandError {
  return new OldhandError(
    "invalid",
    `A model is named as provider/model, such as ollama/qwen3:8b, with one of ${Object.keys(PROVIDERS).join(", ")}; ${JSON.stringify(setting)} is not.`,
  );
}
