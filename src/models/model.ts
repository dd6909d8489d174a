/** The only way to call a language model: a screened prompt and a schema in, a screened value or a failure out. */

import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { ZodType } from "zod";
import type { Config } from "../core/base/config.ts";
import type { Variables } from "../core/base/home-folder.ts";
import type { Usage } from "../core/job/job.ts";
import { type Clean, screen, screenStart } from "../core/screen/clean.ts";
import { ask, type CallResult, type Failure, type ModelQuestion, type RetryOptions } from "./call-with-retries.ts";
import { type NamedModel, PROVIDERS, readModelName } from "./model-name.ts";

export type Prompt = { readonly system?: Clean; readonly input: Clean };

export type ModelLimits = {
  readonly maxOutputTokens: number;
  readonly signal?: AbortSignal | undefined;
  /** Lets a model think first; if the answer is unusable, it is asked again without thinking. */
  readonly mayThink?: boolean;
  /** For answers that are used verbatim: one that the screen would change is rejected. */
  readonly isVerbatim?: boolean;
};

export type ModelAnswer<T> = { readonly outcome: "answer"; readonly value: T; readonly usage: Usage } | Failure;

export type Model = {
  /** As in the setting, without the address. */
  readonly name: string;
  structured<T>(prompt: Prompt, schema: ZodType<T>, limits: ModelLimits): Promise<ModelAnswer<T>>;
};

/** `default` extracts and plans, `smol` consolidates. */
type Role = "default" | "smol";

export type ModelOptions = Pick<RetryOptions, "tokenBudget"> &
  Partial<Pick<RetryOptions, "fetch" | "timeoutMs" | "wait">> & { readonly variables: Variables; readonly role?: Role };

const TIMEOUT_MS = 180_000;

/** Undefined if no model is configured; throws if the setting is invalid. */
export function modelFor(
  settings: Pick<Config, "models.default" | "models.smol">,
  { variables, role = "default", ...given }: ModelOptions,
): Model | undefined {
  const setting = (role === "smol" && settings["models.smol"]) || settings["models.default"];
  if (setting === "") return undefined;
  const named = readModelName(setting, variables);
  const name = `${named.provider}/${named.model}`;
  const options = { fetch: globalThis.fetch, timeoutMs: TIMEOUT_MS, wait: pause, ...given, named, name };
  return { name, structured: (prompt, schema, limits) => structured(options, prompt, schema, limits) };
}

async function structured<T>(
  options: RetryOptions,
  prompt: Prompt,
  schema: ZodType<T>,
  limits: ModelLimits,
): Promise<ModelAnswer<T>> {
  const missing = missingKey(options.named);
  if (missing !== undefined) return missing;
  const { maxOutputTokens, signal, mayThink = false, isVerbatim = false } = limits;
  const question: ModelQuestion = {
    system: prompt.system ?? "",
    messages: [{ role: "user", content: prompt.input }],
    schema,
    maxOutputTokens,
    signal,
    mayThink,
  };
  let usage: Usage = { inputTokens: 0, outputTokens: 0 };
  let unfit: Unfit = { text: "", reason: "no question was asked" };
  for (const next of questionsFrom(question, options.named)) {
    const result = await askEither(next(unfit), options);
    if (result.outcome !== "answered") return { outcome: result.outcome, reason: result.reason };
    usage = sum(usage, result.usage);
    const read = readAnswer(result.text, schema, { isVerbatim });
    if (read.ok) return { outcome: "answer", value: read.value, usage };
    unfit = { text: result.text, reason: read.reason };
  }
  return { outcome: "invalid", reason: `the model's answer is invalid, also after a retry: ${unfit.reason}` };
}

type Unfit = { readonly text: string; readonly reason: string };

/** Tried in order until an answer fits: as it is, without thinking, and once with what was wrong. */
function questionsFrom(question: ModelQuestion, { provider }: NamedModel): ((unfit: Unfit) => ModelQuestion)[] {
  const plainly = { ...question, mayThink: false };
  const isThoughtOver = provider === "ollama" && question.mayThink;
  return [() => question, ...(isThoughtOver ? [() => plainly] : []), (unfit) => repairing(plainly, unfit)];
}

