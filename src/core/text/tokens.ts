/** Counts tokens of o200k without its vocabulary, which is too large for hooks: the likely number, and one that is not exceeded. */
import { lazyPattern } from "../base/lazy-pattern.ts";
import { isAscii } from "./split-words.ts";
import { isEnglish, pairsCost } from "./word-costs.ts";

/** The likely number: within 5 % of the exact one for a brief or a page of English text, mostly within 15 % in other languages. */
export function estimateTokens(text: string): number {
  return tokenCounts(text).likely;
}

/** For a budget that must not be exceeded: at least the exact number. */
export function mostTokens(text: string): number {
  return tokenCounts(text).most;
}

/** Both, for the price of one. */
export function tokenCounts(text: string): { likely: number; most: number } {
  const [likely, most] = countPieces(text);
  return { likely: Math.round(likely), most: text === "" ? 0 : wholeTokens(most) };
}

/** What lines add to a text: the costs of all its lines are its `mostTokens`, once they are added up and rounded. */
export function costOfLines(lines: string): number {
  return countPieces(lines)[1];
}

export function wholeTokens(cost: number): number {
  return Math.ceil(cost + 1);
}

type Cost = readonly [likely: number, most: number];

/** The sum over its lines. */
function countPieces(text: string): Cost {
  let [likely, most] = [0, 0];
  for (let [from, to] = [0, 0]; from < text.length; from = to) {
    to = endOfLine(text, from);
    const cost = costOfLine(text.slice(from, to));
    likely += cost[0];
    most += cost[1];
  }
  return [likely, most];
}

/** No piece goes on after it: a line that starts with a blank or a slash belongs to the line before. */
function endOfLine(text: string, from: number): number {
  for (let at = text.indexOf("\n", from) + 1; at > 0; at = text.indexOf("\n", at) + 1)
    if (at === text.length || !/[\s/]/.test(text[at]!)) return at;
  return text.length;
}

/** A brief counts each of its lines several times, and the next one has many of the same. */
const costs = new Map<string, Cost>();
const MOST_KEPT = 2000;
const LONGEST_KEPT = 500;

function costOfLine(line: string): Cost {
  const known = costs.get(line);
  if (known !== undefined) return known;
  const cost = costOfPieces(line);
  if (line.length > LONGEST_KEPT) return cost;
  if (costs.size === MOST_KEPT) costs.clear();
  costs.set(line, cost);
  return cost;
}

/** Splits a text like o200k before it merges, and adds what each piece costs. Linear in the length of any text. */
function costOfPieces(text: string): Cost {
  let [likely, most] = [0, 0];
  let [lineEnd, isForeign] = [-1, false];
  for (const match of text.matchAll(isAscii(text) ? ASCII_PIECE : piece())) {
    if (match.index > lineEnd) {
      const [line = ""] = text.slice(match.index, match.index + LONGEST_LINE).split("\n", 1);
      lineEnd = match.index + line.length;
      isForeign = !isEnglish(line);
    }
    const cost = costOf(match, text, isForeign);
    likely += cost[0];
    most += cost[1];
  }
  return [likely, most];
}

/** A longer one is judged in parts. */
const LONGEST_LINE = 1000;

function costOf(match: RegExpExecArray, text: string, isForeign: boolean): Cost {
  const [matched, nonce, id, before = "", word, digits, signs] = match;
  if (nonce !== undefined) return NONCE_COST;
  if (id !== undefined) return ID_COST;
  if (digits !== undefined) return ONE;
  if (signs !== undefined) return signsCost(signs);
  if (word === undefined) return blankCost(matched);
  const { index } = match;
  const isNearDigit =
    (before === "" && isDigit(text.charCodeAt(index - 1))) || isDigit(text.charCodeAt(index + matched.length));
  return isForeign && !isNearDigit && LATIN.test(word) ? latinCost(word, before) : wordCost(word, before, isNearDigit);
}

const ONE: Cost = [1, 1];
/** Markers and ids count the same whatever their digits are: the same memory must give the same brief. */
const NONCE_COST: Cost = [20, 27];
const ID_COST: Cost = [13.5, 17];

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

const LATIN = /^[A-Za-z\u00c0-\u024f][a-z\u00df-\u024f]{1,15}$/;
/** The costs of pairs are up to a quarter too low, in languages that o200k knows little of. */
const LATIN_MARGIN = 1.4;

/** A word of another language. */
function latinCost(word: string, before: string): Cost {
  const cost = pairsCost(word) + (before === " " ? 0 : 0.2);
  return [cost, Math.max(wordCost(word, before, false)[1], cost * LATIN_MARGIN)];
}

