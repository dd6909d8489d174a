/** The written summary as far as it is true now: entries of records that are gone are left out, and changed ones have their current words. */

import {
  type Block,
  blocksOf,
  headingLevel,
  idsIn,
  joinedBlocks,
  remarked,
  statementOf,
} from "../../../core/artifact/blocks.ts";
import { entryOf, markOf } from "../../../core/artifact/entry.ts";
import type { Kept, Version } from "../../../core/ports.ts";
import { isVouchedFor } from "../../../core/record/acceptance.ts";
import type { RecordId } from "../../../core/record/record.ts";
import { isExpired, withoutShadowed } from "../../../search/recall.ts";
import type { ReadContext } from "../../call/call-context.ts";
import { staleCheck } from "../../record/kept/record-view.ts";

/** A summary as a model worded it, and the versions of the records that it worded. */
type WordedSummary = { readonly versions: ReadonlyMap<RecordId, Version>; readonly summary: string };

type SummarySources = {
  readonly call: Pick<ReadContext, "search" | "get" | "clock" | "project">;
  readonly worded: () => WordedSummary | undefined;
  /** The text of a playbook, by its address. */
  readonly playbook: (address: string) => string | undefined;
  /** Records that are given before it. */
  readonly without?: ReadonlySet<RecordId>;
};

/** A line without a record is left out: it becomes a record, or not, when the files are read next. */
export async function currentSummary(
  summary: string,
  { call, worded, playbook, without = new Set() }: SummarySources,
): Promise<string> {
  const playbooks = new Map<Block, readonly RecordId[]>();
  const { blocks, tail } = blocksOf(summary);
  for (const block of blocks) {
    const address = PLAYBOOK.exec(block.text)?.[1];
    if (address !== undefined) playbooks.set(block, idsIn(playbook(address) ?? ""));
  }
  const now = await currentRecords(call, [...blocks.flatMap(({ ids }) => ids), ...[...playbooks.values()].flat()]);
  const isWorded = wordingCheck(worded, now);
  const given = new Set<RecordId>(without);
  const current = blocks.flatMap((block): Block[] => {
    if (headingLevel(block.text) > 0) return [block];
    const sources = playbooks.get(block);
    if (sources !== undefined) return sources.length > 0 && sources.every((id) => now.has(id)) ? [block] : [];
    const own = block.ids.filter((id) => now.has(id) && !given.has(id));
    for (const id of own) given.add(id);
    if (own.length > 0 && own.length === block.ids.length && isWorded(block))
      return [{ ...block, text: remarked(block.text, (id) => markOf(now.get(id)!.record, SHORT)) }];
    return own.map((id) => ({ gap: block.gap, text: entryOf(now.get(id)!.record, SHORT), ids: [id] }));
  });
  return joinedBlocks({ blocks: current, tail });
}

const PLAYBOOK = /^- (memory:\/\/root\/skills\/\S+)$/;
const SHORT = { isShort: true };

/** Those of the records that may be given to a session now. */
async function currentRecords(
  call: SummarySources["call"],
  ids: readonly RecordId[],
): Promise<ReadonlyMap<RecordId, Kept>> {
  const failing = staleCheck(call);
  const nowMs = call.clock();
  const found: Kept[] = [];
  for (const id of new Set(ids)) {
    const kept = await call.get(id);
    const isActive = kept?.record.status === "active" && isVouchedFor(kept.record) && !isExpired(kept.record, nowMs);
    // One that is in doubt comes with the brief, which says so.
    if (kept !== undefined && isActive && kept.doubt === undefined && failing(kept) === undefined) found.push(kept);
  }
  const matches = found.map((kept) => ({ kept, score: 0, relevance: 0 }));
  const { inForce } = await withoutShadowed(matches, { nowMs, failing }, call.search);
  return new Map(inForce.map(({ kept }) => [kept.record.id, kept]));
}

/** Whether a model worded an entry like this from the records as they are now. */
function wordingCheck(worded: SummarySources["worded"], now: ReadonlyMap<RecordId, Kept>): (block: Block) => boolean {
  let known: ReadonlySet<string> | undefined;
  const nameOf = ({ ids, text }: Block): string => `${ids.join(" ")} ${statementOf(text)}`;
  const load = (): ReadonlySet<string> => {
    const { summary, versions } = worded() ?? { summary: "", versions: new Map() };
    const isSame = (id: RecordId): boolean => versions.get(id) === now.get(id)?.version;
    return new Set(
      blocksOf(summary)
        .blocks.filter(({ ids }) => ids.every(isSame))
        .map(nameOf),
    );
  };
  return (block) => {
    known ??= load();
    return known.has(nameOf(block));
  };
}
