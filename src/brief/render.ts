/** Matches as text under a budget: snippets for people, a marked block for prompts; what did not fit is accounted for. */
import type { Match, Omission } from "../core/ports.ts";
import { isVouchedFor } from "../core/record/effective.ts";
import { kindOf, type MemoryRecord, type Trust } from "../core/record/record.ts";
import { wrapAsData } from "../core/text/marker.ts";
import { estimateTokens } from "../core/text/tokens.ts";

export type Fitted = {
  readonly matches: readonly Match[];
  readonly omitted: readonly Omission[];
  readonly tokens: number;
  readonly text: string;
};

type Form = (matches: readonly Match[]) => string;

/** Takes matches, best first, while the whole text with all its marks stays within the budget. */
export function fit(matches: readonly Match[], form: Form, budget: number): Fitted {
  // Mostly everything fits, and then the text is made once.
  const whole = form(matches);
  const wholeTokens = estimateTokens(whole);
  if (matches.length > 0 && wholeTokens <= budget) return { matches, omitted: [], tokens: wholeTokens, text: whole };
  const taken: Match[] = [];
  const omitted: Omission[] = [];
  let text = form([]);
  let tokens = estimateTokens(text);
  for (const match of matches) {
    const next = form([...taken, match]);
    const need = estimateTokens(next);
    if (need > budget) {
      omitted.push({ id: match.kept.record.id, reason: "over budget", needTokens: need - budget });
      continue;
    }
    taken.push(match);
    [text, tokens] = [next, need];
  }
  return taken.length === 0 ? { matches: [], omitted, tokens: 0, text: "" } : { matches: taken, omitted, tokens, text };
}

/** Numbered fragments with their score and where they came from. */
export const snippets: Form = (matches) =>
  matches
    .map(
      ({ kept: { record }, relevance, stale }, i) =>
        `${i + 1}. ${oneLine(record.text)}\n   ${label(record)} · ${percent(relevance)} · ${record.id}${stale === undefined ? "" : ` · no longer true: ${stale}`}`,
    )
    .join("\n");

/** For an agent's prompt: plainly data, each line with its source and its relevance. */
export function promptBlock(nonce: string): Form {
  return (matches) => {
    if (matches.length === 0) return "";
    const lines = matches.map(
      ({ kept: { record }, relevance }) =>
        `- ${oneLine(record.text)} [${label(record)}; ${record.id}; relevance ${relevance.toFixed(2)}]`,
    );
    return wrapAsData(
      `What oldhand remembers; check it against the repository before acting on it.\n${lines.join("\n")}`,
      { nonce },
    );
  };
}

/** One statement a line, whole. */
export function plain(matches: readonly Match[]): string {
  return matches.map(({ kept }) => kept.record.text).join("\n");
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