/** A common word after a space is one token; elsewhere, in capitals or without vowels it is more. */
function wordCost(word: string, before: string, isNearDigit: boolean): Cost {
  const { length } = word;
  if (!/^[A-Za-z]+$/.test(word)) return foreignCost(word);
  if (length === 1) return before.trim() === "" ? ONE : [1.1, 2];
  if (length > LONGEST_NATURAL) return [length / 3.2, length / 1.5];
  if (isNearDigit) return [length < 3 ? 1 : 0.5 + length * 0.42, 0.6 + length * 0.75];
  if (!/[aeiouy]/i.test(word) || (before !== " " && /[^aeiouy]{4}/i.test(word)))
    return [length < 3 ? 1 : 0.9 + length * 0.17, 0.6 + length * 0.6];
  const isCapitals = /[A-Z]{2}/.test(word);
  const costs = isCapitals ? CAPITALS : before === " " ? AFTER_SPACE : before === "" ? AT_START : AFTER_SIGN;
  const likely = costs[Math.min(length, costs.length) - 1]!;
  if (before === " " && !isCapitals) return [likely, Math.max(likely, 0.5 + length / 9)];
  return [likely, likely * (isCapitals ? 1.7 : 1.4)];
}

/** Longer words are rare in any language. */
const LONGEST_NATURAL = 16;

/** Average costs by length, from one letter on; measured on messages to and from agents. */
const AFTER_SPACE = [1, 1, 1, 1.02, 1.03, 1.08, 1.07, 1.1, 1.15, 1.24, 1.24, 1.2, 1.2, 1.2, 1.4, 1.6];
const AT_START = [1, 1, 1.04, 1.07, 1.17, 1.3, 1.35, 1.45, 1.7, 1.8, 2.1, 2.3];
const AFTER_SIGN = [1, 1.1, 1.2, 1.5, 1.35, 1.75, 1.7, 2, 2.1, 2.2, 2.2, 2.4];
const CAPITALS = [1, 1.05, 1.16, 1.3, 1.68, 1.9, 2, 2.3, 2.5, 3];

/**
 * Tokens per letter, likely and at most, by the last code point of a range: scripts that o200k knows well are cheap, the
 * rest cost nearly their bytes.
 */
const LETTER_COSTS: readonly (readonly [last: number, likely: number, most: number])[] = [
  [0x7f, 0.29, 0.43],
  [0x24f, 0.6, 1.1], // Latin with accents
  [0x36f, 2, 2.2], // combining accents
  [0x3ff, 0.31, 0.76], // Greek
  [0x52f, 0.22, 0.65], // Cyrillic
  [0x5ff, 0.4, 0.76], // Armenian, Hebrew
  [0x6ff, 0.25, 0.76], // Arabic
  [0x8ff, 2, 2.2],
  [0xaff, 0.36, 0.87], // scripts of India
  [0xb7f, 0.9, 1.2], // Odia
  [0xe7f, 0.36, 0.87], // scripts of India, Thai
  [0xfff, 2, 2.6], // Lao, Tibetan
  [0x10ff, 0.45, 1.3], // Myanmar, Georgian
  [0x177f, 2, 2.8], // Ethiopic, Cherokee
  [0x17ff, 0.53, 1], // Khmer
  [0x1dff, 2, 2.8],
  [0x1fff, 0.5, 1.3], // Vietnamese, old Greek
  [0x303f, 2, 2.8],
  [0x30ff, 0.65, 1.1], // kana
  [0x4dff, 2, 3.3],
  [0x9fa5, 0.75, 1.2], // Han
  [0xabff, 2, 3.3],
  [0xd7ff, 0.64, 1.1], // Hangul
  [0xffff, 2, 3.3],
  [0x10ffff, 3, 4.4],
];

function foreignCost(word: string): Cost {
  let [likely, most] = [0.2, 0.55];
  for (const letter of word) {
    const cost = LETTER_COSTS.find(([last]) => letter.codePointAt(0)! <= last)!;
    likely += cost[1];
    most += cost[2];
  }
  return [Math.max(1, likely), Math.max(1, most)];
}

/** Repeated signs are cheap; symbols, emoji and their joiners cost per character. */
function signsCost(signs: string): Cost {
  const written = signs.trim();
  if (/^[!-~]$/.test(written) && signs.length < 3) return ONE;
  let [likely, most, last] = [0.2, signs.endsWith("\n") ? 1 : 0, ""];
  for (const sign of written) {
    const cost = signCost(sign);
    likely += sign === last ? 0.02 : cost[0];
    most += sign === last ? cost[1] / 5 : cost[1];
    last = sign;
  }
  return [Math.max(1, likely), Math.max(1, most)];
}

function signCost(sign: string): Cost {
  if (sign < " ") return [1.4, 1.8];
  if (sign <= "~") return [0.45, 0.9];
  return /[\u00a0-\u00ff\u2010-\u203f\u3000-\u303f]/.test(sign) ? [1, 1.7] : [1.5, 3.3];
}

function blankCost({ length }: string): Cost {
  return [1 + Math.max(0, length - 64) / 60, (length > 1 ? 1.2 : 1) + Math.max(0, length - 16) / 12];
}
