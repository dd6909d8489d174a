/** Has a model read a session, in parts if needed, and estimates the maximum cost beforehand. */
import type { Estimate } from "../core/job/job.ts";
import { type Clean, screen } from "../core/screen/clean.ts";
import { estimateTokens } from "../core/text/tokens.ts";
import { normalised } from "../core/text/words.ts";
import type { StageOne } from "./answer-schemas.ts";
import { inputTokensOf } from "./call-with-retries.ts";
import type { Model, ModelAnswer, ModelLimits } from "./model.ts";
import { renderPrompt } from "./prompts.ts";

type SessionText = { readonly id: string; readonly items: readonly SessionItem[] };

type ReadingLimits = ModelLimits & { readonly limitTokens: number };

/** All parts or none: a session that was read in part would count as read. */
export async function readSession(
  model: Model,
  session: SessionText,
  { limitTokens, ...limits }: ReadingLimits,
): Promise<ModelAnswer<StageOne>> {
  const { stageOne } = await import("./answer-schemas.ts");
  const answers: (ModelAnswer<StageOne> & { outcome: "answer" })[] = [];
  const all = parts(session.items, limitTokens);
  for (const [at, { items }] of all.entries()) {
    const answer = await model.structured(promptFor(session.id, items), stageOne, limits);
    if (answer.outcome !== "answer") {
      const where = all.length > 1 ? `part ${at + 1} of ${all.length}: ` : "";
      return { outcome: answer.outcome, reason: `${where}${answer.reason}` };
    }
    answers.push(answer);
  }
  return {
    outcome: "answer",
    value: merged(answers.map(({ value }) => value)),
    usage: {
      inputTokens: answers.reduce((sum, { usage }) => sum + usage.inputTokens, 0),
      outputTokens: answers.reduce((sum, { usage }) => sum + usage.outputTokens, 0),
    },
  };
}

/** The cost of reading these sessions without retries; calls no model. */
export function estimateReading(
  sessions: readonly SessionText[],
  { limitTokens, maxOutputTokens }: Pick<ReadingLimits, "limitTokens" | "maxOutputTokens">,
): Estimate {
  const calls = sessions.flatMap(({ id, items }) =>
    parts(items, limitTokens).map((part) => {
      const { system, input } = promptFor(id, part.items);
      return inputTokensOf([system, input]);
    }),
  );
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

/** The later parts first, because they know more of the session. Each nomination counts once; which of several for a quote holds is not known here. */
function merged(results: readonly StageOne[]): StageOne {
  const memories = new Map<string, StageOne["memories"][number]>();
  for (const memory of results.toReversed().flatMap((result) => result.memories)) {
    const name = `${normalised(memory.quote)}\n${normalised(memory.text)}`;
    if (!memories.has(name)) memories.set(name, memory);
  }
  return {
    memories: [...memories.values()],
    synopsis: results
      .map(({ synopsis }) => synopsis.trim())
      .filter((synopsis) => synopsis !== "")
      .join(" "),
    slug: results.find(({ slug }) => slug !== null)?.slug ?? null,
  };
}

export type SessionItem = {
  readonly actor: "person" | "agent" | "command" | "record";
  /** Of a record. */
  readonly id?: string;
  readonly text: Clean;
};

/** Numbered from 1 through the entire session. */
export type NumberedItem = SessionItem & {
  readonly n: number;
  /** "1 of 3", if the item alone is longer than a part may be. */
  readonly piece?: string;
};

type Part = { readonly items: readonly NumberedItem[]; readonly tokens: number };

/** Keeps turns together; one that does not fit is split between items, and an item that does not fit into numbered pieces. */
export function parts(items: readonly SessionItem[], limitTokens: number): Part[] {
  const packed: Part[] = [];
  let open: Part = { items: [], tokens: 0 };
  const close = () => {
    if (open.items.length > 0) packed.push(open);
    open = { items: [], tokens: 0 };
  };
  const add = (unit: Part) => {
    if (open.tokens + unit.tokens > limitTokens) close();
    open = { items: [...open.items, ...unit.items], tokens: open.tokens + unit.tokens };
  };
  for (const turn of turnsOf(items.map((item, at) => ({ ...item, n: at + 1 })))) {
    const unit = unitOf(turn);
    if (unit.tokens <= limitTokens) add(unit);
    else for (const item of turn) for (const piece of piecesOf(item, limitTokens)) add(unitOf([piece]));
  }
  close();
  return packed;
}

/** One item a line, as in the prompt. */
export function itemsJson(items: readonly NumberedItem[]): string {
  return `[\n${items.map(itemLine).join(",\n")}\n]`;
}

function itemLine({ n, piece, actor, id, text }: NumberedItem): string {
  return JSON.stringify({ n, ...(piece !== undefined && { piece }), actor, ...(id !== undefined && { id }), text });
}

/** A turn is a person's message and everything up to the next one. */
function turnsOf(items: readonly NumberedItem[]): NumberedItem[][] {
  const turns: NumberedItem[][] = [];
  for (const item of items) {
    const turn = turns.at(-1);
    if (turn === undefined || item.actor === "person") turns.push([item]);
    else turn.push(item);
  }
  return turns;
}

function unitOf(items: readonly NumberedItem[]): Part {
  return { items, tokens: items.reduce((sum, item) => sum + tokensOf(item), 0) };
}

function tokensOf(item: NumberedItem): number {
  return estimateTokens(itemLine(item)) + 1;
}

function piecesOf(item: NumberedItem, limitTokens: number): NumberedItem[] {
  if (tokensOf(item) <= limitTokens) return [item];
  const texts = halves(item, limitTokens);
  return texts.map((text, at) => ({ ...item, text, piece: `${at + 1} of ${texts.length}` }));
}

/** Halves the text, at a line end if possible, until each part fits; a few characters always fit. */
function halves(item: NumberedItem, limitTokens: number): Clean[] {
  const { text } = item;
  if (text.length <= SHORTEST_PIECE || tokensOf({ ...item, piece: LONGEST_MARK }) <= limitTokens) return [text];
  const middle = Math.ceil(text.length / 2);
  const line = text.lastIndexOf("\n", middle - 1) + 1;
  const at = line > 0 ? line : middle + (isInsideCharacter(text, middle) ? 1 : 0);
  return [text.slice(0, at), text.slice(at)]
    .filter((half) => half !== "")
    .flatMap((half) => halves({ ...item, text: screen(half).text }, limitTokens));
}

const SHORTEST_PIECE = 16;
const LONGEST_MARK = "1000 of 1000";

function isInsideCharacter(text: string, at: number): boolean {
  return /[\udc00-\udfff]/.test(text.charAt(at));
}
