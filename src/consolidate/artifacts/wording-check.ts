/** Checks that a model's wording says what its records say and nothing else, as far as words show it. */
import type { MemoryRecord } from "../../core/record/record.ts";
import { normalised, queryTerms } from "../../core/text/words.ts";

/** Policies and preferences keep their exact text; of other records, every name, number and command and most words must match. */
export function isSupported(statement: string, records: readonly MemoryRecord[]): boolean {
  const binding = records.filter(({ type }) => type === "policy" || type === "preference");
  if (binding.length > 0) return binding.some(({ text }) => normalised(text) === normalised(statement));
  const source = records.map(recordText).join("\n");
  return hasLiteralParts(statement, source) && shareOf(statement, source) >= LEAST_SHARE;
}

/** A heading may only use words of the records, or of common subjects. */
export function isPlainHeading(text: string, records: readonly MemoryRecord[]): boolean {
  const source = [...records.map(recordText), SUBJECTS].join("\n");
  return text.length <= LONGEST_HEADING && hasLiteralParts(text, source) && shareOf(text, source) === 1;
}

/** The share of words that must be in the records. */
const LEAST_SHARE = 0.6;
const LONGEST_HEADING = 80;
const MOST_WORDS = 2000;

const SUBJECTS = `rules principles policies architecture decisions workflows procedures pitfalls incidents preferences facts
habits how work works style conventions tests testing build building release releases deployment commands tools code project
environment people summary general other notes`;

function recordText({ key, text, steps = [], value = "", paths }: MemoryRecord): string {
  return [key, text, value, ...steps, ...paths].join("\n");
}

/** Literal parts (code, paths, flags, numbers, addresses) must occur in the source exactly. */
function hasLiteralParts(statement: string, source: string): boolean {
  const known = source.toLowerCase();
  const code = [...statement.matchAll(/`([^`\n]+)`/g)].map(([, inside]) => inside!);
  const literal = statement
    .replace(/^ {0,3}(?:#{1,6}|[-*+]|\d{1,3}[.)]) /gm, "")
    .replaceAll("`", " ")
    .split(/\s+/)
    .map(withoutPunctuation)
    .filter((word) => LITERAL.test(word));
  return [...code, ...literal].every((part) => known.includes(part.trim().toLowerCase()));
}

const LITERAL = /[/\\|$<>=~@{}&*_#;\d]|^-|\w[.:]\w/;

function withoutPunctuation(word: string): string {
  return word.replace(/^["'(]+/, "").replace(/[.,;:!?)"']{1,4}$/, "");
}

function shareOf(statement: string, source: string): number {
  const known = new Set(queryTerms(source, MOST_WORDS).map(({ stem }) => stem));
  const words = queryTerms(statement, MOST_WORDS).filter(({ kind }) => kind === "written");
  return words.length === 0 ? 1 : words.filter(({ stem }) => known.has(stem)).length / words.length;
}
