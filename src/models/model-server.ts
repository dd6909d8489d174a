/** The protocols of model servers: what is asked for an answer or for vectors, and where they are in what comes back. */
import { z } from "zod";
import type { ModelQuestion } from "./call-with-retries.ts";
import type { NamedModel } from "./model-name.ts";

export type Fetch = typeof globalThis.fetch;

type Protocol = {
  readonly path: string;
  readonly body: (question: ModelQuestion, about: { readonly contextTokens: number }) => object;
  /** Reads what comes back. */
  readonly answer: z.ZodType<ServerAnswer>;
};

export type ServerAnswer = {
  readonly text: string;
  readonly inputTokens?: number | null | undefined;
  readonly outputTokens?: number | null | undefined;
  readonly isDeclined?: boolean;
};

const withSystem = ({ system, messages }: ModelQuestion): object[] => [
  ...(system === "" ? [] : [{ role: "system", content: system }]),
  ...messages,
];

const TEXT = z.string().nullish();
const COUNT = z.number().nullish();

/** Anthropic's models give their answer as the input of this tool. */
const TOOL = "json";

export const PROTOCOLS: Readonly<Record<NamedModel["provider"], Protocol>> = {
  ollama: {
    path: "/api/chat",
    body: (question, { contextTokens }) => ({
      messages: withSystem(question),
      stream: false,
      format: schemaOf(question),
      // Never true: that is an error for models that cannot think.
      think: question.mayThink ? undefined : false,
      options: { num_ctx: roomFor(contextTokens), num_predict: question.maxOutputTokens },
    }),
    answer: z
      .object({ message: z.object({ content: TEXT }), prompt_eval_count: COUNT, eval_count: COUNT })
      .transform(({ message, prompt_eval_count: inputTokens, eval_count: outputTokens }) => ({
        text: message.content ?? "",
        inputTokens,
        outputTokens,
      })),
  },
  "openai-compatible": {
    path: "/chat/completions",
    body: (question) => ({
      messages: withSystem(question),
      max_tokens: question.maxOutputTokens,
      response_format: question.schema && {
        type: "json_schema",
        json_schema: { name: "answer", strict: true, schema: schemaOf(question) },
      },
    }),
    answer: z
      .object({
        choices: z.tuple([z.object({ message: z.object({ content: TEXT }), finish_reason: TEXT })]).rest(z.unknown()),
        usage: z.object({ prompt_tokens: COUNT, completion_tokens: COUNT }).nullish(),
      })
      .transform(({ choices: [first], usage }) => ({
        text: first.message.content ?? "",
        inputTokens: usage?.prompt_tokens,
        outputTokens: usage?.completion_tokens,
        isDeclined: first.finish_reason === "content_filter",
      })),
  },
  anthropic: {
    path: "/messages",
    body: (question) => ({
      system: question.system === "" ? undefined : question.system,
      messages: question.messages,
      max_tokens: question.maxOutputTokens,
      ...(question.schema && {
        tools: [{ name: TOOL, description: "Give the answer.", input_schema: schemaOf(question) }],
        tool_choice: { type: "tool", name: TOOL },
      }),
    }),
    answer: z
      .object({
        content: z.array(z.object({ name: TEXT, text: TEXT, input: z.unknown().optional() })),
        usage: z.object({ input_tokens: COUNT, output_tokens: COUNT }).nullish(),
        stop_reason: TEXT,
      })
      .transform(({ content, usage, stop_reason: reason }) => ({
        text: content.map((part) => (part.name === TOOL ? asText(part.input) : (part.text ?? ""))).join(""),
        inputTokens: usage?.input_tokens,
        outputTokens: usage?.output_tokens,
        isDeclined: reason === "refusal",
      })),
  },
};

const asText = (input: unknown): string => (typeof input === "string" ? input : JSON.stringify(input));

function schemaOf({ schema }: ModelQuestion): object | undefined {
  return schema && z.toJSONSchema(schema);
}

/** Ollama silently truncates input over its window, and reloads the model for each new size: so few sizes are used. */
function roomFor(tokens: number): number {
  return Math.max(SMALLEST_WINDOW, 2 ** Math.ceil(Math.log2(tokens)));
}

const SMALLEST_WINDOW = 4096;

export type Reply = {
  readonly status: number;
  /** Undefined if it is too long. */
  readonly text: string | undefined;
  /** How long the server asks to wait. */
  readonly retryAfterMs?: number;
};

type Sending = { readonly fetch: Fetch; readonly signal: AbortSignal };

const LONGEST_ANSWER_BYTES = 2 * 1024 * 1024;

/** Throws if no server answers. */
export async function post(named: NamedModel, path: string, body: object, { fetch, signal }: Sending): Promise<Reply> {
  const { address, key = "", model, provider } = named;
  const keyed =
    provider === "anthropic"
      ? { "x-api-key": key, "anthropic-version": "2023-06-01" }
      : { ...(key !== "" && { authorization: `Bearer ${key}` }) };
  const response = await fetch(`${address}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...keyed },
    body: JSON.stringify({ model, ...body }),
    signal,
    // A redirect would send the text of a session to another server.
    redirect: "error",
  });
  const { status, headers } = response;
  const retryAfterMs = pauseAsked(headers);
  const decoder = new TextDecoder();
  let [text, bytes] = ["", 0];
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > LONGEST_ANSWER_BYTES) return { status, text: undefined };
    text += decoder.decode(chunk, { stream: true });
  }
  return { status, text, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

/** Both forms that servers use; a date is ignored, because this file reads no clock. */
function pauseAsked(headers: Headers): number | undefined {
  const ms = Number(headers.get("retry-after-ms") ?? Number.NaN);
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  const asked = Number.isFinite(ms) ? ms : seconds * 1000;
  return Number.isFinite(asked) && asked >= 0 ? asked : undefined;
}

/** What a server says about its refusal, in any of the forms that servers use. */
export function problemIn(text: string): string {
  try {
    const { error, message } = JSON.parse(text);
    return String(error?.message ?? error ?? message);
  } catch {
    return text;
  }
}
