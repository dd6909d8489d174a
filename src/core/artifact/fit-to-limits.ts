/** Selects entries of an artifact, so that the complete text stays within all limits. */
import { type Block, headingLevel, joinedBlocks } from "./blocks.ts";

export type Limit = { readonly most: number; readonly count: (text: string) => number };

type Fitting = {
  readonly limits: readonly Limit[];
  /** Makes the complete text from the selected entries. */
  readonly around: (body: string) => string;
};

/** In order; a shorter entry may still fit after a longer one did not; a heading without entries is dropped. */
export function fitted(blocks: readonly Block[], { limits, around }: Fitting): Block[] {
  const left = limits.map(({ most, count }) => most - count(around("")));
  const taken: Block[] = [];
  let above: Block[] = [];
  for (const block of blocks) {
    const level = headingLevel(block.text);
    if (level > 0) {
      above = [...above.filter(({ text }) => headingLevel(text) < level), block];
      continue;
    }
    const next = joinedBlocks({ blocks: [...above, block], tail: "\n" });
    const costs = limits.map(({ count }) => count(next));
    if (costs.some((cost, limit) => cost > left[limit]!)) continue;
    costs.forEach((cost, limit) => {
      left[limit]! -= cost;
    });
    taken.push(...above, block);
    above = [];
  }
  // Parts counted separately may cost less than together.
  while (taken.length > 0 && limits.some(({ most, count }) => count(around(entriesText(taken))) > most))
    dropLast(taken);
  return taken;
}

export function entriesText(blocks: readonly Block[]): string {
  return joinedBlocks({ blocks, tail: "" }).trim();
}

function dropLast(blocks: Block[]): void {
  blocks.pop();
  while (headingLevel(blocks.at(-1)?.text ?? "") > 0) blocks.pop();
}
