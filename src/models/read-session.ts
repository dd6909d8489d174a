/** Has a model read a session in one call, and estimates the maximum cost beforehand. */
import type { Estimate } from "../core/job/job.ts";
import { type Clean, screen } from "../core/screen/clean.ts";
import { negates } from "../core/statement/instructs.ts";
import { estimateTokens } from "../core/text/tokens.ts";
import type { StageOne } from "./answer-schemas.ts";
import { inputTokensOf } from "./call-with-retries.ts";
import type { Model, ModelAnswer, ModelLimits } from "./model.ts";
import { renderPrompt } from "./prompts.ts";

type SessionText = { readonly id: string; readonly items: readonly SessionItem[] };

type ReadingLimits = ModelLimits & { readonly limitTokens: number };

/** One call, however long the session is. */
export async function readSession(
  model: Model,
  session: SessionText,
  { limitTokens, ...limits }: ReadingLimits,
): Promise<ModelAnswer<StageOne>> {
  const items = fitting(session.items, limitTokens);
  if (items.length === 0) return { outcome: "answer", value: NOTHING, usage: { inputTokens: 0, outputTokens: 0 } };
  const { stageOne } = await import("./answer-schemas.ts");
  return model.structured(promptFor(session.id, items), stageOne, limits);
}

const NOTHING: StageOne = { memories: [], synopsis: "", slug: null };

/** The cost of reading these sessions without retries; calls no model. */
export function estimateReading(
  sessions: readonly SessionText[],
  { limitTokens, maxOutputTokens }: Pick<ReadingLimits, "limitTokens" | "maxOutputTokens">,
): Estimate {
  const calls = sessions.flatMap(({ id, items }) => {
    const read = fitting(items, limitTokens);
    if (read.length === 0) return [];
    const { system, input } = promptFor(id, read);
    return [inputTokensOf([system, input])];
  });
  return {
    sessions: sessions.length,
    calls: calls.length,
    inputTokens: calls.reduce((sum, tokens) => sum + tokens, 0),
    mostOutputTokens: calls.length * maxOutputTokens,
  };
}

function promptFor(session: string, items: readonly NumberedItem[]) {
  return {
    system: renderPrompt("stage_one_system", {}),
    input: renderPrompt("stage_one_input", {
      thread_id: screen(session).text,
      response_items_json: screen(itemsJson(items)).text,
    }),
  };
}

export type SessionItem = {
  readonly actor: "person" | "agent" | "command" | "record";
  /** Of a record. */
  readonly id?: string;
  readonly text: Clean;
};

/** Numbered from 1 through the entire session. */
export type NumberedItem = SessionItem & { readonly n: number };

/** What of a session a reader gets: all of it, or the records, the corrections and the newest exchanges, in their order. */
export function fitting(items: readonly SessionItem[], limitTokens: number): NumberedItem[] {
  const exchanges = exchangesOf(items.map((item, at) => ({ ...item, n: at + 1 })));
  const newest = exchanges.toReversed();
  let left = limitTokens;
  const taken = [...newest.filter(isFirst), ...newest.filter((one) => !isFirst(one))].filter((exchange) => {
    const tokens = exchange.reduce((sum, item) => sum + estimateTokens(itemLine(item)) + 1, 0);
    if (tokens > left) return false;
    left -= tokens;
    return true;
  });
  return taken.flat().toSorted((a, b) => a.n - b.n);
}

/** A correction says what not to do. */
function isFirst([first]: readonly NumberedItem[]): boolean {
  return first?.actor === "record" || (first?.actor === "person" && negates(first.text));
}

/** One item a line, as in the prompt. */
export function itemsJson(items: readonly NumberedItem[]): string {
  return `[\n${items.map(itemLine).join(",\n")}\n]`;
}

function itemLine({ n, actor, id, text }: NumberedItem): string {
  return JSON.stringify({ n, actor, ...(id !== undefined && { id }), text });
}

/** A person's message and everything up to the next one. */
function exchangesOf(items: readonly NumberedItem[]): NumberedItem[][] {
  const exchanges: NumberedItem[][] = [];
  for (const item of items) {
    const exchange = exchanges.at(-1);
    if (exchange === undefined || item.actor === "person") exchanges.push([item]);
    else exchange.push(item);
  }
  return exchanges;
}
