/** Keeps a brief within its budget, marks included, and no source but the person over its share of it. */
import type { Omission } from "../core/ports.ts";
import { isVouchedFor } from "../core/record/effective.ts";
import type { MemoryRecord } from "../core/record/record.ts";
import { estimateTokens } from "../core/text/tokens.ts";
import { briefText } from "./brief-text.ts";
import type { BriefLine } from "./layers.ts";

type Fitting = { readonly budget: number; readonly nonce: string; readonly takenBack: readonly string[] };

/** Lines in their order; a shorter one may still fit after a longer. */
export function fitted(
  chosen: readonly BriefLine[],
  { budget, nonce, takenBack }: Fitting,
): { lines: BriefLine[]; left: Omission[]; tokens: number } {
  const lines: BriefLine[] = [];
  const left: Omission[] = [];
  const spent = new Map<string, number>();
  const count = (some: readonly BriefLine[]): number => estimateTokens(briefText(some, { nonce, takenBack }));
  // Between two counts of the whole, the sum of its parts is kept: hardly ever less, and quick.
  let sum = count([]);
  let isExact = true;
  for (const next of chosen) {
    const ofSource = (spent.get(next.from ?? "") ?? 0) + next.tokens;
    if (next.from !== undefined && ofSource > budget * SHARE) {
      left.push({ id: next.id, reason: "over its share", why: WHY_SHARE });
      continue;
    }
    const title = lines.some(({ layer }) => layer === next.layer) ? 0 : TITLE_TOKENS;
    if (sum + title + next.tokens > budget && !isExact) [sum, isExact] = [count(lines), true];
    let need = sum + title + next.tokens;
    if (need > budget && need - SLACK <= budget) need = count([...lines, next]);
    if (need > budget) {
      left.push({ id: next.id, reason: "over budget", needTokens: need - budget });
      continue;
    }
    lines.push(next);
    [sum, isExact] = [need, false];
    if (next.from !== undefined) spent.set(next.from, ofSource);
  }
  // A sum can fall short where a mark had to be taken apart: the whole as it is handed over decides.
  let tokens = count(lines);
  while (lines.length > 0 && tokens > budget) {
    left.push({ id: lines.pop()!.id, reason: "over budget", needTokens: tokens - budget });
    tokens = count(lines);
  }
  return { lines, left, tokens };
}

/** Of whom a line speaks, where no person said it or accepted it: one such source must not fill a brief. */
export function cappedSource({ trust, accepted, source }: MemoryRecord): string | undefined {
  if (trust === "person" || accepted === true || !isVouchedFor({ trust })) return undefined;
  // What follows is the place in it.
  return `${trust} ${source.split("#")[0]}`;
}

const SHARE = 0.2;
const WHY_SHARE = "at most a fifth of a brief comes from one source that is not the person";
const TITLE_TOKENS = 8;
/** How far the sum of a line's parts can be over what the line adds. */
const SLACK = 12;
