/** Splits a long session into parts that fit a model, at turns of the conversation; nothing is left out. */
import { type Clean, screen } from "../core/screen/clean.ts";
import { estimateTokens } from "../core/text/tokens.ts";

export type SessionItem = { readonly actor: "person" | "agent" | "tool"; readonly text: Clean };

/** Numbered from 1 through the entire session, so that an answer about a part can be traced to its items. */
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
    const whole = unitOf(turn);
    if (whole.tokens <= limitTokens) add(whole);
    else for (const item of turn) for (const piece of piecesOf(item, limitTokens)) add(unitOf([piece]));
  }
  close();
  return packed;
}

/** One item a line, as in the prompt. */
export function itemsJson(items: readonly NumberedItem[]): string {
  return `[\n${items.map(itemLine).join(",\n")}\n]`;
}

function itemLine({ n, piece, actor, text }: NumberedItem): string {
  return JSON.stringify({ n, ...(piece !== undefined && { piece }), actor, text });
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
