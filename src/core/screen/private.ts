/** Removes text that is marked as private, and the words that the user listed; in doubt it removes more. */
import { lazyPattern } from "../base/lazy-pattern.ts";

/** Replaces private text. */
const MARK = "[private]";

/**
 * Removes `<private>` sections and every match of the listed patterns. Without a closing tag, everything after the opening
 * one is private; without an opening tag, which may be in an earlier part, everything before the closing one is;
 * `<private/>` counts as an opening. A pattern is literal text, case-insensitive; `*` is up to 1,000 characters but spaces.
 */
export function stripPrivate(text: string, { patterns = [] }: { readonly patterns?: readonly string[] } = {}): string {
  return patterns.reduce(stripPattern, stripSections(text));
}

// Zero-width characters and soft hyphens may be between any two characters of a tag.
const UNSEEN = "\\u00ad\\u034f\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufe00-\\ufe0f\\ufeff";
const GAP = `[${UNSEEN}]*`;
const SPACE = `[\\s${UNSEEN}]{0,40}`;

/** Both cases of each letter, also at full width, with gaps between; regular expression flags would be slow to compile. */
function spelled(name: string): string {
  const wide = (letter: string) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0);
  const forms = (letter: string) => [letter, letter.toUpperCase()].map((form) => form + wide(form)).join("");
  return [...name].map((letter) => `[${forms(letter)}]`).join(GAP);
}

/** A bracket or slash, also escaped as in HTML, JSON and URLs, once or several times. */
function escaped(chars: string, entity: string, code: string): string {
  const decimal = Number.parseInt(code, 16);
  const hex = code.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
  const html = `&(?:amp;){0,4}(?:${entity}|${entity.toUpperCase()}|#0{0,5}${decimal}|#[xX]0{0,5}${hex});?`;
  return `(?:\\\\{0,8}[${chars}]|${html}|\\\\{1,8}(?:u00|x)${hex}|%(?:25){0,4}${hex})`;
}

const OPEN = escaped("<\\uff1c\\ufe64\\u2039\\u27e8\\u3008", "lt", "3c");
const CLOSE = escaped(">\\uff1e\\ufe65\\u203a\\u27e9\\u3009", "gt", "3e");
const SLASH = escaped("/\\uff0f", "sol", "2f");
const ATTRIBUTES = "[\\s/\\\\][^<>]{0,300}?";

// Most texts do not contain the name, which is quicker to check than a tag.
const HINT = new RegExp(spelled("priv"));
const LEAD = `(?<=(${OPEN})${SPACE}(${SLASH}${SPACE})?)`;
const TAIL = `${GAP}(?:${SPACE}(${CLOSE})|${ATTRIBUTES}${SPACE}${CLOSE}|(?=[\\s/]|$))`;

/** Groups: first bracket, slash of a closing tag, last bracket directly after the name. A tag without its last bracket still opens. */
const tagPattern = lazyPattern(`${LEAD}${spelled("private")}${TAIL}`, "dg");

function stripSections(text: string): string {
  if (!HINT.test(text)) return text;
  const pattern = tagPattern();
  pattern.lastIndex = 0;
  let out = "";
  let from = 0;
  let depth = 0;
  for (let tag = pattern.exec(text); tag !== null; tag = pattern.exec(text)) {
    const isClosing = tag[2] !== undefined;
    if (isClosing && tag[3] === undefined) continue;
    if (depth === 0) out = isClosing ? MARK : out + text.slice(from, tag.indices?.[1]?.[0]) + MARK;
    depth = Math.max(0, depth + (isClosing ? -1 : 1));
    from = tag.index + tag[0].length;
  }
  if (from === 0) return text;
  return depth === 0 ? out + text.slice(from) : out;
}

const STAR_REACH = 1000;

function stripPattern(text: string, pattern: string): string {
  const parts = fold(pattern.trim()).split(/\*+/);
  if (parts.every((part) => part === "")) return text;
  const folded = { text: fold(text), wordEnd: 0 };
  let out = "";
  let from = 0;
  for (let span = nextMatch(folded, parts, 0); span; span = nextMatch(folded, parts, span.end)) {
    out += text.slice(from, span.start) + MARK;
    from = span.end;
  }
  return from === 0 ? text : out + text.slice(from);
}

type Span = { readonly start: number; readonly end: number };
/** A text, with the end of the last word, so that a long word is measured once. */
type Folded = { readonly text: string; wordEnd: number };

function nextMatch(folded: Folded, parts: readonly string[], from: number): Span | undefined {
  const startsWithStar = parts[0] === "";
  const [first = "", ...rest] = startsWithStar ? parts.slice(1) : parts;
  const { text } = folded;
  folded.wordEnd = from;
  for (let at = text.indexOf(first, from); at >= 0; at = text.indexOf(first, at + 1)) {
    const end = matchRest(folded, rest, at + first.length);
    if (end !== undefined) return { start: startsWithStar ? wordStart(text, at, from) : at, end };
  }
  return undefined;
}

/** Finds each part at its first position within reach; an empty last part is a star at the end. */
function matchRest(folded: Folded, parts: readonly string[], from: number): number | undefined {
  let at = from;
  for (const [index, part] of parts.entries()) {
    const reach = starReach(folded, at);
    if (part === "" && index === parts.length - 1) return reach;
    const place = folded.text.slice(at, reach + part.length).indexOf(part);
    if (place < 0) return undefined;
    at += place + part.length;
  }
  return at;
}

function wordStart(text: string, at: number, from: number): number {
  const floor = Math.max(from, at - STAR_REACH);
  let start = at;
  while (start > floor && !/\s/.test(text.charAt(start - 1))) start -= 1;
  return start;
}

function starReach(folded: Folded, at: number): number {
  if (at >= folded.wordEnd) {
    SPACE_NEXT.lastIndex = at;
    folded.wordEnd = SPACE_NEXT.exec(folded.text)?.index ?? folded.text.length;
  }
  return Math.min(folded.wordEnd, at + STAR_REACH);
}

const SPACE_NEXT = /\s/g;

/** Lower case of the same length, so that positions stay valid. */
function fold(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
