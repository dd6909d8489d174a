/** Splits an artifact's text into blocks: headings, entries marked with their record's id, and text that people added. */
import type { RecordId } from "../record/record.ts";

export type Block = {
  /** The white space before it. */
  readonly gap: string;
  readonly text: string;
  /** The records whose ids it is marked with. */
  readonly ids: readonly RecordId[];
};

type Blocks = { readonly blocks: readonly Block[]; readonly tail: string };

/** Lossless: gaps, texts and tail joined are the original text. */
export function blocksOf(text: string): Blocks {
  const blocks: Block[] = [];
  let end = 0;
  for (const { from, to } of stretches(text)) {
    const own = text.slice(from, to);
    blocks.push({ gap: text.slice(end, from), text: own, ids: idsIn(own) });
    end = to;
  }
  return { blocks, tail: text.slice(end) };
}

/** The reverse, also for blocks from several texts: adds a gap between blocks that were not adjacent before. */
export function joinedBlocks({ blocks, tail }: Blocks): string {
  const parts = blocks.map((block, at) => {
    const before = blocks[at - 1];
    if (before === undefined || separates(block.gap, before.text, block.text)) return block.gap + block.text;
    return `${isListItem(before.text) && isListItem(block.text) ? "\n" : "\n\n"}${block.text}`;
  });
  return parts.join("") + tail;
}

function separates(gap: string, before: string, after: string): boolean {
  const newlines = gap.split("\n").length - 1;
  if (newlines !== 1 || headingLevel(before) > 0) return newlines > 0;
  const lines = before.split("\n");
  return closingFence(lines, 0) === lines.length - 1 || !continues(after.split("\n")[0]!, lines.at(-1)!);
}

/** One entry: the text, further lines indented, the mark at the end. */
export function entryText(words: string, { label, id }: { readonly label: string; readonly id: RecordId }): string {
  const lines = words
    .replace(MARK, (mark) => `(${mark.slice(1, -1)})`)
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "");
  return `- ${lines.join("\n  ").trim()} ${markText(label, id)}`;
}

export function markText(label: string, id: RecordId): string {
  const plain = label.replaceAll("[", "(").replaceAll("]", ")").replace(/\s+/g, " ").trim();
  return plain === "" ? `[${id}]` : `[${plain}; ${id}]`;
}

/** Replaces each record's mark with its current one. */
export function remarked(text: string, markOf: (id: RecordId) => string): string {
  return text.replace(MARK, (_, id: RecordId) => markOf(id));
}

/** The statement of a block, without bullet, mark and indentation; undefined for a heading, code or a comment. */
export function statementOf(text: string): string | undefined {
  if (/^(?:#{1,6}\s|```|~~~|<!--|\||>|(?:[-*_]\s*){3,}$)/.test(text)) return undefined;
  const words = text
    .replace(MARK, " ")
    .replace(BULLET, "")
    .replace(/^\[[ xX]\]\s+/, "")
    .split("\n")
    .map((line) => line.replace(/^ {2}/, "").trimEnd())
    .filter((line) => line !== "")
    .join("\n")
    .trim();
  return words === "" ? undefined : words;
}

export function idsIn(text: string): RecordId[] {
  return [...new Set([...text.matchAll(MARK)].map(([, id]) => id!))];
}

/** 0 if the text is not a heading. */
export function headingLevel(text: string): number {
  return /^(#{1,6})(?:\s|$)/.exec(text)?.[1]?.length ?? 0;
}

const MARK = /\[(?:[^[\]]*;\s+)?(rec_[0-9a-hjkmnp-tv-z]{18})\]/g;
const MARK_AT_END = /\[(?:[^[\]]*;\s+)?rec_[0-9a-hjkmnp-tv-z]{18}\]\s*$/;
const BULLET = /^(?:[-*+]|\d{1,9}[.)])\s+/;

function isListItem(text: string): boolean {
  return BULLET.test(text);
}

type Stretch = { readonly from: number; to: number; last: string };

function stretches(text: string): Stretch[] {
  const found: Stretch[] = [];
  const lines = text.split("\n");
  let open: Stretch | undefined;
  let at = 0;
  let fenceEnd = -1;
  for (const [index, line] of lines.entries()) {
    const to = at + line.length;
    const isFenced = index <= fenceEnd;
    if (!isFenced && line.trim() === "") open = undefined;
    else if (open !== undefined && (isFenced || continues(line, open.last))) {
      open.to = to;
      open.last = line;
    } else {
      open = { from: at, to, last: line };
      found.push(open);
      fenceEnd = closingFence(lines, index) ?? -1;
    }
    if (index === fenceEnd || (!isFenced && headingLevel(line) > 0)) open = undefined;
    at = to + 1;
  }
  return found;
}

function continues(line: string, last: string): boolean {
  if (/^\s/.test(line)) return true;
  if (headingLevel(line) > 0 || BULLET.test(line) || /^(?:```|~~~|<!--)/.test(line)) return false;
  return !MARK_AT_END.test(last);
}

/** An unclosed fence is an ordinary line: it must not swallow every entry below it. */
function closingFence(lines: readonly string[], index: number): number | undefined {
  const fence = /^(?:`{3,}|~{3,})/.exec(lines[index]!)?.[0];
  if (fence === undefined) return undefined;
  const closing = lines.findIndex((line, at) => at > index && line.startsWith(fence) && /^(?:`+|~+)\s*$/.test(line));
  return closing === -1 ? undefined : closing;
}
