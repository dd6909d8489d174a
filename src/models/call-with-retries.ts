/** One question to a model: reserves tokens, makes the call, records its cost, and retries after a pause if that can help. */
import type { ZodType } from "zod";
import type { TokenBudget, Usage } from "../core/job/job.ts";
import { screen } from "../core/screen/clean.ts";
import { estimateTokens } from "../core/text/tokens.ts";
import type { NamedModel } from "./model-name.ts";
import { type Fetch, PROTOCOLS, post, problemIn, type Reply } from "./model-server.ts";

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
    const { result, retryAfterMs = 0 } = await askOnce(question, options);
    if (result.outcome !== "unreachable" || tried === MOST_TRIES || result.status === undefined) return result;
    const pauseMs = Math.max(retryAfterMs, FIRST_PAUSE_MS * 2 ** (tried - 1));
    if (pauseMs > LONGEST_PAUSE_MS || question.signal?.aborted) return result;
    await options.wait(pauseMs, question.signal);
    if (question.signal?.aborted) return result;
  }
}

type Asked = { readonly result: CallResult; readonly retryAfterMs?: number | undefined };

async function askOnce(question: ModelQuestion, options: RetryOptions): Promise<Asked> {
  const { named, name, tokenBudget, fetch, timeoutMs } = options;
  const inputTokens = inputTokensOf([question.system, ...question.messages.map(({ content }) => content)]);
  const most: Usage = { inputTokens, outputTokens: question.maxOutputTokens };
  const contextTokens = inputTokens + question.maxOutputTokens;
  const leave = tokenBudget.take(name, contextTokens);
  if (leave === undefined) {
    const reason = `today's token cap leaves less than the ${contextTokens} tokens needed`;
    return { result: { outcome: "over cap", reason } };
  }
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = question.signal === undefined ? timeout : AbortSignal.any([timeout, question.signal]);
  const { path, body } = PROTOCOLS[named.provider];
  try {
    const reply = await post(named, path, body(question, { contextTokens }), { fetch, signal });
    const { result, usage } = judged(reply, named, most);
    tokenBudget.settle(leave, usage);
    return { result, retryAfterMs: reply.retryAfterMs };
  } catch (error) {
    // A call that was cut off may have cost its full amount; one that never arrived cost nothing.
    tokenBudget.settle(leave, signal.aborted ? most : NOTHING);
    const isLate = timeout.aborted && signal.reason === timeout.reason;
    const stopped = isLate ? "the model did not answer in time" : "the call was cancelled";
    const reason = signal.aborted ? stopped : `no server answered: ${shown(error)}`;
    return { result: { outcome: "unreachable", reason } };
  }
}

const NOTHING: Usage = { inputTokens: 0, outputTokens: 0 };

function judged({ status, text }: Reply, { provider }: NamedModel, most: Usage): { result: CallResult; usage: Usage } {
  if (text === undefined) return { result: { outcome: "invalid", reason: "the answer is too long" }, usage: most };
  if (status >= 300) {
    // Busy and failing servers may recover.
    const mayRecover = status === 408 || status === 429 || status >= 500;
    const reason = `the server answered ${status}: ${shown(problemIn(text))}`;
    return { result: { outcome: mayRecover ? "unreachable" : "refused", reason, status }, usage: NOTHING };
  }
  try {
    const answer = PROTOCOLS[provider].answer.parse(JSON.parse(text));
    // As the server counts, or our estimate if it does not.
    const usage = {
      inputTokens: answer.inputTokens || most.inputTokens,
      outputTokens: answer.outputTokens || estimateTokens(answer.text),
    };
    if (!answer.isDeclined) return { result: { outcome: "answered", text: answer.text, usage }, usage };
    return { result: { outcome: "refused", reason: "the model declined to answer" }, usage };
  } catch (error) {
    const reason = `the server's answer is unreadable: ${shown(error)}`;
    return { result: { outcome: "invalid", reason, status }, usage: most };
  }
}

function shown(problem: unknown): string {
  return screen(problem instanceof Error ? problem.message : String(problem)).text.slice(0, LONGEST_REASON);
}

const LONGEST_REASON = 300;

/** An upper estimate of what is sent, with the overhead of the wire format. */
export function inputTokensOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + estimateTokens(text) + MESSAGE_TOKENS, 0);
}

const MESSAGE_TOKENS = 8;
