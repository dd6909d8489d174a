/** Splits text into index words: folding, character pairs for scripts without spaces, emoji, and identifier parts. */
import { lazyPattern } from "../base/lazy-pattern.ts";

export type WrittenWord = { readonly word: string; readonly kind: "word" | "pair" | "last" | "emoji" };

/**
 * The index words of a folded text, in order. A run without spaces becomes its overlapping pairs and its last character,
 * so that two neighbours are found by their pair and a single character as the start of a pair. Korean is treated so too,
 * because it attaches particles to its nouns.
 */
export function writtenWords(folded: string): WrittenWord[] {
  return [...folded.matchAll(patternFor(folded))].flatMap(([word, emoji, run]): WrittenWord[] => {
    if (emoji !== undefined) return emojiWords(emoji);
    return run === undefined ? [{ word, kind: "word" }] : pairs(run);
  });
}

/** The full pattern is slow to compile, and most texts have only scripts with spaces and no emoji. */
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

// Spelled out, because the property for all emoji sequences takes microseconds per match.
const PICTURE = "\\p{Extended_Pictographic}[\\p{Emoji_Modifier}\\ufe0e\\ufe0f]?";
const EMOJI = `\\p{RI}\\p{RI}|${PICTURE}(?:\\u200d${PICTURE})*|[0-9#*]\\ufe0f?\\u20e3`;

const written = lazyPattern(`(${EMOJI})|(${RUN}+)|[[\\p{L}\\p{N}]--${RUN}][[\\p{L}\\p{N}\\p{M}]--${RUN}]*`, "gv");

function pairs(run: string): WrittenWord[] {
  const characters = [...run];
  return characters.map((character, at) => {
    const next = characters[at + 1];
    return next === undefined ? { word: character, kind: "last" } : { word: character + next, kind: "pair" };
  });
}

/** A sequence as one word, then its members, so that a family emoji is found by that of a child; skin tones and joiners are dropped. */
function emojiWords(sequence: string): WrittenWord[] {
  const points = [...sequence].filter((character) => !SHAPING.test(character));
  const codes = points.map((character) => `u${character.codePointAt(0)!.toString(16)}`);
  const members = codes.filter((_, at) => !SKIN_TONE.test(points[at]!));
  // The last letter prevents the stemmer from changing a code that ends like an English word.
  const words = codes.length > 1 ? [codes.join(""), ...members] : codes;
  return words.map((code) => ({ word: `${code}u`, kind: "emoji" }));
}

const SHAPING = /[\u200d\ufe0e\ufe0f\u20e3]/;
const SKIN_TONE = /[\u{1f3fb}-\u{1f3ff}]/u;

/** Normalises compatibility forms and keeps case; drops broken code units and private-use characters. */
export function plainForms(text: string): string {
  if (isAscii(text)) return text;
  return text.toWellFormed().normalize("NFKC").replace(NOT_FOR_THE_INDEX, " ");
}

/** The same for all spellings of a word. */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return plainForms(text)
    .toLowerCase()
    .normalize("NFD")
    .replace(DROPPED_MARKS, "")
    .replace(FOLDED_LETTERS, (letter) => LETTERS[letter] ?? letter)
    .normalize("NFC");
}

export function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}

// The index keeps its own filter words in the private-use area; U+FFFD replaces a broken code unit.
const NOT_FOR_THE_INDEX = /[\ue000-\uf8ff\ufffd\u{f0000}-\u{ffffd}\u{100000}-\u{10fffd}]/gu;

// Accents (with the dot that a lower-cased Turkish İ leaves behind), Hebrew points, Arabic vowel signs and stretching,
// combining hamza, and invisible characters. The joiner U+200D stays: emoji need it.
const DROPPED_MARKS =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u00ad\u200b\u200c\u2060]/g;

const LETTERS: Readonly<Record<string, string>> = {
  ı: "i",
  ß: "ss",
  ς: "σ",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ł: "l",
  ħ: "h",
  þ: "th",
  ð: "d",
  ة: "ه",
  ى: "ي",
  ٱ: "ا",
  ך: "כ",
  ם: "מ",
  ן: "נ",
  ף: "פ",
  ץ: "צ",
};

const FOLDED_LETTERS = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "gu");

/**
 * Forms to index in addition to the words of a text, lower case, each once. `parseConfigFile` gives parse, config and file;
 * `dry-run`, `dry_run` and `src/dry.run` are all indexed as dryrun too.
 */
export function identifierForms(text: string): string[] {
  const forms = new Set<string>();
  for (const { pattern, word } of NAMES_WITH_SIGNS) if (pattern.test(text)) forms.add(word);
  for (const compound of text.match(COMPOUND) ?? []) {
    // Most are plain words, with at most a full stop after them.
    if (compound.length > LONGEST_COMPOUND || !JOINED.test(compound)) continue;
    for (const segment of compound.split(/[/\\:@~]+/)) addWhole(forms, segment);
    addWhole(forms, compound);
  }
  for (const word of text.match(/[A-Za-z0-9]+/g) ?? [])
    if (HAS_SEAM.test(word)) for (const part of partsOf(word)) forms.add(part.toLowerCase());
  return [...forms];
}

const NAMES_WITH_SIGNS = [
  { pattern: /(?<![\w.])c\+\+/i, word: "cpp" },
  { pattern: /(?<![\w.])c#(?!\w)/i, word: "csharp" },
  { pattern: /(?<![\w.])f#(?!\w)/i, word: "fsharp" },
  { pattern: /(?<![\w.])\.net(?!\w)/i, word: "dotnet" },
];

const COMPOUND = /[A-Za-z0-9._@#~/\\:+-]+/g;
const JOINED = /[A-Za-z0-9][._@#~/\\:+-]+[A-Za-z0-9]/;
const HAS_SEAM = /.[A-Z0-9]/;
const LONGEST_COMPOUND = 120;
const MOST_PARTS = 12;

function addWhole(forms: Set<string>, compound: string): void {
  const words = compound.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  if (words.length < 2 || words.length > MOST_PARTS) return;
  forms.add(joined(words));
  // "v24.21.0" is a version as "24.21.0" is.
  if (/^v\d+$/.test(words[0]!)) forms.add(joined([words[0]!.slice(1), ...words.slice(1)]));
}

/** Keeps a letter between digits, or 1.23 and 12.3 would be the same word. */
function joined(words: readonly string[]): string {
  return words.reduce((left, right) => (/\d$/.test(left) && /^\d/.test(right) ? `${left}x${right}` : left + right));
}

const CASE_PARTS = /[A-Z]{2,}s(?![a-z])|[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+/g;

function partsOf(word: string): string[] {
  if (word.length > LONGEST_COMPOUND) return [];
  const code = /^([A-Za-z]{1,5})(\d{2,})$/.exec(word);
  const parts = code ? code.slice(1) : /[a-z][A-Z]|[A-Z]{2}[a-z]/.test(word) ? (word.match(CASE_PARTS) ?? []) : [];
  return parts.length > 1 ? parts.filter((part) => part.length > 1) : [];
}
