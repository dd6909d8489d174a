/** Tells random characters, such as generated keys, from names and words. */
import { CASE_RARITY, RARITY } from "./name-model.ts";

/** True if every part is a word, a short number or both: names and identifiers, not random characters. */
export function isWordy(value: string): boolean {
  if (/[!#%^&*]/.test(value) || generatedBits(value) >= SURE) return false;
  const pieces = value.split(/[^A-Za-z0-9]+/).filter((piece) => piece !== "");
  return pieces.every((piece) => (/^\d+$/.test(piece) ? piece.length < 5 : generatedBits(piece) < LIKELY));
}

/** True if the characters look random, like a generated key. */
export function isRandom(value: string, least = LIKELY): boolean {
  if (value.length < 10 || OWN_ID.test(value)) return false;
  if (isUuid(value.slice(value.lastIndexOf("_") + 1))) return true;
  const letters = value.replace(/[^A-Za-z0-9]/g, "").length;
  if (letters < value.length * 0.6 || entropy(value) < 2.6) return false;
  // A token may have a fixed part in the other case.
  const [run = ""] = /[a-z0-9]{24,}|[A-Z0-9]{24,}/.exec(value) ?? [];
  return generatedBits(value) >= least || generatedBits(run) >= least;
}

/** True if most characters are the one before again, or the next one: `11111111`, `abcdefgh`, `1234567890`. */
export function isRow(value: string): boolean {
  let steps = 0;
  for (let at = 1; at < value.length; at += 1) {
    const step = value.charCodeAt(at) - value.charCodeAt(at - 1);
    if (step === 0 || step === 1) steps += 1;
  }
  return value.length > 8 && steps > value.length * 0.6;
}

/** Bits of proof that characters are generated: enough beside a label, and enough without one. */
const LIKELY = 12;
export const SURE = 24;

/** Ids of this program are random and no secret; they are in every row that is exported. */
const OWN_ID =
  /^(?:act|apv|epi|evt|job|mac|prj|rcp|rec|rev|run|ses|sug|tkt)_[0-9a-hjkmnp-tv-z]{18}(?:#[\d-]+)?["'`\\]*$/;

function isUuid(value: string): boolean {
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(value);
}

/** Bits per character, by the frequencies within the value. */
function entropy(value: string): number {
  const counts = new Map<string, number>();
  for (const char of value) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const times of counts.values()) bits -= (times / value.length) * Math.log2(times / value.length);
  return bits;
}

/**
 * How much more likely a generator wrote the characters than a person who names things, in bits: what they would cost as a
 * name, less what each character of their alphabet costs.
 */
export function generatedBits(value: string): number {
  let bits = -value.length * Math.log2(alphabetOf(value));
  let symbol = START;
  let kind = NO_LETTER;
  let last = 0;
  for (let at = 0; at < value.length; at += 1) {
    const code = value.charCodeAt(at);
    const nextSymbol = symbolOf(code);
    const nextKind = caseOf(code);
    let named = halvesAt(RARITY, symbol * (START + 1) + nextSymbol) / 2;
    if (nextKind < NO_LETTER) named += halvesAt(CASE_RARITY, kind * NO_LETTER + nextKind) / 2;
    if (nextSymbol === DIGIT) named += Math.log2(10);
    // People also write `aaaa` and `1234`.
    bits += code - last === 0 || code - last === 1 ? Math.min(named, 2) : named;
    [symbol, kind, last] = [nextSymbol, nextKind, code];
  }
  return bits;
}

const [DIGIT, SEPARATOR, START] = [26, 27, 28];
const NO_LETTER = 2;

/** A letter of either case by its place in the alphabet, else a digit or a separator. */
export function symbolOf(code: number): number {
  const letter = (code | 32) - 97;
  if (letter >= 0 && letter < 26) return letter;
  return code >= 48 && code <= 57 ? DIGIT : SEPARATOR;
}

export function caseOf(code: number): number {
  if (code >= 97 && code <= 122) return 0;
  return code >= 65 && code <= 90 ? 1 : NO_LETTER;
}

function halvesAt(table: string, at: number): number {
  const code = table.charCodeAt(at);
  return code < 58 ? code - 48 : code - 87;
}

function alphabetOf(value: string): number {
  // Digits of base 16, in one case, in both, or in groups.
  const letters = /[g-z]/i.test(value) || !/\d/.test(value) ? 26 : 6;
  const has = (chars: RegExp, size: number): number => (chars.test(value) ? size : 0);
  return has(/[a-z]/, letters) + has(/[A-Z]/, letters) + has(/\d/, 10) + has(/[^A-Za-z0-9]/, 2);
}
