/** What was found as text under a budget: snippets for people, a marked block for prompts; what did not fit is accounted for. */
import type { Match, Omission, Piece } from "../core/ports.ts";
import { isVouchedFor } from "../core/record/effective.ts";
import { kindOf, type MemoryRecord, type Trust } from "../core/record/record.ts";
import { wrapAsData } from "../core/text/marker.ts";
import { estimateTokens } from "../core/text/tokens.ts";

type Fitted = {
  readonly pieces: readonly Piece[];
  readonly omitted: readonly Omission[];
  readonly tokens: number;
  readonly text: string;
};

type Form = (pieces: readonly Piece[]) => string;

/** Takes pieces, best first, while the whole text with all its marks stays within the budget. */
export function fit(pieces: readonly Piece[], form: Form, budget: number): Fitted {
  // Mostly everything fits, and then the text is made once.
  const whole = form(pieces);
  const wholeTokens = estimateTokens(whole);
  if (pieces.length > 0 && wholeTokens <= budget) return { pieces, omitted: [], tokens: wholeTokens, text: whole };
  const taken: Piece[] = [];
  const omitted: Omission[] = [];
  let text = form([]);
  let tokens = estimateTokens(text);
  for (const piece of pieces) {
    const next = form([...taken, piece]);
    const need = estimateTokens(next);
    if (need > budget) {
      omitted.push({ id: piece.id, reason: "over budget", needTokens: need - budget });
      continue;
    }
    taken.push(piece);
    [text, tokens] = [next, need];
  }
  return taken.length === 0 ? { pieces: [], omitted, tokens: 0, text: "" } : { pieces: taken, omitted, tokens, text };
}

export function pieceOf({ kept, relevance, stale }: Match): Piece {
  const { record, file, tokens } = kept;
  return {
    kind: record.type === "workflow" ? "workflow" : "record",
    id: record.id,
    text: record.text,
    label: label(record),
    relevance,
    source: file,
    trust: record.trust,
    tokens,
    ...(stale !== undefined && { stale }),
    kept,
  };
}

/** Numbered fragments with their score and where they came from. */
export const snippets: Form = (pieces) =>
  pieces
    .map(({ id, label: what, relevance, stale, ...piece }, i) => {
      const untrue = stale === undefined ? "" : ` · no longer true: ${stale}`;
      return `${i + 1}. ${told(piece)}\n   ${what} · ${percent(relevance)} · ${id}${untrue}`;
    })
    .join("\n");

/** For an agent's prompt: plainly data, each line with its source and its relevance. */
export function promptBlock(nonce: string): Form {
  return (pieces) => {
    if (pieces.length === 0) return "";
    const lines = pieces.map(
      ({ id, label: what, relevance, ...piece }) =>
        `- ${told(piece)} [${what}; ${id}; relevance ${relevance.toFixed(2)}]`,
    );
    return wrapAsData(
      `What oldhand remembers; check it against the repository before acting on it.\n${lines.join("\n")}`,
      { nonce },
    );
  };
}

/** A statement is told whole; of talk its beginning, and the id leads to the rest. */
function told({ kind, text }: Pick<Piece, "kind" | "text">): string {
  const line = oneLine(text);
  if (kind === "record" || kind === "workflow" || line.length <= MOST_TALK_CHARS) return line;
  return `${line
    .slice(0, MOST_TALK_CHARS)
    .toWellFormed()
    .replace(/\ufffd$/, "")}…`;
}

const MOST_TALK_CHARS = 280;

/** One statement a line, whole. */
export function plain(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join("\n");
}

/** What may stand in a prompt: a person's or an agent's words, and of the rest what a person accepted. */
export function mayEnterPrompt(record: MemoryRecord): boolean {
  return record.status === "active" && isVouchedFor(record);
}

function label(record: MemoryRecord): string {
  return `${kindOf(record)}, ${record.scope}${whose(record)}`;
}

/** Whose words it rests on, where they are not the person's own. */
export function whose({ trust, accepted }: MemoryRecord): string {
  return trust === "person" ? "" : `, ${accepted === false ? "not accepted, " : ""}from ${SOURCES[trust]}`;
}

const SOURCES: Readonly<Record<Trust, string>> = {
  person: "a person",
  agent: "an agent",
  repo: "the repository",
  tool: "a tool's output",
  external: "an outside source",
};

export function oneLine(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" / ");
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
