/** Estimates tokens without a vocabulary, rather too many than too few: loading the exact counter is too slow for hooks. */
import { lazyPattern } from "../base/lazy-pattern.ts";
import { isAscii } from "./split-words.ts";

/**
 * Splits a text like o200k before it merges (words by case, digits by three, runs of signs, white space) and counts each
 * piece as the most that it costs in ordinary text. Linear in the length of any text.
 */
export function estimateTokens(text: string): number {
  if (text === "") return 0;
  let tokens = 0;
  for (const { 0: matched, 1: nonce, 2: word, 3: digits, 4: signs, index } of text.matchAll(
    isAscii(text) ? ASCII_PIECE : piece(),
  )) {
    if (nonce !== undefined) tokens += NONCE_TOKENS;
    else if (word !== undefined) tokens += wordCost(word, neighbourOf(text, index, index + word.length));
    else if (digits !== undefined) tokens += 1;
    else if (signs !== undefined) tokens += signsCost(signs);
    else tokens += blankCost(matched);
  }
  // A space is part of the word that follows; the last one has no such word.
  if (text.endsWith(" ")) tokens += 1;
  return Math.ceil(tokens * MARGIN + 1);
}

const MARGIN = 1.08;
/** A marker's nonce counts the same whatever its digits are: the same memory must give the same brief. */
const NONCE_TOKENS = 26;

const ASCII_PIECE =
  /(?<![0-9A-Za-z])([0-9a-f]{32})(?![0-9A-Za-z])|([A-Z]*[a-z]+|[A-Z]+)|([0-9]{1,3})|([^\sA-Za-z0-9]+)|\s+/g;
// Bounded, so that one endless word is split too.
const piece = lazyPattern(
  "(?<![0-9A-Za-z])([0-9a-f]{32})(?![0-9A-Za-z])|(\\p{Lu}{0,64}[\\p{Ll}\\p{Lm}\\p{Lo}\\p{Lt}\\p{M}]{1,64}|\\p{Lu}{1,64})|(\\p{N}{1,3})|([^\\s\\p{L}\\p{N}\\p{M}]{1,64})|\\s{1,64}",
  "gu",
);

type Neighbour = "digit" | "blank" | "other";

function neighbourOf(text: string, start: number, end: number): Neighbour {
  if (isDigit(text.charCodeAt(start - 1)) || isDigit(text.charCodeAt(end))) return "digit";
  return text[start - 1] === " " ? "blank" : "other";
}

/** Called twice for every word: a regular expression would take most of the time. */
function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** A common word after a space is one token; elsewhere, in capitals or without vowels it is more. */
function wordCost(word: string, neighbour: Neighbour): number {
  if (!/^[A-Za-z]+$/.test(word)) return foreignCost(word);
  const { length } = word;
  if (length > LONGEST_NATURAL) return length / 1.6;
  if (length < 3) return 1;
  if (/[A-Z]{2}|^[^aeiouyAEIOUY]+$|[^aeiouyAEIOUY]{4}/.test(word) || neighbour === "digit") return length / 1.4;
  return (length < 5 ? 1 : 1 + (length - 4) / 8) + (neighbour === "blank" ? 0 : 0.4);
}

/** Longer words are rare in any language. */
const LONGEST_NATURAL = 15;

/** Tokens per letter, by the last code point of a range: scripts that o200k knows well are cheap, the rest cost nearly their bytes. */
const LETTER_COSTS: readonly (readonly [last: number, cost: number])[] = [
  [0x7f, 0.4],
  [0x24f, 1], // Latin with accents
  [0x36f, 2], // combining accents
  [0x3ff, 0.7], // Greek
  [0x52f, 0.6], // Cyrillic
  [0x6ff, 0.7], // Armenian, Hebrew, Arabic
  [0x8ff, 2],
  [0xe7f, 0.8], // scripts of India, Thai
  [0xfff, 2.4], // Lao, Tibetan
  [0x109f, 1.2], // Myanmar
  [0x10ff, 0.8], // Georgian
  [0x11ff, 1.6],
  [0x177f, 2.6], // Ethiopic, Cherokee
  [0x17ff, 0.9], // Khmer
  [0x1dff, 2.6],
  [0x1fff, 1.2], // Vietnamese, old Greek
  [0x303f, 2.6],
  [0x30ff, 1], // kana
  [0x4dff, 3],
  [0x9fa5, 1.1], // Han
  [0xabff, 3],
  [0xd7ff, 1], // Hangul
  [0xffff, 3],
];
const FOUR_BYTES_COST = 4;

function foreignCost(word: string): number {
  let cost = 0.5;
  for (const letter of word) {
    const point = letter.codePointAt(0)!;
    cost += LETTER_COSTS.find(([last]) => point <= last)?.[1] ?? FOUR_BYTES_COST;
  }
  return cost;
}

/** Repeated signs are cheap; symbols, emoji and their joiners cost per character. */
function signsCost(signs: string): number {
  let cost = 0;
  let last = "";
  for (const sign of signs) {
    const each =
      sign < " " ? 1.6 : sign <= "~" ? 0.8 : /[\u00a0-\u00ff\u2010-\u203f\u3000-\u303f]/.test(sign) ? 1.5 : 3;
    cost += sign === last ? each / 6 : each;
    last = sign;
  }
  return Math.max(1, cost);
}

function blankCost(blank: string): number {
  return blank === " " ? 0 : 1.2 + blank.length / 12;
}
