/** Estimates tokens of o200k without its vocabulary, which is too large for hooks. The estimate leans to too many. */
import { lazyPattern } from "../base/lazy-pattern.ts";
import { isAscii } from "./split-words.ts";

/**
 * For a budget that must not be exceeded: about 1.2 times the exact number in English prose and code (1.1 to 1.5), 1.1 to 2.1
 * times in other languages in Latin script, and up to 3.1 times in other scripts. `bench/tokens.ts` measures it.
 */
export function estimateTokens(text: string): number {
  return text === "" ? 0 : wholeTokens(costOfLines(text));
}

/** What lines add to a text: the costs of all its lines are its estimate, once they are added up and rounded. */
export function costOfLines(lines: string): number {
  let cost = 0;
  for (let [from, to] = [0, 0]; from < lines.length; from = to) {
    to = endOfLine(lines, from);
    cost += costOfLine(lines.slice(from, to));
  }
  return cost;
}

export function wholeTokens(cost: number): number {
  return Math.ceil(cost + 1);
}

/** No piece goes on after it: a line that starts with a blank or a slash belongs to the line before. */
function endOfLine(text: string, from: number): number {
  for (let at = text.indexOf("\n", from) + 1; at > 0; at = text.indexOf("\n", at) + 1)
    if (at === text.length || !/[\s/]/.test(text[at]!)) return at;
  return text.length;
}

/** A brief counts each of its lines several times, and the next one has many of the same. */
const costs = new Map<string, number>();
const MOST_KEPT = 2000;
const LONGEST_KEPT = 500;

function costOfLine(line: string): number {
  const known = costs.get(line);
  if (known !== undefined) return known;
  const cost = costOfPieces(line);
  if (line.length > LONGEST_KEPT) return cost;
  if (costs.size === MOST_KEPT) costs.clear();
  costs.set(line, cost);
  return cost;
}

/** Splits a text like o200k before it merges, and adds what each piece can cost. Linear in the length of any text. */
function costOfPieces(text: string): number {
  let cost = 0;
  let [lineEnd, isForeign] = [-1, false];
  for (const match of text.matchAll(isAscii(text) ? ASCII_PIECE : piece())) {
    if (match.index > lineEnd) {
      const [line = ""] = text.slice(match.index, match.index + LONGEST_LINE).split("\n", 1);
      lineEnd = match.index + line.length;
      isForeign = !isEnglish(line);
    }
    cost += costOf(match, text, isForeign);
  }
  return cost;
}

/** A longer one is judged in parts. */
const LONGEST_LINE = 1000;

function costOf(match: RegExpExecArray, text: string, isForeign: boolean): number {
  const [matched, nonce, id, before = "", word, digits, signs] = match;
  if (nonce !== undefined) return NONCE_COST;
  if (id !== undefined) return ID_COST;
  if (digits !== undefined) return 1;
  if (signs !== undefined) return signsCost(signs);
  if (word === undefined) return blankCost(matched);
  const { index } = match;
  const isNearDigit =
    (before === "" && isDigit(text.charCodeAt(index - 1))) || isDigit(text.charCodeAt(index + matched.length));
  const cost = wordCost(word, before, isNearDigit);
  return isForeign && !isNearDigit && LATIN.test(word) ? Math.max(cost, 0.4 + word.length * FOREIGN_LETTER) : cost;
}

/** Of the languages in Latin script that o200k knows least: a word of any of them costs this or less. */
const FOREIGN_LETTER = 0.37;
const LATIN = /^[A-Za-z\u00c0-\u024f][a-z\u00df-\u024f]{1,15}$/;

/** Markers and ids count the same whatever their digits are: the same memory must give the same brief. */
const NONCE_COST = 27;
const ID_COST = 17;

// The sign before it belongs to it; otherwise a marker that begins with a letter would be read as a word after a sign.
const START = "[^\\r\\nA-Za-z0-9]?(?<![0-9A-Za-z])";
const END = "(?![0-9A-Za-z])";
const KNOWN = `${START}([0-9a-f]{32})${END}|${START}([a-z]{3}_[0-9a-hjkmnp-tv-z]{18})${END}`;
const SUFFIX = "(?:'(?:s|t|re|ve|m|ll|d)(?![a-z]))?";
const ASCII_PIECE = new RegExp(
  `${KNOWN}|([^\\r\\nA-Za-z0-9]?)([A-Z]*[a-z]+|[A-Z]+)${SUFFIX}|([0-9]{1,3})|( ?[^\\sA-Za-z0-9]+[\\r\\n/]*)|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+`,
  "g",
);
// Bounded, so that one endless word is split too.
const piece = lazyPattern(
  `${KNOWN}|([^\\r\\n\\p{L}\\p{N}\\p{M}]?)(\\p{Lu}{0,64}[\\p{Ll}\\p{Lm}\\p{Lo}\\p{Lt}\\p{M}]{1,64}|\\p{Lu}{1,64})${SUFFIX}|(\\p{N}{1,3})|( ?[^\\s\\p{L}\\p{N}\\p{M}]{1,64}[\\r\\n/]{0,64})|\\s{0,64}[\\r\\n]{1,64}|\\s{1,64}(?!\\S)|\\s{1,64}`,
  "gu",
);

