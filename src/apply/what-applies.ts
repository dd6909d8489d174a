/** Chooses what applies to a moment: rules, records bound to the file, records that match, passages, workflows; one ranked list within a budget. */
import type { AppliedKind, AppliedLine, Moment } from "../core/moment/moment.ts";
import type { Kept, Layer, Match, Omission } from "../core/ports.ts";
import { DOUBTED } from "../core/record/doubt.ts";
import type { MemoryRecord, RecordId } from "../core/record/record.ts";
import { strength } from "../core/record/strength.ts";
import { estimateTokens } from "../core/text/tokens.ts";
import { briefText, cappedSource, fitToBudget, joinedBySlashes, lineOf, mayEnterPrompt } from "./render.ts";

/** What was found for the moment. Each list is in force and sorted; a record that is in several is used once, in the first. */
export type Candidates = {
  readonly always: readonly Kept[];
  readonly scoped: readonly Match[];
  readonly related: readonly Match[];
  readonly workflows: readonly Match[];
  /** What was said before, the best first; those that the session was given are left out. */
  readonly passages: readonly Pick<ChosenLine, "id" | "text" | "source" | "relevance" | "reason" | "isLeftOff">[];
};

export type ApplyOptions = {
  readonly budget: number;
  /** Strength × relevance must be above this for layers B and C. */
  readonly threshold: number;
  readonly nonce: string;
  readonly at: { readonly nowMs: number; readonly halfLifeDays: number };
  /** Records that this session was given before. */
  readonly given: ReadonlySet<RecordId>;
  /** Records that this session was given and that are no longer true, with the reason. */
  readonly retracted: readonly { readonly kept: Kept; readonly against: Pick<Omission, "reason" | "why"> }[];
  /** Why a record no longer agrees with the repository; undefined if it does. */
  readonly failing: (kept: Kept) => string | undefined;
  /** How often a workflow succeeded. */
  readonly successes: (id: RecordId) => number;
};

/** A line with what its place in the list rests on. */
export type ChosenLine = AppliedLine & {
  readonly strength: number;
  readonly score: number;
  /** Following it failed before: it is shown apart from the rest. */
  readonly isDoubted?: true;
  /** It says where the last session left off. */
  readonly isLeftOff?: true;
  /** The source that it counts for, if no person accepted it. */
  readonly from?: string;
};

/** Most candidates are not chosen, so tokens are counted late. */
export type UncountedLine = Omit<ChosenLine, "tokens">;

export type Applied = {
  readonly text: string;
  readonly tokens: number;
  readonly lines: readonly ChosenLine[];
  readonly omitted: readonly Omission[];
};

export const NOTHING: Applied = { text: "", tokens: 0, lines: [], omitted: [] };

type Choosing = ApplyOptions & { readonly moment: Moment };

const WORKFLOWS = 3;

export function whatApplies(moment: Moment, candidates: Candidates, how: ApplyOptions): Applied {
  const options = { ...how, moment };
  const seen = new Set<RecordId>();
  const omitted: Omission[] = [];
  const usable = (scored: readonly Scored[]): readonly UncountedLine[] =>
    scored.flatMap(([line, kept]) => {
      if (seen.has(line.id)) return [];
      seen.add(line.id);
      const why = reasonAgainst(line, kept, options);
      if (why === undefined) return [line];
      omitted.push({ id: line.id, ...why });
      return [];
    });
  const chosen = [
    ...usable(doubtedLast(candidates.always).map((kept) => scored("A", { kept, relevance: 1 }, options))),
    ...usable(byScore(candidates.scoped.map((match) => scored("scoped", match, options)))),
    ...usable(byScore(candidates.related.map((match) => scored("B", match, options)))),
    ...candidates.passages.map(passageLine),
  ];
  const workflows = usable(provenFirst(candidates.workflows, options));
  const corrections = retractedLines(options);
  const within = { ...options, retracted: corrections.lines };
  const fitted = fitToBudget([...chosen, ...workflows.slice(0, WORKFLOWS)], within);
  const { lines } = fitted;
  const text = lines.length + corrections.lines.length === 0 ? "" : fitted.text;
  const corrected = new Set(corrections.omitted.map(({ id }) => id));
  const further = workflows.slice(WORKFLOWS).map(({ id }): Omission => ({ id, reason: "over limit" }));
  return {
    text,
    tokens: text === "" ? 0 : fitted.tokens,
    lines,
    omitted: [...corrections.omitted, ...omitted.filter(({ id }) => !corrected.has(id)), ...fitted.omitted, ...further],
  };
}

