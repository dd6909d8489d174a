/** Chooses what a brief holds: the rules, what is bound to the file, what fits the prompt, the workflows; under a budget. */
import type { Included, Kept, Layer, Match, Omission } from "../core/ports.ts";
import type { RecordId } from "../core/record/record.ts";
import { strength } from "../core/record/strength.ts";
import { estimateTokens } from "../core/text/tokens.ts";
import { briefText, lineOf } from "./brief-text.ts";
import { cappedSource, fitted } from "./fitted.ts";
import { mayEnterPrompt, oneLine } from "./render.ts";

/** Each list is in force and in its order; a record may stand in several, and is told once, in the first. */
export type Candidates = {
  readonly always: readonly Kept[];
  readonly scoped: readonly Match[];
  readonly related: readonly Match[];
  readonly workflows: readonly Match[];
};

export type BriefMeans = {
  readonly budget: number;
  /** Without one, what is strong is told. */
  readonly hasPrompt: boolean;
  /** What strength × relevance has to pass for the layer by context. */
  readonly threshold: number;
  readonly nonce: string;
  readonly at: { readonly nowMs: number; readonly halfLifeDays: number };
  readonly told: ReadonlySet<RecordId>;
  /** What was told in this session and no longer holds, with why. */
  readonly takenBack: readonly { readonly kept: Kept; readonly against: Pick<Omission, "reason" | "why"> }[];
  /** Undefined while it agrees with the repository; else why it does not. */
  readonly failing: (kept: Kept) => string | undefined;
  /** How often a workflow went well. */
  readonly successes: (id: RecordId) => number;
};

export type BriefLine = {
  readonly layer: Layer;
  readonly id: RecordId;
  readonly text: string;
  readonly source: string;
  readonly relevance: number;
  readonly strength: number;
  readonly score: number;
  readonly reason: string;
  readonly tokens: number;
  /** The source that it counts for, where no person stands behind it. */
  readonly from?: string;
};

export type Brief = {
  readonly text: string;
  readonly tokens: number;
  readonly lines: readonly BriefLine[];
  readonly omitted: readonly Omission[];
};

const WORKFLOWS = 3;

export function layers(candidates: Candidates, means: BriefMeans): Brief {
  const seen = new Set<RecordId>();
  const omitted: Omission[] = [];
  const admit = (line: BriefLine, kept: Kept): readonly BriefLine[] => {
    if (seen.has(line.id)) return [];
    seen.add(line.id);
    const why = reasonAgainst(line, kept, means);
    if (why === undefined) return [line];
    omitted.push({ id: line.id, ...why });
    return [];
  };
  const chosen = [
    ...candidates.always.flatMap((kept) => admit(always(kept, means), kept)),
    ...byScore(candidates.scoped.map((match) => scored("scoped", match, means))).flatMap(([line, kept]) =>
      admit(line, kept),
    ),
    ...byScore(candidates.related.map((match) => scored("B", match, means))).flatMap(([line, kept]) =>
      admit(line, kept),
    ),
  ];
  const workflows = provenFirst(candidates.workflows, means).flatMap(([line, kept]) => admit(line, kept));
  const back = takenBack(means);
  const { lines, left, tokens } = fitted([...chosen, ...workflows.slice(0, WORKFLOWS)], {
    ...means,
    takenBack: back.lines,
  });
  const text = lines.length + back.lines.length === 0 ? "" : briefText(lines, { ...means, takenBack: back.lines });
  const retold = new Set(back.omitted.map(({ id }) => id));
  const further = workflows.slice(WORKFLOWS).map(({ id }): Omission => ({ id, reason: "over limit" }));
  return {
    text,
    tokens: text === "" ? 0 : tokens,
    lines,
    omitted: [...back.omitted, ...omitted.filter(({ id }) => !retold.has(id)), ...left, ...further],
  };
}

export function includedIn({ lines }: Brief): Included[] {
  return lines.map(({ id, relevance, tokens, layer, strength: strong, score }) => ({
    id,
    relevance,
    tokens,
    layer,
    strength: strong,
    score,
  }));
}

