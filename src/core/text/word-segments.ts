/** Splits text without spaces into index words: character pairs for scripts without spaces, code words for emoji. */
import { lazyPattern } from "../base/lazy-pattern.ts";
import { isAscii } from "./fold.ts";

export type Written = { readonly word: string; readonly kind: "word" | "pair" | "last" | "emoji" };

/**
 * Cuts a folded text into what the index files, in order. A run without spaces becomes its overlapping pairs and its
 * last character, so that any two neighbours are found by their pair and any one character as the start of a pair.
 * Korean has spaces, but glues particles to its nouns: pairs see through them.
 */
export function writtenWords(folded: string): Written[] {
  return [...folded.matchAll(patternFor(folded))].flatMap(([word, emoji, run]): Written[] => {
    if (emoji !== undefined) return emojiWords(emoji);
    return run === undefined ? [{ word, kind: "word" }] : pairs(run);
  });
}

/** Most texts hold only scripts with spaces and no emoji: for them the full pattern, slow to compile, is not made. */
function patternFor(folded: string): RegExp {
  if (isAscii(folded)) return ASCII_WORD;
  if (!/[^\0-\xa8\xaa-\xad\xaf-\u058f\u1e00-\u203b]/.test(folded)) return spacedWord();
  return written();
}

const ASCII_WORD = /[a-z0-9]+/gi;
const spacedWord = lazyPattern("[\\p{L}\\p{N}][\\p{L}\\p{N}\\p{M}]*", "gu");

const SPACELESS = ["Han", "Hiragana", "Katakana", "Bopomofo", "Hangul", "Thai", "Lao", "Khmer", "Myanmar"].map(
  (script) => `\\p{scx=${script}}`,
);

const RUN = `[[${SPACELESS.join("")}]&&[\\p{L}\\p{N}\\p{M}]]`;

// Spelled out, because the property of all emoji sequences makes a pattern that takes microseconds a match.
const PICTURE = "\\p{Extended_Pictographic}[\\p{Emoji_Modifier}\\ufe0e\\ufe0f]?";
const EMOJI = `\\p{RI}\\p{RI}|${PICTURE}(?:\\u200d${PICTURE})*|[0-9#*]\\ufe0f?\\u20e3`;

const written = lazyPattern(`(${EMOJI})|(${RUN}+)|[[\\p{L}\\p{N}]--${RUN}][[\\p{L}\\p{N}\\p{M}]--${RUN}]*`, "gv");

function pairs(run: string): Written[] {
  const characters = [...run];
  return characters.map((character, at) => {
    const next = characters[at + 1];
    return next === undefined ? { word: character, kind: "last" } : { word: character + next, kind: "pair" };
  });
}

/** A sequence as one word, then its members, so that a family is found by a child; tones and joiners are no members. */
function emojiWords(sequence: string): Written[] {
  const points = [...sequence].filter((character) => !SHAPING.test(character));
  const codes = points.map((character) => `u${character.codePointAt(0)!.toString(16)}`);
  const members = codes.filter((_, at) => !SKIN_TONE.test(points[at]!));
  // The closing letter keeps the stemmer's hands off a code that ends like an English word.
  const words = codes.length > 1 ? [codes.join(""), ...members] : codes;
  return words.map((code) => ({ word: `${code}u`, kind: "emoji" }));
}

const SHAPING = /[\u200d\ufe0e\ufe0f\u20e3]/;
const SKIN_TONE = /[\u{1f3fb}-\u{1f3ff}]/u;
