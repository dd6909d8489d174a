/** Cuts an artifact at whole entries, so that with all that stands around them they stay within every limit. */
import { type Block, headingLevel, textOf } from "./blocks.ts";

export type Limit = { readonly most: number; readonly count: (text: string) => number };

export type Fitting = {
  readonly limits: readonly Limit[];
  /** The whole text, made of what was taken. */
  readonly around: (body: string) => string;
};

/** In order; a shorter entry may still fit after a longer one; a heading stays only above something. */
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
    const next = textOf({ blocks: [...above, block], tail: "\n" });
    const costs = limits.map(({ count }) => count(next));
    if (costs.some((cost, limit) => cost > left[limit]!)) continue;
    costs.forEach((cost, limit) => {
      left[limit]! -= cost;
    });
    taken.push(...above, block);
    above = [];
  }
  // Parts counted alone may cost less than together.
  while (taken.length > 0 && limits.some(({ most, count }) => count(around(bodyOf(taken))) > most)) dropLast(taken);
  return taken;
}

export function bodyOf(blocks: readonly Block[]): string {
  return textOf({ blocks, tail: "" }).trim();
}

function dropLast(blocks: Block[]): void {
  blocks.pop();
  while (headingLevel(blocks.at(-1)?.text ?? "") > 0) blocks.pop();
}
