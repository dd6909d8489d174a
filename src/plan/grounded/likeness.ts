/** How alike two requests are, by the words that say something. */
import { queryTerms } from "../../core/text/words.ts";

/** 0 to 1: shared words over all words. */
export function likeness(a: string, b: string): number {
  const [one, other] = [stems(a), stems(b)];
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared / Math.max(1, one.size + other.size - shared);
}

function stems(text: string): ReadonlySet<string> {
  return new Set(queryTerms(text).map(({ stem }) => stem));
}
