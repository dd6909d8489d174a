/** One question to a model: reserves tokens, makes the call, records its cost, and retries after a pause if that can help. */
import type { LanguageModelUsage, ModelMessage } from "ai";
import type { ZodType } from "zod";
import type { TokenBudget, Usage } from "../core/job/job.ts";
import { screen } from "../core/screen/clean.ts";
import { estimateTokens } from "../core/text/tokens.ts";
import { type Fetch, guardedFetch, languageModel, type Seen } from "./language-model.ts";
import type { NamedModel } from "./model-name.ts";

export type Failure = {
  readonly outcome: "refused" | "unreachable" | "invalid" | "over cap";
  /** Shown to people; screened, because it may quote the server. */
  readonly reason: string;
};

export type CallResult =
  | { readonly outcome: "answered"; readonly text: string; readonly usage: Usage }
  | (Failure & { readonly status?: number });

export type ModelQuestion = {
  readonly system: string;
  readonly messages: readonly { readonly role: "user" | "assistant"; readonly content: string }[];
  /** For servers that can enforce a schema. */
  readonly schema?: ZodType;
  readonly maxOutputTokens: number;
  readonly signal?: AbortSignal | undefined;
  readonly mayThink?: boolean | undefined;
};

export type RetryOptions = {
  readonly named: NamedModel;
  /** The model's name in the ledger. */
  readonly name: string;
  /** Checked before each call, so that no day exceeds its cap. */
  readonly tokenBudget: TokenBudget;
  readonly fetch: Fetch;
  readonly timeoutMs: number;
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
};

const MOST_TRIES = 4;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/** Each try is a separate call in the ledger. */
export async function ask(question: ModelQuestion, options: RetryOptions): Promise<CallResult> {
  for (let tried = 1; ; tried++) {
    const { result, seen } = await askOnce(question, options);
    if (result.outcome !== "unreachable" || tried === MOST_TRIES || !mayHelp(seen)) return result;
    const pauseMs = Math.max(seen.retryAfterMs ?? 0, FIRST_PAUSE_MS * 2 ** (tried - 1));
    if (pauseMs > LONGEST_PAUSE_MS || question.signal?.aborted) return result;
    await options.wait(pauseMs, question.signal);
    if (question.signal?.aborted) return result;
  }
}

/** Busy and failing servers may recover; one that never answered or timed out is not retried. */
function mayHelp({ status }: Seen): boolean {
  return status === 408 || status === 429 || (status !== undefined && status >= 500);
}

async function askOnce(question: ModelQuestion, options: RetryOptions): Promise<{ result: CallResult; seen: Seen }> {
  const inputTokens = inputTokensOf([question.system, ...question.messages.map(({ content }) => content)]);
  const most: Usage = { inputTokens, outputTokens: question.maxOutputTokens };
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const signal = question.signal === undefined ? timeout : AbortSignal.any([timeout, question.signal]);
  const { fetch, seen } = guardedFetch(options.fetch, signal);
  const leave = options.tokenBudget.take(options.name, most.inputTokens + most.outputTokens);
  if (leave === undefined) {
    const reason = `today's token cap leaves less than the ${most.inputTokens + most.outputTokens} tokens needed`;
    return { result: { outcome: "over cap", reason }, seen };
  }
  try {
    const result = await generate(question, { named: options.named, fetch, signal, most });
    options.tokenBudget.settle(leave, result.usage);
    return { result: result.failure ?? { outcome: "answered", text: result.text, usage: result.usage }, seen };
  } catch (error) {
    // A call that was cut off may have cost its full amount; one that was refused or never arrived cost nothing.
    const didWork = signal.aborted || (seen.status !== undefined && seen.status < 300);
    options.tokenBudget.settle(leave, didWork ? most : NOTHING);
    return { result: failureOf(error, { seen, timeout, signal }), seen };
  }
}

const NOTHING: Usage = { inputTokens: 0, outputTokens: 0 };

type Generating = Pick<RetryOptions, "named" | "fetch"> & { readonly signal: AbortSignal; readonly most: Usage };
type Generated = { readonly text: string; readonly usage: Usage; readonly failure?: Failure };

async function generate(question: ModelQuestion, { named, fetch, signal, most }: Generating): Promise<Generated> {
  const { generateText, NoObjectGeneratedError, Output } = await import("ai");
  // The SDK would print warnings to the person's terminal.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  const contextTokens = most.inputTokens + most.outputTokens;
  const { system, schema, maxOutputTokens, mayThink = false } = question;
  try {
    const { text, usage, finishReason } = await generateText({
      model: await languageModel(named, { fetch, contextTokens, mayThink }),
      ...(system !== "" && { instructions: system }),
      messages: question.messages as ModelMessage[],
      ...(schema && { output: Output.object({ schema }) }),
      maxOutputTokens,
      maxRetries: 0,
      abortSignal: signal,
    });
    return { text, usage: used(usage, text, most), ...ended(finishReason) };
  } catch (error) {
    // An answer that does not match the schema is returned too: the caller repairs it or asks again.
    if (!NoObjectGeneratedError.isInstance(error)) throw error;
    const text = error.text ?? "";
    return { text, usage: used(error.usage, text, most), ...ended(error.finishReason) };
  }
}

/** As the server counts, or our estimate if it does not. */
function used(usage: LanguageModelUsage | undefined, text: string, most: Usage): Usage {
  return {
    inputTokens: usage?.inputTokens || most.inputTokens,
    outputTokens: usage?.outputTokens || estimateTokens(text),
  };
}

function ended(finishReason: string | undefined): { failure?: Failure } {
  if (finishReason !== "content-filter") return {};
  return { failure: { outcome: "refused", reason: "the model declined to answer" } };
}

type Ending = { readonly seen: Seen; readonly timeout: AbortSignal; readonly signal: AbortSignal };

function failureOf(error: unknown, { seen, timeout, signal }: Ending): Failure & { readonly status?: number } {
  if (seen.isTooLong) return { outcome: "invalid", reason: "the answer is too long" };
  if (signal.aborted) {
    const isLate = timeout.aborted && signal.reason === timeout.reason;
    return { outcome: "unreachable", reason: isLate ? "the model did not answer in time" : "the call was cancelled" };
  }
  const { status } = seen;
  const message = screen(error instanceof Error ? error.message : String(error)).text.slice(0, LONGEST_REASON);
  if (status === undefined) return { outcome: "unreachable", reason: `no server answered: ${message}` };
  if (status < 300) return { outcome: "invalid", reason: `the server's answer is unreadable: ${message}`, status };
  const outcome = mayHelp(seen) ? "unreachable" : "refused";
  return { outcome, reason: `the server answered ${status}: ${message}`, status };
}

const LONGEST_REASON = 300;

/** An upper estimate of what is sent, with the overhead of the wire format. */
export function inputTokensOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + estimateTokens(text) + MESSAGE_TOKENS, 0);
}

const MESSAGE_TOKENS = 8;
