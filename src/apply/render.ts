/** Renders recall results and briefs as text within a budget: snippets for people, marked blocks for prompts. */
import { isoTime, parseTime } from "../core/base/clock.ts";
import type { Layer, Match, Omission, Piece } from "../core/ports.ts";
import { isVouchedFor } from "../core/record/acceptance.ts";
import { cautionForPrompt, type Doubt, doubtForPeople, doubtForPrompt } from "../core/record/doubt.ts";
import { kindOf, type MemoryRecord, saidOn, sourceInWords } from "../core/record/record.ts";
import { wrapAsData } from "../core/text/marker.ts";
import { costOfLines, estimateTokens, wholeTokens } from "../core/text/tokens.ts";
import type { ChosenLine, UncountedLine } from "./what-applies.ts";

type Fitted = {
  readonly pieces: readonly Piece[];
  readonly omitted: readonly Omission[];
  readonly tokens: number;
  readonly text: string;
};

type Form = (pieces: readonly Piece[]) => string;

/** Takes results, best first, while the text with all its marks stays within the budget. */
export function fit(pieces: readonly Piece[], form: Form, budget: number): Fitted {
  // Usually everything fits, and then the text is rendered only once.
  const all = form(pieces);
  if (pieces.length > 0 && estimateTokens(all) <= budget)
    return { pieces, omitted: [], tokens: estimateTokens(all), text: all };
  const taken: Piece[] = [];
  const omitted: Omission[] = [];
  let text = form([]);
  for (const piece of pieces) {
    const next = form([...taken, piece]);
    const need = estimateTokens(next);
    if (need > budget) {
      omitted.push({ id: piece.id, reason: "over budget", needTokens: need - budget });
      continue;
    }
    taken.push(piece);
    text = next;
  }
  if (taken.length === 0) return { pieces: [], omitted, tokens: 0, text: "" };
  return { pieces: taken, omitted, tokens: estimateTokens(text), text };
}

export function pieceOf({ kept, relevance, stale }: Match): Piece {
  const { record, file, tokens } = kept;
  return {
    kind: record.type === "workflow" ? "workflow" : "record",
    id: record.id,
    text: record.text,
    label: label(record),
    ...(kept.doubt !== undefined && { doubt: kept.doubt }),
    relevance,
    source: file,
    trust: record.trust,
    tokens,
    ...(stale !== undefined && { stale }),
    ...(record.project !== undefined && { project: record.project }),
    ...optionalTime(record),
    kept,
  };
}

function optionalTime(record: MemoryRecord): { atMs?: number } {
  const atMs = parseTime(saidOn(record));
  return atMs === undefined ? {} : { atMs };
}

/** Numbered results with their relevance and source. */
export const snippets: Form = (pieces) =>
  pieces
    .map(({ id, label: what, relevance, stale, newer, doubt, ...piece }, i) => {
      const outdated = stale === undefined ? "" : ` · no longer true: ${stale}`;
      const older = newer === undefined ? "" : ` · newer: ${newer.id}, ${isoTime(newer.atMs).slice(0, 10)}`;
      const doubted = doubt === undefined ? "" : `\n   in doubt: ${doubtForPeople(doubt)}`;
      return `${i + 1}. ${shownText(piece)}\n   ${what} · ${percent(relevance)} · ${id}${outdated}${older}${doubted}`;
    })
    .join("\n");

const HEAD = "What oldhand remembers; check it against the repository before acting on it.";

/** For an agent's prompt: marked as data, each line with its source and relevance. */
export function promptBlock(nonce: string): Form {
  return (pieces) => {
    if (pieces.length === 0) return "";
    const lines = pieces.map(
      ({ id, label: what, relevance, newer, doubt, ...piece }) =>
        `- ${shownText(piece)} [${what}; ${id}; relevance ${relevance.toFixed(2)}${newer === undefined ? "" : `; newer: ${newer.id}`}${doubt === undefined ? "" : `; ${cautionForPrompt(doubt)}`}]`,
    );
    return wrapAsData([HEAD, ...lines].join("\n"), { nonce });
  };
}

/** A record is shown completely; of other text only the beginning, since the id leads to the rest. */
function shownText({ kind, text }: Pick<Piece, "kind" | "text">): string {
  const line = joinedBySlashes(text);
  if (kind === "record" || kind === "workflow" || line.length <= MOST_TALK_CHARS) return line;
  return `${line
    .slice(0, MOST_TALK_CHARS)
    .toWellFormed()
    .replace(/\ufffd$/, "")}…`;
}

const MOST_TALK_CHARS = 280;

/** The complete text of each result. */
export function plain(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join("\n");
}

/** Whether a record may be in a prompt: from a person or an agent, or accepted by a person. */
export function mayEnterPrompt(record: MemoryRecord): boolean {
  return record.status === "active" && isVouchedFor(record);
}

function label(record: MemoryRecord): string {
  return `${kindOf(record)}, ${record.scope}${sourceLabel(record)}`;
}

