/** Blocks under the names by which three versions of a text are compared: an entry's record, or a text's own words. */
import { type Block, markText, statementOf } from "../../core/artifact/blocks.ts";
import type { RecordId } from "../../core/record/record.ts";
import { saysTheSame } from "../../core/record/similar.ts";

/** In the order of the text; no key occurs twice. */
export type Keyed = ReadonlyMap<string, Block>;

type KeyMeans = {
  /** Ids of entries that were generated; any other mark is only words. */
  readonly known: ReadonlySet<RecordId>;
  /** Where one record's entry stands twice, the one that is as it was generated is meant. */
  readonly original?: Keyed;
};

export function keyed(blocks: readonly Block[], { known, original }: KeyMeans): Keyed {
  const meant = new Map<RecordId, Block>();
  for (const block of blocks) {
    const id = block.ids.find((one) => known.has(one));
    if (id === undefined) continue;
    if (!meant.has(id) || block.text === original?.get(id)?.text) meant.set(id, block);
  }
  const result = new Map<string, Block>();
  const times = new Map<string, number>();
  for (const block of blocks) {
    const id = block.ids.find((one) => known.has(one));
    if (id !== undefined && meant.get(id) === block) {
      result.set(id, block);
      continue;
    }
    const time = (times.get(block.text) ?? 0) + 1;
    times.set(block.text, time);
    // Its marks are copied or foreign: it stands for no record.
    result.set(`${time} ${block.text}`, { ...block, ids: [] });
  }
  return result;
}

/** A line that was typed earlier and has become a record since is that record's entry from now on, where it stands. */
export function takenIn(mine: Keyed, { base, theirs }: { readonly base: Keyed; readonly theirs: Keyed }): Keyed {
  const born = [...theirs].filter(
    ([key, { ids }]) => ids.length === 1 && ids[0] === key && !base.has(key) && !mine.has(key),
  );
  if (born.length === 0) return mine;
  const result = new Map<string, Block>();
  for (const [key, block] of mine) {
    const statement = block.ids.length > 0 || base.has(key) || theirs.has(key) ? undefined : statementOf(block.text);
    const at = statement === undefined ? -1 : born.findIndex(([, { text }]) => isOf(statement, text));
    const [found] = at === -1 ? [] : born.splice(at, 1);
    if (found === undefined || statement === undefined) result.set(key, block);
    else result.set(found[0], { gap: block.gap, text: entered(block, statement, found[1]), ids: [found[0]] });
  }
  return result;
}

function isOf(statement: string, entry: string): boolean {
  const words = statementOf(entry);
  return words !== undefined && (words === statement || saysTheSame(words, statement));
}

/** The hand's own words stay, to the letter. */
function entered(block: Block, statement: string, entry: Block): string {
  if (statementOf(entry.text) === statement) return entry.text;
  const mark = /\[[^[\]]*\]$/.exec(entry.text)?.[0] ?? markText("", entry.ids[0]!);
  return `${block.text} ${mark}`;
}
