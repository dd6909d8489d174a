/** Removes invisible text: terminal escapes, control and direction characters, hidden payloads. */
import { lazyPattern } from "../base/lazy-pattern.ts";

/**
 * Returns the text without invisible characters, otherwise unchanged. Kept because scripts need them: joiners inside emoji
 * and between letters of joining scripts, one variation selector after a base that has variants, one direction mark next to
 * right-to-left letters. Never kept: tag characters (a regional flag becomes a plain one), overrides, embeddings, isolates.
 */
export function cleanInvisible(text: string): string {
  if (isPlain(text)) return text;
  return text.replace(hiddenParts(), (hidden: string, at: number) => {
    if (hidden.charCodeAt(0) === 0x0d) return "\n";
    if (!hidden.isWellFormed()) return "\ufffd";
    return isWriting(hidden, text, at) ? hidden : "";
  });
}

/** The same characters made readable, for a view in which a person approves something. */
export function showInvisible(text: string): string {
  if (isPlain(text)) return text;
  return text.replace(hiddenParts(), (hidden: string, at: number) => {
    if (hidden === "\r\n") return "\n";
    if (isWriting(hidden, text, at)) return hidden;
    return [...hidden].map((one) => (/^[\x20-\x7e]$/.test(one) ? one : escapeOf(one.codePointAt(0) ?? 0))).join("");
  });
}

/** Terminal control sequences. Only strings that start with an escape character may span lines, to keep the search linear. */
export const ESCAPES = [
  "(?:\\x1b\\[|\\x9b)[0-?]*[ -/]*[@-~]?",
  "(?:\\x1b\\]|\\x9d)[^\\x07\\x1b\\x9c\\n]*(?:\\x07|\\x1b\\\\|\\x9c)?",
  "\\x1b[PX^_](?:[^\\x1b\\x9c]*(?:\\x1b\\\\|\\x9c)|[^\\x1b\\x9c\\n]*)",
  "[\\x90\\x98\\x9e\\x9f][^\\x1b\\x9c\\n]*\\x9c?",
  "\\x1b[ -/]*[0-~]",
].join("|");

const CONTROLS = "\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f";

/** Invisible characters of the basic plane, as the first and last of each range. */
const SHAPELESS_RANGES = [
  ...[0xad, 0xad, 0x34f, 0x34f, 0x61c, 0x61c, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b, 0x180f, 0x200b, 0x200f],
  ...[0x202a, 0x202e, 0x2060, 0x206f, 0x3164, 0x3164, 0xfe00, 0xfe0f, 0xfeff, 0xfeff, 0xffa0, 0xffa0, 0xfff0, 0xfffb],
];

/** The same, for a character class. */
export const SHAPELESS = SHAPELESS_RANGES.map((code, place) => (place % 2 ? "-" : "") + escapeOf(code)).join("");

const SHAPELESS_PAGES = new Set(SHAPELESS_RANGES.map((code) => code >> 8));

export function isShapeless(code: number): boolean {
  if (!SHAPELESS_PAGES.has(code >> 8)) return false;
  return SHAPELESS_RANGES.some(
    (first, place) => place % 2 === 0 && code >= first && code <= (SHAPELESS_RANGES[place + 1] ?? 0),
  );
}

const SHAPELESS_ASTRAL = "\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}";

// A cheap check that is enough for most texts, also with emoji. The high surrogates are those of the invisible planes.
const SUSPECT = new RegExp(`[${CONTROLS}${SHAPELESS}\\ud82f\\ud834\\udb40-\\udb43]`);
const isPlain = (text: string): boolean => !SUSPECT.test(text) && text.isWellFormed();
const ONE = `[${CONTROLS}${SHAPELESS}${SHAPELESS_ASTRAL}\\p{Surrogate}]`;

// Property classes are slow to compile, and most texts need none of them.
const hiddenParts = lazyPattern(`\\r\\n?|${ESCAPES}|${ONE}`, "gu");

const JOINING_SCRIPTS = ["Arabic", "Syriac", "Mandaic", "Nko", "Mongolian", "Phags_Pa", "Adlam", "Hanifi_Rohingya"];
const INDIC_SCRIPTS = [
  ...["Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Oriya", "Tamil", "Telugu", "Kannada", "Malayalam", "Sinhala"],
  ...["Khmer", "Myanmar", "Tibetan", "Balinese", "Javanese", "Grantha", "Newa", "Tirhuta", "Brahmi", "Chakma"],
];
const joined = lazyPattern(
  `^(?:(?=[${[...JOINING_SCRIPTS, ...INDIC_SCRIPTS].map((script) => `\\p{Script=${script}}`).join("")}])[\\p{L}\\p{M}]|[\\u064b-\\u065f\\u0670])$`,
  "u",
);
const isJoinedLetter = (char: string): boolean => joined().test(char);
const isVirama = (char: string): boolean =>
  /^[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]$/.test(char);
const picture = lazyPattern("^\\p{Extended_Pictographic}$", "u");
const pictureEnd = lazyPattern("^(?:\\p{Extended_Pictographic}|\\p{Emoji_Modifier}|\\ufe0f)$", "u");
const emoji = lazyPattern("^\\p{Emoji}$", "u");
const ideograph = lazyPattern("^\\p{Ideographic}$", "u");
const mongolian = lazyPattern("^\\p{Script=Mongolian}$", "u");
const isEmojiBase = (char: string, after: string): boolean =>
  emoji().test(char) && (!/^[0-9#*]$/.test(char) || after === "\u20e3");
const hasVariants = (char: string): boolean =>
  ideograph().test(char) ||
  /^[\u1000-\u109f\u2205-\u2aff\u3000-\u303f\ua840-\ua877\ua9e0-\ua9fe\uaa60-\uaa7f\uff00-\uff60]$/.test(char);
const hasRightToLeft = (text: string): boolean =>
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802\ud803\ud83a\ud83b]/.test(text);

/** Whether the script needs the character at this position. */
function isWriting(hidden: string, text: string, at: number): boolean {
  const code = hidden.codePointAt(0) ?? 0;
  const before = charBefore(text, at);
  const after = charAt(text, at + hidden.length);
  if (code === 0x200d && pictureEnd().test(before) && picture().test(after)) return true;
  if (code === 0x200d && isVirama(before)) return true;
  if (code === 0x200c || code === 0x200d) return isJoinedLetter(before) && isJoinedLetter(after);
  if (code === 0x200e || code === 0x200f || code === 0x061c) return isBesideRightToLeft(text, at);
  if (code === 0xfe0e || code === 0xfe0f) return isEmojiBase(before, after);
  if (code >= 0xfe00 && code <= 0xfe02) return hasVariants(before);
  if (code >= 0xe0100 && code <= 0xe01ef) return ideograph().test(before);
  if (code >= 0x180b && code <= 0x180f && code !== 0x180e) return mongolian().test(before);
  return false;
}

/** A mark is next to the letters it affects, or one character away; a run of marks has no use. */
function isBesideRightToLeft(text: string, at: number): boolean {
  const around = text.slice(Math.max(0, at - 2), at) + text.slice(at + 1, at + 3);
  const neighbours = (text[at - 1] ?? "") + (text[at + 1] ?? "");
  return hasRightToLeft(around.replace(/[\u200e\u200f\u061c]/g, "")) && !/[\u200e\u200f\u061c]/.test(neighbours);
}

function charBefore(text: string, at: number): string {
  const last = text.slice(Math.max(0, at - 2), at);
  return [...last].at(-1) ?? "";
}

function charAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? "" : String.fromCodePoint(code);
}

function escapeOf(code: number): string {
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, "0")}`;
}
