/** Gives each block a key, by which three versions of a text are compared: the id of its record, or its own text. */
import { type Block, markText, statementOf } from "../../core/artifact/blocks.ts";
import type { RecordId } from "../../core/record/record.ts";
import { saysTheSame } from "../../core/record/similar.ts";

/** In the order of the text; no key occurs twice. */
export type Keyed = ReadonlyMap<string, Block>;

export type KeyOptions = {
  /** Ids of generated entries; any other mark counts as text. */
  readonly known: ReadonlySet<RecordId>;
  /** If the entry of a record occurs twice, the one that equals the generated entry counts. */
  readonly original?: Keyed;
};

export function keyed(blocks: readonly Block[], { known, original }: KeyOptions): Keyed {
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
export function withNewEntries(mine: Keyed, { base, theirs }: { readonly base: Keyed; readonly theirs: Keyed }): Keyed {
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
