/** The text of a brief within its budget: lines under the titles of their layers, each with its source, marked as data. */
import type { Layer, Omission } from "../core/ports.ts";
import { isVouchedFor } from "../core/record/effective.ts";
import { kindOf, type MemoryRecord } from "../core/record/record.ts";
import { wrapAsData } from "../core/text/marker.ts";
import { estimateTokens } from "../core/text/tokens.ts";
import type { BriefLine } from "./layers.ts";
import { oneLine, sourceLabel } from "./render.ts";

type Line = { readonly layer: Layer; readonly text: string };

const TITLES: readonly (readonly [Layer, string])[] = [
  ["A", "Rules"],
  ["scoped", "For this file"],
  ["B", "Related"],
  ["C", "Workflows"],
];

const HEAD = "What oldhand remembers; check it against the repository before acting on it.";

export function briefText(
  lines: readonly Line[],
  { nonce, retracted = [] }: { nonce: string; retracted?: readonly string[] },
): string {
  const corrections =
    retracted.length === 0 ? [] : ["No longer true, although given earlier in this session:", ...retracted];
  const blocks = TITLES.flatMap(([layer, title]) => {
    const own = lines.filter((line) => line.layer === layer).map(({ text }) => text);
    return own.length === 0 ? [] : [`${title}:`, ...own];
  });
  return wrapAsData([HEAD, ...corrections, ...blocks].join("\n"), { nonce });
}

/** A workflow is shown as its name and steps, any other record as its text. */
export function lineOf(record: MemoryRecord): string {
  const text =
    record.type === "workflow" && record.steps !== undefined
      ? `${record.key}: ${record.steps.join(" → ")}`
      : record.text;
  return `- ${oneLine(text)} [${kindOf(record)}, ${record.scope}${sourceLabel(record)}; ${record.id}]`;
}

type FitOptions = { readonly budget: number; readonly nonce: string; readonly retracted: readonly string[] };

/** Keeps as many lines as fit, in their order; a shorter one may still fit after a longer one did not. */
export function fitToBudget(
  chosen: readonly BriefLine[],
  { budget, nonce, retracted }: FitOptions,
): { lines: BriefLine[]; omitted: Omission[]; tokens: number } {
  const lines: BriefLine[] = [];
  const omitted: Omission[] = [];
  const spent = new Map<string, number>();
  const count = (some: readonly BriefLine[]): number => estimateTokens(briefText(some, { nonce, retracted }));
  // Between two exact counts, the sum of the parts is used: it is fast, and almost never too low.
  let sum = count([]);
  let isExact = true;
  for (const next of chosen) {
    const ofSource = (spent.get(next.from ?? "") ?? 0) + next.tokens;
    if (next.from !== undefined && ofSource > budget * SHARE) {
      omitted.push({ id: next.id, reason: "over its share", why: WHY_SHARE });
      continue;
    }
    const title = lines.some(({ layer }) => layer === next.layer) ? 0 : TITLE_TOKENS;
    if (sum + title + next.tokens > budget && !isExact) [sum, isExact] = [count(lines), true];
    let need = sum + title + next.tokens;
    if (need > budget && need - SLACK <= budget) need = count([...lines, next]);
    if (need > budget) {
      omitted.push({ id: next.id, reason: "over budget", needTokens: need - budget });
      continue;
    }
    lines.push(next);
    [sum, isExact] = [need, false];
    if (next.from !== undefined) spent.set(next.from, ofSource);
  }
  // The sum can be too low if a marker inside a line was escaped, so the final text decides.
  let tokens = count(lines);
  while (lines.length > 0 && tokens > budget) {
    omitted.push({ id: lines.pop()!.id, reason: "over budget", needTokens: tokens - budget });
    tokens = count(lines);
  }
  return { lines, omitted, tokens };
}

/** The source that a line counts for, if no person wrote or accepted it: one such source must not fill a brief. */
export function cappedSource({ trust, accepted, source }: MemoryRecord): string | undefined {
  if (trust === "person" || accepted === true || !isVouchedFor({ trust })) return undefined;
  // After the # comes the position in the source.
  return `${trust} ${source.split("#")[0]}`;
}

const SHARE = 0.2;
const WHY_SHARE = "at most a fifth of a brief comes from one source that is not the person";
const TITLE_TOKENS = 8;
/** How much the sum can exceed the tokens that a line really adds. */
const SLACK = 12;
