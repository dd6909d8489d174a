/** Finds the ledger lines that say why something in a session was not kept. */
import { normalised } from "../../core/text/words.ts";
import type { LedgerLine } from "./turn.ts";

/** With fewer of the query words, a line is about something else. */
const LEAST_SHARE = 0.6;
const MOST_LINES = 10;

/** The closest first; of equally close lines, the later. */
export function whyNot<Line extends Pick<LedgerLine, "text">>(text: string, ledger: readonly Line[]): Line[] {
  const asked = new Set(normalised(text).split(" ").filter(Boolean));
  if (asked.size === 0) return [];
  return ledger
    .map((line, at) => ({ line, at, share: shareOf(asked, line.text) }))
    .filter(({ share }) => share >= LEAST_SHARE)
    .sort((a, b) => b.share - a.share || b.at - a.at)
    .slice(0, MOST_LINES)
    .map(({ line }) => line);
}

function shareOf(asked: ReadonlySet<string>, text: string): number {
  const words = new Set(normalised(text).split(" "));
  return [...asked].filter((word) => words.has(word)).length / asked.size;
}
