/** A coding agent that is installed here, run headless as a model. */
import type { ZodType } from "zod";
import type { HeadlessAgent, HeadlessProgram } from "../agents/agent.ts";
import type { TokenBudget, Usage } from "../core/job/job.ts";
import { screen } from "../core/screen/clean.ts";
import { estimateTokens } from "../core/text/tokens.ts";
import { type Failure, inputTokensOf } from "./call-with-retries.ts";
import { type Model, type ModelAnswer, type ModelLimits, type Prompt, readAnswer } from "./model.ts";

export type HeadlessRun = {
  readonly program: string;
  readonly args: readonly string[];
  /** Added to the environment. */
  readonly variables: Readonly<Record<string, string>>;
  readonly input: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
};

export type HeadlessResult =
  | { readonly outcome: "ended"; readonly exitCode: number; readonly output: string; readonly errors: string }
  | { readonly outcome: "not started" | "too late" | "too long" | "cancelled" };

type AgentModelOptions = {
  readonly run: (ask: HeadlessRun) => Promise<HeadlessResult>;
  readonly tokenBudget: TokenBudget;
  readonly timeoutMs?: number;
};

const TIMEOUT_MS = 180_000;

export type ReaderAgent = { readonly name: string; readonly headless: HeadlessAgent };

export function agentModel(agent: ReaderAgent, options: AgentModelOptions): Model {
  const { name } = agent;
  return { name, structured: (prompt, schema, limits) => structured(agent, options, { prompt, schema, limits }) };
}

type Asked<T> = { readonly prompt: Prompt; readonly schema: ZodType<T>; readonly limits: ModelLimits };

/** Asked once more, with the reason, if the answer is unusable. */
async function structured<T>(
  agent: ReaderAgent,
  options: AgentModelOptions,
  { prompt, schema, limits }: Asked<T>,
): Promise<ModelAnswer<T>> {
  let usage: Usage = { inputTokens: 0, outputTokens: 0 };
  let reason = "";
  for (const again of [false, true]) {
    const repair = again
      ? `\n\nYour last answer cannot be used: ${screen(reason).text}. Answer with the JSON object only.`
      : "";
    const asked = await askOnce(agent, options, {
      system: prompt.system ?? "",
      input: `${prompt.input}${repair}`,
      limits,
    });
    if (asked.outcome !== "answered") return asked;
    usage = {
      inputTokens: usage.inputTokens + asked.usage.inputTokens,
      outputTokens: usage.outputTokens + asked.usage.outputTokens,
    };
    const read = readAnswer(asked.text, schema, { isVerbatim: limits.isVerbatim ?? false });
    if (read.ok) return { outcome: "answer", value: read.value, usage };
    reason = read.reason;
  }
  return { outcome: "invalid", reason: `the answer of ${agent.name} is invalid, also after a retry: ${reason}` };
}

type Question = { readonly system: string; readonly input: string; readonly limits: ModelLimits };
type Asking = { readonly outcome: "answered"; readonly text: string; readonly usage: Usage } | Failure;

async function askOnce(
  { name, headless: { overheadTokens, load } }: ReaderAgent,
  { run, tokenBudget, timeoutMs = TIMEOUT_MS }: AgentModelOptions,
  { system, input, limits }: Question,
): Promise<Asking> {
  const { maxOutputTokens, signal } = limits;
  const agent = await load();
  const most: Usage = {
    inputTokens: inputTokensOf([system, input]) + overheadTokens,
    outputTokens: maxOutputTokens,
  };
  const total = most.inputTokens + most.outputTokens;
  const leave = tokenBudget.take(name, total);
  if (leave === undefined)
    return { outcome: "over cap", reason: `today's token cap leaves less than the ${total} tokens needed` };
  const ran = await run({
    program: agent.program,
    args: agent.args(system),
    variables: agent.variables(system, { maxOutputTokens }),
    input: agent.takesSystem ? input : `${system}\n\n${input}`,
    timeoutMs,
    ...(signal && { signal }),
  });
  const { answer, usage } = judged(name, agent, ran, most);
  tokenBudget.settle(leave, usage);
  return answer;
}

const NOTHING: Usage = { inputTokens: 0, outputTokens: 0 };

/** What is not reported counts as the most that it can have been. */
function judged(
  name: string,
  agent: HeadlessProgram,
  ran: HeadlessResult,
  most: Usage,
): { readonly answer: Asking; readonly usage: Usage } {
  if (ran.outcome !== "ended")
    return {
      answer: { outcome: "unreachable", reason: `${name} ${NOT_ENDED[ran.outcome]}` },
      usage: ran.outcome === "not started" ? NOTHING : most,
    };
  const { text, usage, failure } = agent.answerIn(ran.output);
  if (failure === undefined && ran.exitCode === 0) {
    const used = usage ?? { ...most, outputTokens: Math.max(estimateTokens(text), most.outputTokens) };
    return { answer: { outcome: "answered", text, usage: used }, usage: used };
  }
  const words = screen(failure ?? (ran.errors.trim().split("\n").at(-1) || `exit code ${ran.exitCode}`)).text;
  return {
    answer: { outcome: "unreachable", reason: `${name} failed: ${words.slice(0, LONGEST_REASON)}` },
    usage: usage ?? most,
  };
}

const LONGEST_REASON = 300;

const NOT_ENDED = {
  "not started": "is not installed, or not on the PATH",
  "too late": "did not answer in time",
  "too long": "answered too much",
  cancelled: "was cancelled",
} as const;
