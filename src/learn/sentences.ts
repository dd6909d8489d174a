/** Splits a message into its author's own sentences, each with its position, in linear time. */
import { type Line, ownLines } from "./own-lines.ts";
import { masked } from "./reading.ts";

export type Span = { readonly start: number; readonly end: number };

export type Sentence = {
  /** In one line, without the white space around it. */
  readonly text: string;
  readonly span: Span;
  /** The line that ends in a colon right before the list that this is an item of. */
  readonly under?: string;
};

/** A longer one is not a statement worth keeping. */
const LONGEST_SENTENCE = 400;

export function sentencesOf(message: string, { longest = LONGEST_SENTENCE }: { longest?: number } = {}): Sentence[] {
  const sentences: Sentence[] = [];
  let under: string | undefined;
  for (const block of blocks(ownLines(message))) {
    const { start, kind } = block;
    if (kind === "prose") under = undefined;
    const raw = message.slice(start, block.end);
    for (const cut of cuts(raw)) {
      const { start: from, end } = { ...cut, start: afterGap(raw, cut) };
      const text = raw.slice(from, end).replace(/\s+/g, " ");
      if (end - from > longest || text.includes(GAP) || !saysSomething(text)) continue;
      const span = { start: start + from, end: start + end };
      sentences.push({ text, span, ...(under !== undefined && { under }) });
      if (kind === "prose") under = text.endsWith(":") ? text : undefined;
    }
  }
  return sentences;
}

type Block = { start: number; end: number; readonly kind: Line["kind"] };

/** Lines that an editor wrapped are one text; other lines are separate. */
function blocks(lines: readonly Line[]): Block[] {
  const out: Block[] = [];
  let last: Line | undefined;
  for (const line of lines) {
    const block = out.at(-1);
    const end = line.start + line.text.length;
    if (block !== undefined && last !== undefined && isWrapped(last, line)) block.end = end;
    else out.push({ start: line.start, end, kind: line.kind });
    last = line;
  }
  return out;
}

/** No editor wraps earlier. */
const LEAST_WRAPPED = 60;

function isWrapped(last: Line, next: Line): boolean {
  return (
    next.kind === "prose" &&
    next.followsOn &&
    last.text.length >= LEAST_WRAPPED &&
    !/[.!?:;]["')]?$/.test(last.text) &&
    /^[a-z(`"]/.test(next.text)
  );
}

/** Words that end in a dot inside a sentence. */
const ABBREVIATED =
  /(?:^|[\s(])(?:e\.g|i\.e|eg|ie|etc|vs|cf|approx|resp|incl|excl|max|min|fig|st|mr|mrs|ms|dr|prof|jr|[a-z])\.$/i;
/** As far back as an abbreviation reaches. */
const ABBREVIATION_CHARS = 10;
/** As sentences of their own, they belong to the next one: "Wrong. The branch is called trunk." */
const LONE_REPLY =
  /^(?:no+|nope|nah|wrong|incorrect|actually no|that(?:'s| is) (?:wrong|incorrect|not (?:right|correct|true)))[.!]+$/i;

function cuts(text: string): Span[] {
  const seen = masked(text);
  const out: Span[] = [];
  let start = 0;
  const add = (end: number): void => {
    if (end > start) out.push({ start, end });
  };
  for (const stop of seen.matchAll(/[.!?。！？]["')\]]?(?=(\s+))|[。！？]()/g)) {
    const end = stop.index + stop[0].length;
    if (ABBREVIATED.test(seen.slice(Math.max(start, end - ABBREVIATION_CHARS), end))) continue;
    if (end - start <= LONGEST_REPLY && LONE_REPLY.test(seen.slice(start, end).replace("’", "'"))) continue;
    add(end);
    start = end + (stop[1]?.length ?? 0);
  }
  add(text.length);
  return out;
}

const LONGEST_REPLY = 30;

/** Replaces private text: before a sentence it means nothing, inside one the sentence is incomplete. */
const GAP = "[private]";

function afterGap(text: string, { start, end }: Span): number {
  let at = start;
  while (text.startsWith(GAP, at)) {
    at += GAP.length;
    while (at < end && /\s/.test(text.charAt(at))) at += 1;
  }
  return Math.min(at, end);
}

/** Code alone or a quotation alone is not a sentence of the author. */
function saysSomething(text: string): boolean {
  return /\p{L}/u.test(masked(text).replace(/x+/g, ""));
}
