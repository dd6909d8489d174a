/** Whether a model's wording says what its records say and nothing else, as far as words can tell. */
import type { MemoryRecord } from "../../core/record/record.ts";
import { normalised, queryTerms } from "../../core/text/words.ts";

/** Records that bind keep their own words; of the others every name, number and command has to be theirs, and most words. */
export function restsOn(statement: string, records: readonly MemoryRecord[]): boolean {
  const binding = records.filter(({ type }) => type === "policy" || type === "preference");
  if (binding.length > 0) return binding.some(({ text }) => normalised(text) === normalised(statement));
  const source = records.map(wordsIn).join("\n");
  return hasItsExactParts(statement, source) && shareOf(statement, source) >= LEAST_SHARE;
}

/** A heading names what stands below it, or a subject that any memory has. */
export function isPlainHeading(text: string, records: readonly MemoryRecord[]): boolean {
  const source = [...records.map(wordsIn), SUBJECTS].join("\n");
  return text.length <= LONGEST_HEADING && hasItsExactParts(text, source) && shareOf(text, source) === 1;
}

/** How much of what is said has to be in the records. */
const LEAST_SHARE = 0.6;
const LONGEST_HEADING = 80;
const MOST_WORDS = 2000;

const SUBJECTS = `rules principles policies architecture decisions workflows procedures pitfalls incidents preferences facts
habits how work works style conventions tests testing build building release releases deployment commands tools code project
environment people summary general other notes`;

function wordsIn({ key, text, steps = [], value = "", paths }: MemoryRecord): string {
  return [key, text, value, ...steps, ...paths].join("\n");
}

/** What is meant to the letter (code, paths, flags, numbers, addresses) stands in the source to the letter. */
function hasItsExactParts(statement: string, source: string): boolean {
  const known = source.toLowerCase();
  const code = [...statement.matchAll(/`([^`\n]+)`/g)].map(([, inside]) => inside!);
  const exact = statement
    .replace(/^ {0,3}(?:#{1,6}|[-*+]|\d{1,3}[.)]) /gm, "")
    .replaceAll("`", " ")
    .split(/\s+/)
    .map(withoutPunctuation)
    .filter((word) => EXACT.test(word));
  return [...code, ...exact].every((part) => known.includes(part.trim().toLowerCase()));
}

const EXACT = /[/\\|$<>=~@{}&*_#;\d]|^-|\w[.:]\w/;

function withoutPunctuation(word: string): string {
  return word.replace(/^["'(]+/, "").replace(/[.,;:!?)"']{1,4}$/, "");
}

function shareOf(statement: string, source: string): number {
  const known = new Set(queryTerms(source, MOST_WORDS).map(({ stem }) => stem));
  const said = queryTerms(statement, MOST_WORDS).filter(({ kind }) => kind === "written");
  return said.length === 0 ? 1 : said.filter(({ stem }) => known.has(stem)).length / said.length;
}