/** The source of a record, if it is not the person. */
function sourceLabel(record: MemoryRecord): string {
  if (record.trust === "person") return "";
  return `, ${record.accepted === false ? "not accepted, " : ""}from ${sourceInWords(record)}`;
}

export function joinedBySlashes(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" / ");
}

/** Rounded, but nothing short of certain is shown as 100 %. */
function percent(share: number): string {
  return `${share < 1 ? Math.min(99, Math.round(share * 100)) : 100}% relevance`;
}

type Line = {
  readonly layer: Layer;
  readonly text: string;
  readonly isDoubted?: true;
  readonly isLeftOff?: true;
};

/** In the order of the brief. */
const TITLES: Readonly<Record<Layer, string>> = {
  A: "Rules",
  scoped: "For this file",
  B: "Related",
  passage: "Said before",
  C: "Workflows",
};
const DOUBTED_TITLE = "Did not work when it was followed; ask or check before you use it";

const LEFT_OFF_TITLE = "Where we left off";

function titleOf({ layer, isDoubted, isLeftOff }: Line): string {
  if (isLeftOff === true) return LEFT_OFF_TITLE;
  return isDoubted === true ? DOUBTED_TITLE : TITLES[layer];
}

export function briefText(
  lines: readonly Line[],
  { nonce, retracted = [] }: { nonce: string; retracted?: readonly string[] },
): string {
  const corrections =
    retracted.length === 0 ? [] : ["No longer true, although given earlier in this session:", ...retracted];
  const blocks = [TITLES.A, LEFT_OFF_TITLE, ...Object.values(TITLES).slice(1), DOUBTED_TITLE].flatMap((title) => {
    const own = lines.filter((line) => titleOf(line) === title);
    return own.length === 0 ? [] : [`${title}:`, ...own.map(({ text }) => text)];
  });
  return wrapAsData([HEAD, ...corrections, ...blocks].join("\n"), { nonce });
}

/** A workflow is shown as its name and steps, any other record as its text. */
export function lineOf(record: MemoryRecord, doubt?: Doubt): string {
  const text =
    record.type === "workflow" && record.steps !== undefined
      ? `${record.key}: ${record.steps.join(" → ")}`
      : record.text;
  const mark = doubt === undefined ? "" : ` (${doubtForPrompt(doubt)})`;
  return `- ${joinedBySlashes(text)} [${kindOf(record)}, ${record.scope}${sourceLabel(record)}; ${record.id}]${mark}`;
}

type FitOptions = { readonly budget: number; readonly nonce: string; readonly retracted: readonly string[] };

/** Keeps as many lines as fit, in their order; a shorter one may still fit after a longer one did not. */
export function fitToBudget(
  chosen: readonly UncountedLine[],
  { budget, nonce, retracted }: FitOptions,
): { lines: readonly ChosenLine[]; omitted: readonly Omission[]; tokens: number; text: string } {
  const lines: UncountedLine[] = [];
  const omitted: Omission[] = [];
  const spent = new Map<string, number>();
  const titles = new Set<string>();
  const rendered = () => {
    const text = briefText(lines, { nonce, retracted });
    return { text, tokens: estimateTokens(text) };
  };
  let cost = costOfLines(briefText([], { nonce, retracted }));
  for (const next of chosen) {
    const ofSource = next.from === undefined ? 0 : (spent.get(next.from) ?? 0) + estimateTokens(`${next.text}\n`);
    if (ofSource > budget * SHARE) {
      omitted.push({ id: next.id, reason: "over its share", why: WHY_SHARE });
      continue;
    }
    const title = titleOf(next);
    const added = costOfLines(titles.has(title) ? `${next.text}\n` : `${title}:\n${next.text}\n`);
    const need = wholeTokens(cost + added);
    if (need > budget) {
      omitted.push({ id: next.id, reason: "over budget", needTokens: need - budget });
      continue;
    }
    lines.push(next);
    titles.add(title);
    cost += added;
    if (next.from !== undefined) spent.set(next.from, ofSource);
  }
  // The sum can be too low if a marker inside a line was escaped, so the final text decides.
  let whole = rendered();
  for (; lines.length > 0 && whole.tokens > budget; whole = rendered())
    omitted.push({ id: lines.pop()!.id, reason: "over budget", needTokens: whole.tokens - budget });
  const counted = lines.map((line) => ({ ...line, tokens: estimateTokens(`${line.text}\n`) }));
  return { lines: counted, omitted, tokens: whole.tokens, text: whole.text };
}

/** The source that a line counts for, if no person wrote or accepted it: one such source must not fill a brief. */
export function cappedSource({ trust, accepted, source }: MemoryRecord): string | undefined {
  if (trust === "person" || accepted === true || !isVouchedFor({ trust })) return undefined;
  // After the # comes the position in the source.
  return `${trust} ${source.split("#")[0]}`;
}

const SHARE = 0.2;
const WHY_SHARE = "at most a fifth of a brief comes from one source that is not the person";
