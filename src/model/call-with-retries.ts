/** One question to a model: leave from the purse, the call, the account of it; again after a pause where that can help. */
import type { ModelMessage } from "ai";
import type { ZodType } from "zod";
import type { TokenBudget, Usage } from "../core/job/spending.ts";
import { screen } from "../core/screen/clean.ts";
import { estimateTokens } from "../core/text/tokens.ts";
import { type Fetch, type Seen, watchedFetch } from "./guarded-fetch.ts";
import { languageModel } from "./language-model.ts";
import type { NamedModel } from "./model-name.ts";

export type Failure = {
  readonly outcome: "refused" | "unreachable" | "invalid" | "over cap";
  /** For a person, and screened: it may quote the server. */
  readonly reason: string;
};

export type Said =
  | { readonly outcome: "said"; readonly text: string; readonly usage: Usage }
  | (Failure & { readonly status?: number });

export type Question = {
  readonly system: string;
  readonly messages: readonly { readonly role: "user" | "assistant"; readonly content: string }[];
  /** Where the server knows how to keep to a schema. */
  readonly schema?: ZodType;
  readonly maxOutputTokens: number;
  readonly signal?: AbortSignal | undefined;
  readonly mayThink?: boolean | undefined;
};

export type CallOptions = {
  readonly named: NamedModel;
  /** As the ledger knows the model. */
  readonly name: string;
  readonly purse: TokenBudget;
  readonly fetch: Fetch;
  readonly timeoutMs: number;
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
};

const MOST_TRIES = 4;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/** Each try is a call of its own in the ledger. */
export async function ask(question: Question, means: CallOptions): Promise<Said> {
  for (let tried = 1; ; tried++) {
    const { said, seen } = await askOnce(question, means);
    if (said.outcome !== "unreachable" || tried === MOST_TRIES || !mayHelp(seen)) return said;
    const pauseMs = Math.max(seen.retryAfterMs ?? 0, FIRST_PAUSE_MS * 2 ** (tried - 1));
    if (pauseMs > LONGEST_PAUSE_MS || question.signal?.aborted) return said;
    await means.wait(pauseMs, question.signal);
    if (question.signal?.aborted) return said;
  }
}

/** Busy and broken servers come back; what never answered, or took all of its time, is not worth another wait. */
function mayHelp({ status }: Seen): boolean {
  return status === 408 || status === 429 || (status !== undefined && status >= 500);
}

async function askOnce(question: Question, means: CallOptions): Promise<{ said: Said; seen: Seen }> {
  const inputTokens = inputTokensOf([question.system, ...question.messages.map(({ content }) => content)]);
  const most: Usage = { inputTokens, outputTokens: question.maxOutputTokens };
  const timeout = AbortSignal.timeout(means.timeoutMs);
  const signal = question.signal === undefined ? timeout : AbortSignal.any([timeout, question.signal]);
  const { fetch, seen } = watchedFetch(means.fetch, signal);
  const leave = means.purse.take(means.name, most.inputTokens + most.outputTokens);
  if (leave === undefined) {
    const reason = `the tokens of today do not suffice for ${most.inputTokens + most.outputTokens} more`;
    return { said: { outcome: "over cap", reason }, seen };
  }
  try {
    const said = await generate(question, { named: means.named, fetch, signal, most });
    means.purse.settle(leave, said.usage);
    return { said: said.failure ?? { outcome: "said", text: said.text, usage: said.usage }, seen };
  } catch (error) {
    // Whoever was asked and cut off may have worked for it; whoever said no, or was never reached, did not.
    const didWork = signal.aborted || (seen.status !== undefined && seen.status < 300);
    means.purse.settle(leave, didWork ? most : NOTHING);
    return { said: failureOf(error, { seen, timeout, signal }), seen };
  }
}

const NOTHING: Usage = { inputTokens: 0, outputTokens: 0 };

type Generating = {
  readonly named: NamedModel;
  readonly fetch: Fetch;
  readonly signal: AbortSignal;
  readonly most: Usage;
};
type Generated = { readonly text: string; readonly usage: Usage; readonly failure?: Failure };

async function generate(question: Question, { named, fetch, signal, most }: Generating): Promise<Generated> {
  const { generateText, NoObjectGeneratedError, Output } = await import("ai");
  // It would tell a person's terminal what a model does not support.
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
    // What does not fit the schema is read by us all the same, and asked for again.
    if (!NoObjectGeneratedError.isInstance(error)) throw error;
    const text = error.text ?? "";
    return { text, usage: used(error.usage, text, most), ...ended(error.finishReason) };
  }
}

type Counted = { readonly inputTokens?: number | undefined; readonly outputTokens?: number | undefined };

/** As the server counts, or as we do where it does not. */
function used(usage: Counted | undefined, text: string, most: Usage): Usage {
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
  if (seen.isTooLong) return { outcome: "invalid", reason: "the answer was too long to be read" };
  if (signal.aborted) {
    const isLate = timeout.aborted && signal.reason === timeout.reason;
    return { outcome: "unreachable", reason: isLate ? "the model did not answer in time" : "the call was stopped" };
  }
  const { status } = seen;
  const words = screen(error instanceof Error ? error.message : String(error)).text.slice(0, LONGEST_REASON);
  if (status === undefined) return { outcome: "unreachable", reason: `no server answered: ${words}` };
  if (status < 300) return { outcome: "invalid", reason: `the server's answer cannot be read: ${words}`, status };
  const outcome = mayHelp(seen) ? "unreachable" : "refused";
  return { outcome, reason: `the server answered ${status}: ${words}`, status };
}

const LONGEST_REASON = 300;

/** Our own count of what is sent, on the large side, with what a wire format adds. */
export function inputTokensOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + estimateTokens(text) + MESSAGE_TOKENS, 0);
}

const MESSAGE_TOKENS = 8;
