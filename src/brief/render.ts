/** Renders recall results as text within a budget: snippets for people, a marked block for prompts; omissions are reported. */
import type { Match, Omission, Piece } from "../core/ports.ts";
import { isVouchedFor } from "../core/record/effective.ts";
import { kindOf, type MemoryRecord, TRUST_SOURCES } from "../core/record/record.ts";
import { wrapAsData } from "../core/text/marker.ts";
import { estimateTokens } from "../core/text/tokens.ts";

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
  const allTokens = estimateTokens(all);
  if (pieces.length > 0 && allTokens <= budget) return { pieces, omitted: [], tokens: allTokens, text: all };
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

/** Numbered results with their relevance and source. */
export const snippets: Form = (pieces) =>
  pieces
    .map(({ id, label: what, relevance, stale, ...piece }, i) => {
      const note = stale === undefined ? "" : ` · no longer true: ${stale}`;
      return `${i + 1}. ${shownText(piece)}\n   ${what} · ${percent(relevance)} · ${id}${note}`;
    })
    .join("\n");

/** For an agent's prompt: marked as data, each line with its source and relevance. */
export function promptBlock(nonce: string): Form {
  return (pieces) => {
    if (pieces.length === 0) return "";
    const lines = pieces.map(
      ({ id, label: what, relevance, ...piece }) =>
        `- ${shownText(piece)} [${what}; ${id}; relevance ${relevance.toFixed(2)}]`,
    );
    return wrapAsData(
      `What oldhand remembers; check it against the repository before acting on it.\n${lines.join("\n")}`,
      { nonce },
    );
  };
}

/** A record is shown completely; of other text only the beginning, since the id leads to the rest. */
function shownText({ kind, text }: Pick<Piece, "kind" | "text">): string {
  const line = oneLine(text);
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
export function sourceLabel({ trust, accepted }: MemoryRecord): string {
  return trust === "person" ? "" : `, ${accepted === false ? "not accepted, " : ""}from ${TRUST_SOURCES[trust]}`;
}

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
