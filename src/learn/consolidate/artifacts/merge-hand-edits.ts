/** Three-way merge of a newly generated text with a person's edits to the last one: the edits win and are reported. */
import {
  type Block,
  blocksOf,
  headingLevel,
  joinedBlocks,
  markText,
  statementOf,
} from "../../../core/artifact/blocks.ts";
import type { RecordId } from "../../../core/record/record.ts";
import { saysTheSame } from "../../../core/statement/says-the-same.ts";
import { mergedOrder } from "./block-order.ts";

export type HandMerge = {
  readonly text: string;
  /** Statements that the person added. */
  readonly added: readonly string[];
  /** Records whose entries the person deleted. */
  readonly removed: readonly RecordId[];
  readonly edited: readonly { readonly id: RecordId; readonly text: string }[];
  /** Edited records that had also changed in memory; the person's text wins. */
  readonly conflicts: readonly RecordId[];
};

/** `base` is what was generated last, `mine` the file as it is now, `theirs` what was generated now. */
export function mergeHandEdits(base: string, mine: string, theirs: string): HandMerge {
  const own = blocksOf(mine.replaceAll("\r\n", "\n"));
  const [old, next] = [blocksOf(base), blocksOf(theirs)];
  const known = new Set([...old.blocks, ...next.blocks].flatMap(({ ids }) => ids));
  const b = keyed(old.blocks, { known });
  const t = keyed(next.blocks, { known });
  const m = withNewEntries(keyed(own.blocks, { known, original: b }), { base: b, theirs: t });
  const sides: Sides = { b, m, t };
  const kept = keptBlocks(sides);
  const order = mergedOrder(
    { base: [...b.keys()], mine: [...m.keys()], theirs: [...t.keys()] },
    {
      changedByHand: (key) => m.get(key)?.text !== b.get(key)?.text,
      isHeading: (key) => headingLevel((m.get(key) ?? t.get(key))?.text ?? "") > 0,
    },
  );
  const [first, ...rest] = order.flatMap((key) => kept.get(key) ?? []);
  const head = threeWay(old.blocks[0]?.gap, own.blocks[0]?.gap, next.blocks[0]?.gap) ?? "";
  const blocks = first === undefined ? [] : [{ ...first, gap: head }, ...rest];
  return { text: joinedBlocks({ blocks, tail: threeWay(old.tail, own.tail, next.tail) }), ...editsIn(sides) };
}

function threeWay<T>(base: T, mine: T, theirs: T): T {
  return mine === base ? theirs : mine;
}

type Sides = { readonly b: Keyed; readonly m: Keyed; readonly t: Keyed };

function keptBlocks({ b, m, t }: Sides): Map<string, Block> {
  const kept = new Map<string, Block>();
  const held = new Set<RecordId>();
  for (const [key, mine] of m) {
    const [base, theirs] = [b.get(key), t.get(key)];
    if (theirs === undefined) {
      if (mine.text === base?.text) continue;
      kept.set(key, mine);
    } else kept.set(key, resolved(base, mine, theirs));
    if (kept.get(key)?.text === mine.text) for (const id of mine.ids) held.add(id);
  }
  for (const [key, theirs] of t) {
    const isHeld = theirs.ids.length > 0 && theirs.ids.every((id) => held.has(id));
    if (!m.has(key) && !b.has(key) && !isHeld) kept.set(key, theirs);
  }
  return kept;
}

function resolved(base: Block | undefined, mine: Block, theirs: Block): Block {
  const gap = threeWay(base?.gap, mine.gap, theirs.gap) ?? mine.gap;
  const isTheirs =
    mine.text === base?.text || (theirs.text !== base?.text && statementOf(mine.text) === statementOf(theirs.text));
  return { ...(isTheirs ? theirs : mine), gap };
}

function editsIn({ b, m, t }: Sides): Omit<HandMerge, "text"> {
  const added: string[] = [];
  const edited: { id: RecordId; text: string }[] = [];
  const conflicts: RecordId[] = [];
  for (const [key, mine] of m) {
    const [base, theirs] = [b.get(key), t.get(key)];
    const statement = statementOf(mine.text);
    if (mine.text === base?.text || statement === undefined || statement.startsWith("memory://")) continue;
    const [id, second] = mine.ids;
    if (id !== key || second !== undefined || theirs === undefined) {
      if (theirs?.text !== mine.text) added.push(statement);
      continue;
    }
    const [was, is] = [base && statementOf(base.text), statementOf(theirs.text)];
    if (statement === was || statement === is) continue;
    edited.push({ id, text: statement });
    if (base !== undefined && is !== was) conflicts.push(id);
  }
  const present = new Set([...m.values()].flatMap(({ ids }) => ids));
  const offered = new Set([...t.values()].flatMap(({ ids }) => ids));
  const removed = [...b.values()].flatMap(({ ids }) => ids).filter((id) => !present.has(id) && offered.has(id));
  return { added, removed: [...new Set(removed)], edited, conflicts };
}

/** In the order of the text; no key occurs twice. */
type Keyed = ReadonlyMap<string, Block>;

type KeyOptions = {
  /** Ids of generated entries; any other mark counts as text. */
  readonly known: ReadonlySet<RecordId>;
  /** If the entry of a record occurs twice, the one that equals the generated entry counts. */
  readonly original?: Keyed;
};

function keyed(blocks: readonly Block[], { known, original }: KeyOptions): Keyed {
  const chosen = new Map<RecordId, Block>();
  for (const block of blocks) {
    const id = block.ids.find((one) => known.has(one));
    if (id === undefined) continue;
    if (!chosen.has(id) || block.text === original?.get(id)?.text) chosen.set(id, block);
  }
  const result = new Map<string, Block>();
  const times = new Map<string, number>();
  for (const block of blocks) {
    const id = block.ids.find((one) => known.has(one));
    if (id !== undefined && chosen.get(id) === block) {
      result.set(id, block);
      continue;
    }
    const time = (times.get(block.text) ?? 0) + 1;
    times.set(block.text, time);
    // Its marks are copied or foreign, so it belongs to no record.
    result.set(`${time} ${block.text}`, { ...block, ids: [] });
  }
  return result;
}

/** A line that was typed earlier and has become a record since is now the entry of that record, in its place. */
function withNewEntries(mine: Keyed, { base, theirs }: { readonly base: Keyed; readonly theirs: Keyed }): Keyed {
  const created = [...theirs].filter(
    ([key, { ids }]) => ids.length === 1 && ids[0] === key && !base.has(key) && !mine.has(key),
  );
  if (created.length === 0) return mine;
  const result = new Map<string, Block>();
  for (const [key, block] of mine) {
    const statement = block.ids.length > 0 || base.has(key) || theirs.has(key) ? undefined : statementOf(block.text);
    const at = statement === undefined ? -1 : created.findIndex(([, { text }]) => saysStatement(text, statement));
    const [found] = at === -1 ? [] : created.splice(at, 1);
    if (found === undefined || statement === undefined) result.set(key, block);
    else result.set(found[0], { gap: block.gap, text: markedBlock(block, statement, found[1]), ids: [found[0]] });
  }
  return result;
}

function saysStatement(entry: string, statement: string): boolean {
  const words = statementOf(entry);
  return words !== undefined && (words === statement || saysTheSame(words, statement));
}

/** The typed text stays as it is. */
function markedBlock(block: Block, statement: string, entry: Block): string {
  if (statementOf(entry.text) === statement) return entry.text;
  const mark = /\[[^[\]]*\]$/.exec(entry.text)?.[0] ?? markText("", entry.ids[0]!);
  return `${block.text} ${mark}`;
}
