/** Estimates tokens of o200k without its vocabulary, which is too large for hooks: a cost for each class of characters. */
import { lazyPattern } from "../base/lazy-pattern.ts";

/** Leans to too many, because a budget must not be exceeded; `bench/tokens.ts` measures by how much. */
export function estimateTokens(text: string): number {
  return text === "" ? 0 : wholeTokens(costOfLines(text));
}

export function wholeTokens(cost: number): number {
  return Math.ceil(cost + 1);
}

/** What lines add to a text: the costs of all its lines are its estimate, once they are added up and rounded. */
export function costOfLines(lines: string): number {
  // No piece goes on after it: a line that starts with a blank or a slash belongs to the line before.
  return lines.split(/(?<=\n)(?![\s/])/).reduce((cost, line) => cost + costOfLine(line), 0);
}

/** A brief counts each of its lines several times. */
const costs = new Map<string, number>();

function costOfLine(line: string): number {
  const known = costs.get(line);
  if (known !== undefined) return known;
  const letterCost = isEnglish(line) ? 0.11 : 0.37;
  let cost = 0;
  for (const [piece, known, mixed, before = "", word, digits] of line.matchAll(PIECE())) {
    if (known !== undefined) cost += known.length > 25 ? 27 : 17;
    else if (mixed !== undefined) cost += 0.6 + mixed.length * 0.8;
    else if (word !== undefined) cost += costOfWord(word, before, letterCost);
    else if (digits !== undefined) cost += 1;
    else cost += costOfSigns(piece);
  }
  if (costs.size === 2000) costs.clear();
  if (line.length <= 500) costs.set(line, cost);
  return cost;
}

// Split as o200k does before it merges, bounded. Markers and ids count the same whatever they are made of.
const KNOWN = "[^\\r\\nA-Za-z0-9]?(?<![0-9A-Za-z])(?:[0-9a-f]{32}|[a-z]{3}_[0-9a-hjkmnp-tv-z]{18})(?![0-9A-Za-z])";
const WORD = "\\p{Lu}{0,64}[\\p{Ll}\\p{Lm}\\p{Lo}\\p{Lt}\\p{M}]{1,64}|\\p{Lu}{1,64}";
// Letters beside digits are rarely a word.
const MIXED = "(?<=[0-9])[A-Za-z]{2,16}(?![A-Za-z])|[A-Za-z]{2,16}(?=[0-9])";
const SIGNS = " ?[^\\s\\p{L}\\p{N}\\p{M}]{1,64}[\\r\\n/]{0,64}|\\s{0,64}[\\r\\n]{1,64}|\\s{1,64}(?!\\S)|\\s{1,64}";
const PIECE = lazyPattern(
  `(${KNOWN})|(?:(${MIXED}))|([^\\r\\n\\p{L}\\p{N}\\p{M}]?)(${WORD})(?:'[a-z]{1,2}(?![a-z]))?|(\\p{N}{1,3})|${SIGNS}`,
  "gu",
);

/** A common word after a space is one token; elsewhere, in capitals or without vowels it is more. */
function costOfWord(word: string, before: string, letterCost: number): number {
  const { length } = word;
  if (!/^[A-Za-z]+$/.test(word)) return [...word].reduce((cost, letter) => cost + costOfLetter(letter), 0.55);
  if (length === 1) return before.trim() === "" ? 1 : 2;
  if (length > 16 || !/[aeiouy]/i.test(word) || /[^aeiouy]{5}/i.test(word)) return 0.6 + length * 0.65;
  if (/[A-Z]{2}/.test(word)) return 1 + length * 0.4;
  return Math.max(1, before === " " ? 0 : 1.1 + length * 0.19, 0.5 + length * letterCost);
}

/** Tokens per letter at most, by the last code point of a range: scripts that o200k knows well are cheap, the rest cost nearly their bytes. */
const LETTER_COSTS: readonly (readonly [last: number, cost: number])[] = [
  [0x7f, 0.43],
  [0x24f, 1.1], // Latin with accents
  [0x36f, 2.2], // combining accents
  [0x6ff, 0.76], // Greek, Cyrillic, Armenian, Hebrew, Arabic
  [0x8ff, 2.2],
  [0xaff, 0.87], // scripts of India
  [0xb7f, 1.2], // Odia
  [0xe7f, 0.87], // scripts of India, Thai
  [0xfff, 2.8], // Lao, Tibetan
  [0x10ff, 1.3], // Myanmar, Georgian
  [0x177f, 2.8], // Ethiopic, Cherokee
  [0x17ff, 1], // Khmer
  [0x1dff, 2.8],
  [0x1fff, 1.3], // Vietnamese, old Greek
  [0x303f, 2.8],
  [0x30ff, 1.2], // kana
  [0x4dff, 3.3],
  [0x9fa5, 1.2], // Han
  [0xabff, 3.3],
  [0xd7ff, 1.2], // Hangul
  [0x10ffff, 4.4],
];

function costOfLetter(letter: string): number {
  return LETTER_COSTS.find(([last]) => letter.codePointAt(0)! <= last)![1];
}

/** Repeated signs are cheap; symbols, emoji and their joiners cost per character. */
function costOfSigns(signs: string): number {
  const written = signs.trim();
  if (written === "") return (signs.length > 1 ? 1.2 : 1) + Math.max(0, signs.length - 16) / 12;
  if (/^[!-~]$/.test(written) && signs.length < 3) return 1;
  let [cost, last] = [signs.endsWith("\n") ? 1 : 0, ""];
  for (const sign of written) {
    cost += sign === last ? costOfSign(sign) / 5 : costOfSign(sign);
    last = sign;
  }
  return Math.max(1, cost);
}

function costOfSign(sign: string): number {
  if (sign < " ") return 1.8;
  if (sign <= "~") return 0.9;
  return /[\u00a0-\u00ff\u2010-\u203f\u3000-\u303f]/.test(sign) ? 1.7 : 3.3;
}

/** Other languages in Latin letters cost more. A line of a few words has no room for the common ones. */
function isEnglish(line: string): boolean {
  const words = line.match(/(?<![\p{L}\p{N}_])[\p{L}']{1,30}(?![\p{L}\p{N}_])/gu) ?? [];
  const english = words.filter((word) => ENGLISH.has(word.toLowerCase())).length;
  return english >= words.length / 10 && (english > 0 || words.length < 4);
}

const ENGLISH: ReadonlySet<string> = new Set(
  [
    "the of and to is are it that this with for not you we be have has use used when if by from or but should must before",
    "after always never run which your our was will can only all into than then they there these its been do does don't",
  ].flatMap((line) => line.split(" ")),
);