/** As many as fit: what is false matters more than anything new. What does not fit is said by the next brief. */
function takenBack({ takenBack: all, nonce, budget }: BriefMeans): { lines: string[]; omitted: Omission[] } {
  const lines: string[] = [];
  const omitted: Omission[] = [];
  for (const { kept, against } of all) {
    const next = `${lineOf(kept.record)}${against.why === undefined ? "" : ` (${oneLine(against.why)})`}`;
    const need = estimateTokens(briefText([], { nonce, takenBack: [...lines, next] }));
    if (need <= budget) lines.push(next);
    const over: Against & Pick<Omission, "needTokens"> = { reason: "over budget", needTokens: need - budget };
    omitted.push({ id: kept.record.id, ...(need <= budget ? against : over) });
  }
  return { lines, omitted };
}

type Against = Pick<Omission, "reason" | "why">;

function reasonAgainst({ id, layer, score }: BriefLine, kept: Kept, means: BriefMeans): Against | undefined {
  if (kept.record.status !== "active") return { reason: kept.record.status };
  if (!mayEnterPrompt(kept.record)) return { reason: "not accepted" };
  if (means.told.has(id)) return { reason: "told" };
  const failing = means.failing(kept);
  if (failing !== undefined) return { reason: "no longer true", why: failing };
  if (layer === "B" && score <= means.threshold) return { reason: "below threshold" };
  return undefined;
}

type Scored = readonly [line: BriefLine, kept: Kept];

function always(kept: Kept, means: BriefMeans): BriefLine {
  const strong = strengthOf(kept, means);
  return line("A", kept, {
    relevance: 1,
    strength: strong,
    score: strong,
    reason: `${kept.record.priority} ${kept.record.type}`,
  });
}

function reasonFor(layer: Exclude<Layer, "A">, { kept }: Match, { hasPrompt }: BriefMeans): string {
  if (layer === "scoped") return `bound to ${kept.record.paths.join(", ")}`;
  const what = layer === "B" ? "" : "a workflow that ";
  return `${what}${hasPrompt ? "fits the prompt" : "is strong"}`;
}

function scored(layer: Exclude<Layer, "A">, match: Match, means: BriefMeans): Scored {
  const { kept, relevance } = match;
  const strong = strengthOf(kept, means);
  const parts = { relevance, strength: strong, score: strong * relevance, reason: reasonFor(layer, match, means) };
  return [line(layer, kept, parts), kept];
}

function provenFirst(workflows: readonly Match[], means: BriefMeans): Scored[] {
  return workflows
    .map((match) => ({ match, proven: Number(means.successes(match.kept.record.id) > 0) }))
    .sort((a, b) => b.proven - a.proven || b.match.relevance - a.match.relevance)
    .map(({ match }) => scored("C", match, means));
}

function line(
  layer: Layer,
  { record, file }: Kept,
  parts: Pick<BriefLine, "relevance" | "strength" | "score" | "reason">,
): BriefLine {
  const text = lineOf(record);
  const from = cappedSource(record);
  return {
    layer,
    id: record.id,
    text,
    source: file,
    ...rounded(parts),
    tokens: estimateTokens(`${text}\n`),
    ...(from !== undefined && { from }),
  };
}

function rounded<T extends Pick<BriefLine, "relevance" | "strength" | "score">>(parts: T): T {
  const round = (x: number): number => Math.round(x * 1000) / 1000;
  return { ...parts, relevance: round(parts.relevance), strength: round(parts.strength), score: round(parts.score) };
}

/** Ties by id, so that the same memory gives the same brief. */
function byScore(scored: readonly Scored[]): Scored[] {
  return scored.toSorted(([a], [b]) => b.score - a.score || (a.id < b.id ? -1 : 1));
}

function strengthOf({ record, lastUsedMs, reinforcement }: Kept, { at }: BriefMeans): number {
  return strength(record.type, { lastUsedMs, reinforcement }, at);
}
