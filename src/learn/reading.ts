/** One sentence in two aligned forms: as written, and as the words that rules match. */
import { keyFor } from "../core/record/key.ts";
import { trimEndOf } from "../core/text/wording.ts";

export type Reading = {
  readonly text: string;
  /** Of the same length: lower case, straight apostrophes, and a run of `x` for code and quotations: a quoted text is not the person's. */
  readonly words: string;
};

export function readingOf(text: string): Reading {
  return { text, words: plainly(text) };
}

export function part({ text, words }: Reading, start: number, end = words.length): Reading {
  return { text: text.slice(start, end), words: words.slice(start, end) };
}

/** Of the same length as the text. */
function plainly(text: string): string {
  return lower(masked(text)).replace(/[’‘]/g, "'");
}

/** Without accents too, as many people write; of the same length as the text. */
export function bare(text: string): string {
  return plainly(text).replace(/[\u00c0-\u024f]/g, (letter) => letter.normalize("NFD").charAt(0));
}

/** Closing signs by their opening ones. A single quote is an apostrophe too often to be one. */
const PAIRS: ReadonlyMap<string, string> = new Map([
  ["`", "`"],
  ['"', '"'],
  ["“", "”"],
  ["„", "“"],
  ["«", "»"],
  ["「", "」"],
  ["『", "』"],
  ["《", "》"],
]);

/** Code and quotations as words that mean nothing, at the same places; an unclosed one stays. */
export function masked(text: string): string {
  let out = "";
  let at = 0;
  const unclosed = new Set<string>();
  while (at < text.length) {
    const sign = text[at]!;
    const closing = unclosed.has(sign) ? undefined : PAIRS.get(sign);
    const end = closing === undefined ? -1 : text.indexOf(closing, at + 1);
    // A sign without a partner here has none later either, so do not search again.
    if (closing !== undefined && end < 0) unclosed.add(sign);
    out += end < 0 ? sign : "x".repeat(end + 1 - at);
    at = end < 0 ? at + 1 : end + 1;
  }
  return out;
}

/** Of the same length, so that positions stay valid. */
function lower(text: string): string {
  const folded = text.toLowerCase();
  return folded.length === text.length ? folded : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** A statement for keeping: one line, capital first letter, no final period; its words never change. */
export function tidied({ text }: Pick<Reading, "text">): string {
  const bare = text
    .trim()
    .replace(/^[\s,;:–，、；：-]+/, "")
    .replace(/(?<=\b(?:etc|e\.g|i\.e)[\s\S]|(?<!\b(?:etc|e\.g|i\.e)|[.!,;:。！，、；：\s]))[.!,;:。！，、；：\s]+$/, "")
    .replace(/,? (?:please|pls)$/i, "");
  const plain = bare.replaceAll("`", "");
  // "Use `pnpm`" picks the same thing as "use pnpm", and only the latter is found in the table of topics.
  const said = keyFor(plain).by === "topic" ? plain : bare;
  return startsWithName(said) || NO_CAPITALS.test(said) ? said : said.charAt(0).toUpperCase() + said.slice(1);
}

/** Scripts without capitals: a word in letters is a name there. */
const NO_CAPITALS = /[\u3040-\u30ff\u4e00-\u9fff]/;

/** A word with a sign, a digit or a capital inside is a name, and is spelled as it is. */
function startsWithName(text: string): boolean {
  const first = /^\S+/.exec(text)?.[0] ?? "";
  return /^[a-z]/.test(first) && /[A-Z0-9_./@]/.test(trimEndOf(first, ".,;:!"));
}
