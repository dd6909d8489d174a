/** Puts the latest of several results about the same thing first, and marks the older ones. */
import { compareStatements } from "../core/statement/says-the-same.ts";
import { queryTerms } from "../core/text/words.ts";

type Dated = {
  readonly id: string;
  readonly kind: string;
  readonly text: string;
  readonly relevance: number;
  /** When it was said or written. */
  readonly atMs?: number;
};

/** A later result about the same thing. */
type Newer = { readonly id: string; readonly atMs: number };

export function newestFirst<T extends Dated>(found: readonly T[], query: string): (T & { readonly newer?: Newer })[] {
  const { saySame } = compareStatements(found.map(({ text }) => text));
  const items = found.map((one, at) => ({ one, at, words: stemsOf(one.text) }));
  const asked = stemsOf(query);
  const order: (T & { readonly newer?: Newer })[] = [];
  const placed = new Set<T>();
  for (const item of items) {
    if (placed.has(item.one)) continue;
    const later = items
      .filter((other) => isLater(other.one, item.one) && mayReplace(other, item, asked))
      .filter((other) => saySame(other.at, item.at))
      .toSorted((a, b) => b.one.atMs! - a.one.atMs!)[0]?.one;
    if (later !== undefined && !placed.has(later)) {
      placed.add(later);
      order.push(later);
    }
    placed.add(item.one);
    order.push(later === undefined ? item.one : { ...item.one, newer: { id: later.id, atMs: later.atMs! } });
  }
  return order;
}

type Item = { readonly one: Dated; readonly at: number; readonly words: ReadonlySet<string> };

const HOUR_MS = 3_600_000;
const LEAST_ASKED = 2;
/** Of the relevance of the earlier one: a weaker match is rarely about the same thing. */
const LEAST_RELEVANCE = 0.6;

/** Within one hour it is one conversation, which is read as a whole. */
function isLater({ atMs: a }: Dated, { atMs: b }: Dated): boolean {
  return a !== undefined && b !== undefined && a - b > HOUR_MS;
}

/** They share words of the query, and the later one says what holds now. */
function mayReplace(later: Item, earlier: Item, asked: ReadonlySet<string>): boolean {
  const shared = [...asked].filter((word) => earlier.words.has(word) && later.words.has(word));
  if (shared.length < Math.min(LEAST_ASKED, asked.size)) return false;
  if (later.one.relevance < LEAST_RELEVANCE * earlier.one.relevance) return false;
  // A record is not outdated by talk that only mentions the same thing.
  return isRecord(later.one) || !isRecord(earlier.one) || CHANGE.test(later.one.text);
}

function isRecord({ kind }: Dated): boolean {
  return kind === "record" || kind === "workflow";
}

const CHANGE =
  /\b(?:now|instead|no longer|any ?more|changed?|switch(?:ed)?|moved?|actually|not|stop|from now on|rather than|new)\b/i;

const MOST_WORDS = 200;

function stemsOf(text: string): ReadonlySet<string> {
  return new Set(queryTerms(text, MOST_WORDS).map(({ stem }) => stem));
}