/** As many as fit: a correction matters more than anything new. The next brief has the rest. */
function retractedLines({ retracted: all, nonce, budget }: ApplyOptions): { lines: string[]; omitted: Omission[] } {
  const lines: string[] = [];
  const omitted: Omission[] = [];
  for (const { kept, against } of all) {
    const next = `${lineOf(kept.record)}${against.why === undefined ? "" : ` (${joinedBySlashes(against.why)})`}`;
    const need = estimateTokens(briefText([], { nonce, retracted: [...lines, next] }));
    if (need <= budget) lines.push(next);
    const over: Against & Pick<Omission, "needTokens"> = { reason: "over budget", needTokens: need - budget };
    omitted.push({ id: kept.record.id, ...(need <= budget ? against : over) });
  }
  return { lines, omitted };
}

type Against = Pick<Omission, "reason" | "why">;

function reasonAgainst({ id, layer, score }: UncountedLine, kept: Kept, options: Choosing): Against | undefined {
  if (kept.record.status !== "active") return { reason: kept.record.status };
  if (!mayEnterPrompt(kept.record)) return { reason: "not accepted" };
  if (options.given.has(id)) return { reason: "told" };
  const failing = options.failing(kept);
  if (failing !== undefined) return { reason: "no longer true", why: failing };
  if ((layer === "B" || layer === "C") && score <= options.threshold) return { reason: "below threshold" };
  return undefined;
}

type Scored = readonly [line: UncountedLine, kept: Kept];

function scored(layer: Layer, match: Pick<Match, "kept" | "relevance">, options: Choosing): Scored {
  const { kept } = match;
  const { record, lastUsedMs, reinforcement, doubt } = kept;
  const relevance = match.relevance * (doubt === undefined ? 1 : DOUBTED);
  const current = strength(record.type, { lastUsedMs, reinforcement }, options.at);
  const text = lineOf(record, doubt);
  const from = cappedSource(record);
  const line: UncountedLine = {
    layer,
    kind: kindOfLine(record),
    wants: "tell",
    id: record.id,
    text,
    source: kept.file,
    relevance: rounded(relevance),
    strength: rounded(current),
    score: rounded(current * relevance),
    reason: reasonFor(layer, record, options),
    ...(doubt !== undefined && { isDoubted: true as const }),
    ...(from !== undefined && { from }),
  };
  return [line, kept];
}

function passageLine(passage: Candidates["passages"][number]): UncountedLine {
  const { relevance, text } = passage;
  const shown = `- ${joinedBySlashes(text)}`;
  return {
    ...passage,
    ...{ layer: "passage", kind: "passage", wants: "tell", text: shown },
    ...{ relevance: rounded(relevance), strength: 1, score: rounded(relevance) },
  };
}

function rounded(x: number): number {
  return Math.round(x * 1000) / 1000;
}

function reasonFor(layer: Layer, { priority, type, paths }: MemoryRecord, { moment }: Choosing): string {
  if (layer === "A") return `${priority} ${type}`;
  if (layer === "scoped") return `bound to ${paths.join(", ")}`;
  const what = layer === "B" ? "" : "a workflow that ";
  return `${what}${isWithoutText(moment) ? "is strong" : MATCHES[moment.at as keyof typeof MATCHES]}`;
}

/** Without words, the strongest are chosen. */
function isWithoutText(moment: Moment): boolean {
  return moment.at === "start" || (moment.at === "prompt" && moment.text === "");
}

const MATCHES: Readonly<Record<Exclude<Moment["at"], "start" | "act" | "failure">, string>> = {
  prompt: "matches the prompt",
  request: "matches the request",
  ticket: "matches the ticket",
};

function kindOfLine({ type }: Pick<MemoryRecord, "type">): AppliedKind {
  return type === "workflow" ? "workflow" : "rule";
}

/** A rule of the person stays a rule, after those that nothing speaks against. */
function doubtedLast(rules: readonly Kept[]): readonly Kept[] {
  return rules.toSorted((a, b) => Number(a.doubt !== undefined) - Number(b.doubt !== undefined));
}

function provenFirst(workflows: readonly Match[], options: Choosing): Scored[] {
  return workflows
    .map((match) => ({ match, proven: Number(options.successes(match.kept.record.id) > 0) }))
    .sort((a, b) => b.proven - a.proven || b.match.relevance - a.match.relevance)
    .map(({ match }) => scored("C", match, options));
}

/** What only an agent says never stands above a person's. Ties are broken by id, so that the same memory gives the same brief. */
function byScore(scored: readonly Scored[]): Scored[] {
  const isAgents = ({ record: { trust, accepted } }: Kept): number => Number(trust === "agent" && accepted !== true);
  return scored.toSorted(
    ([a, ofA], [b, ofB]) => isAgents(ofA) - isAgents(ofB) || b.score - a.score || (a.id < b.id ? -1 : 1),
  );
}