/** Called twice for every word: a regular expression would take most of the time. */
function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** A common word after a space is one token; elsewhere, in capitals or without vowels it is more. */
function wordCost(word: string, before: string, isNearDigit: boolean): number {
  const { length } = word;
  if (!/^[A-Za-z]+$/.test(word)) return foreignCost(word);
  if (length === 1) return before.trim() === "" ? 1 : 2;
  if (length > LONGEST_NATURAL) return length / 1.5;
  if (isNearDigit) return 0.6 + length * 0.75;
  if (!/[aeiouy]/i.test(word) || (before !== " " && /[^aeiouy]{4}/i.test(word))) return 0.6 + length * 0.6;
  const isCapitals = /[A-Z]{2}/.test(word);
  const costs = isCapitals ? CAPITALS : before === " " ? AFTER_SPACE : before === "" ? AT_START : AFTER_SIGN;
  const usual = costs[Math.min(length, costs.length) - 1]!;
  if (before === " " && !isCapitals) return Math.max(usual, 0.5 + length / 9);
  return usual * (isCapitals ? 1.7 : 1.4);
}

/** Longer words are rare in any language. */
const LONGEST_NATURAL = 16;

/** Average costs by length, from one letter on; measured on messages to and from agents. */
const AFTER_SPACE = [1, 1, 1, 1.02, 1.03, 1.08, 1.07, 1.1, 1.15, 1.24, 1.24, 1.2, 1.2, 1.2, 1.4, 1.6];
const AT_START = [1, 1, 1.04, 1.07, 1.17, 1.3, 1.35, 1.45, 1.7, 1.8, 2.1, 2.3];
const AFTER_SIGN = [1, 1.1, 1.2, 1.5, 1.35, 1.75, 1.7, 2, 2.1, 2.2, 2.2, 2.4];
const CAPITALS = [1, 1.05, 1.16, 1.3, 1.68, 1.9, 2, 2.3, 2.5, 3];

/** Tokens per letter at most, by the last code point of a range: scripts that o200k knows well are cheap, the rest cost nearly their bytes. */
const LETTER_COSTS: readonly (readonly [last: number, cost: number])[] = [
  [0x7f, 0.43],
  [0x24f, 1.1], // Latin with accents
  [0x36f, 2.2], // combining accents
  [0x3ff, 0.76], // Greek
  [0x52f, 0.65], // Cyrillic
  [0x5ff, 0.76], // Armenian, Hebrew
  [0x6ff, 0.76], // Arabic
  [0x8ff, 2.2],
  [0xaff, 0.87], // scripts of India
  [0xb7f, 1.2], // Odia
  [0xe7f, 0.87], // scripts of India, Thai
  [0xfff, 2.6], // Lao, Tibetan
  [0x10ff, 1.3], // Myanmar, Georgian
  [0x177f, 2.8], // Ethiopic, Cherokee
  [0x17ff, 1], // Khmer
  [0x1dff, 2.8],
  [0x1fff, 1.3], // Vietnamese, old Greek
  [0x303f, 2.8],
  [0x30ff, 1.1], // kana
  [0x4dff, 3.3],
  [0x9fa5, 1.2], // Han
  [0xabff, 3.3],
  [0xd7ff, 1.1], // Hangul
  [0xffff, 3.3],
  [0x10ffff, 4.4],
];

function foreignCost(word: string): number {
  let cost = 0.55;
  for (const letter of word) cost += LETTER_COSTS.find(([last]) => letter.codePointAt(0)! <= last)![1];
  return Math.max(1, cost);
}

/** Repeated signs are cheap; symbols, emoji and their joiners cost per character. */
function signsCost(signs: string): number {
  const written = signs.trim();
  if (/^[!-~]$/.test(written) && signs.length < 3) return 1;
  let [cost, last] = [signs.endsWith("\n") ? 1 : 0, ""];
  for (const sign of written) {
    cost += sign === last ? signCost(sign) / 5 : signCost(sign);
    last = sign;
  }
  return Math.max(1, cost);
}

function signCost(sign: string): number {
  if (sign < " ") return 1.8;
  if (sign <= "~") return 0.9;
  return /[\u00a0-\u00ff\u2010-\u203f\u3000-\u303f]/.test(sign) ? 1.7 : 3.3;
}

function blankCost({ length }: string): number {
  return (length > 1 ? 1.2 : 1) + Math.max(0, length - 16) / 12;
}

/** Lines with fewer of these words are not English, or have no sentences. */
const ENGLISH = new Set(
  "the of and to is are it that this with for not you we be have has use used when if by from or but should must before after always never run which your our was will can only all into than then they there these its been were do does don't doesn't".split(
    " ",
  ),
);
const LEAST_ENGLISH = 1 / 10;

/** Undecided lines of a few words count as English: they have no room for its common words. */
const FEW_WORDS = 4;

function isEnglish(line: string): boolean {
  const enough = line.length / SHORT_WORD_CHARS;
  let [words, english] = [0, 0];
  for (const [word] of line.matchAll(WORD)) {
    words += 1;
    if (word.length <= LONGEST_ENGLISH && ENGLISH.has(word.toLowerCase())) english += 1;
    // However many words the rest has.
    if (english >= enough * LEAST_ENGLISH && english > 0) return true;
  }
  return english >= words * LEAST_ENGLISH && (english > 0 || words < FEW_WORDS);
}

// Letters of markers and ids are not words: the same memory must give the same count.
const WORD = /(?<![\p{L}\p{N}_])[\p{L}']{1,30}(?![\p{L}\p{N}_])/gu;
const LONGEST_ENGLISH = 7;
/** With the space after it; a line of shorter words is rare. */
const SHORT_WORD_CHARS = 4;