/** Servers without schema support reject the request; the prompts describe the form in words too. */
async function askEither(question: ModelQuestion, options: RetryOptions): Promise<CallResult> {
  const result = await ask(question, options);
  if (result.outcome !== "refused" || (result.status !== 400 && result.status !== 422)) return result;
  const { schema: _, ...inWords } = question;
  return ask(inWords, options);
}

function repairing(question: ModelQuestion, { text, reason }: Unfit): ModelQuestion {
  const repeated = screenStart(text, LONGEST_REPEATED) || "(nothing)";
  const content = `That answer cannot be used: ${screen(reason).text}. Answer again with the JSON object only.`;
  return {
    ...question,
    messages: [...question.messages, { role: "assistant", content: repeated }, { role: "user", content }],
  };
}

const LONGEST_REPEATED = 8000;

function missingKey({ provider, key }: NamedModel): Failure | undefined {
  const { needsKey, keyIn } = PROVIDERS[provider];
  if (!needsKey || key !== undefined) return undefined;
  return { outcome: "refused", reason: `${keyIn} is not set in the environment` };
}

function sum(a: Usage, b: Usage): Usage {
  return { inputTokens: a.inputTokens + b.inputTokens, outputTokens: a.outputTokens + b.outputTokens };
}

async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  // An abort also stops the call that follows, and that one reports it.
  await sleep(ms, undefined, { ref: true, ...(signal && { signal }) }).catch(() => {});
}

type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };

/** Parses an answer into a screened value that matches its schema; `isVerbatim` rejects one that the screen would change. */
export function readAnswer<T>(text: string, schema: ZodType<T>, { isVerbatim }: { isVerbatim: boolean }): Read<T> {
  const answer = withoutWrapping(text);
  const json = parsed(answer) ?? firstObject(answer);
  if (json === undefined) return { ok: false, reason: "it is not JSON" };
  // Screened after parsing: a JSON escape could hide a secret from the rules.
  const clean = screened(json.value);
  if (isVerbatim && !isDeepStrictEqual(clean, json.value)) {
    return { ok: false, reason: "it contains a secret, private text or invisible characters" };
  }
  const checked = schema.safeParse(clean);
  if (checked.success) return { ok: true, value: checked.data };
  const issues = checked.error.issues.slice(0, MOST_ISSUES);
  return { ok: false, reason: issues.map(({ path, message }) => `${path.join(".") || "it"}: ${message}`).join("; ") };
}

const MOST_ISSUES = 5;

/** Removes a model's thinking before the answer, and a code fence around it. */
function withoutWrapping(text: string): string {
  const answer = text.replace(/^[\s\S]*<\/think(?:ing)?>/i, "").trim();
  return /^```\w*\n([\s\S]*?)\n?```$/.exec(answer)?.[1] ?? answer;
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined; // the caller reports it
  }
}

/** Some models add text around the answer: take the first object that parses. */
function firstObject(text: string): { readonly value: unknown } | undefined {
  let start = text.indexOf("{");
  for (let tried = 0; start >= 0 && tried < MOST_STARTS; tried++) {
    const found = parsed(text.slice(start, endOfObject(text, start)));
    if (found !== undefined) return found;
    start = text.indexOf("{", start + 1);
  }
  return undefined;
}

const MOST_STARTS = 20;

/** The position after the matching closing brace; braces in strings do not count. */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  let isInString = false;
  for (let at = start; at < text.length; at++) {
    const sign = text[at];
    if (isInString) {
      if (sign === "\\") at++;
      else if (sign === '"') isInString = false;
    } else if (sign === '"') isInString = true;
    else if (sign === "{") depth++;
    else if (sign === "}" && --depth === 0) return at + 1;
  }
  return text.length;
}

function screened(value: unknown): unknown {
  if (typeof value === "string") return screen(value).text;
  if (Array.isArray(value)) return value.map(screened);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [screen(key).text, screened(inner)]));
}
