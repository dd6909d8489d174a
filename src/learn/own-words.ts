/** Finds the parts of a message that its author certainly wrote, as opposed to pasted, forwarded and quoted text. */
import { PASTES } from "./pasted.ts";
import { masked } from "./reading.ts";
import { DOCUMENT_MARKS, MAIL_MARKS, PASTE_STARTS, SHOWN } from "./tables/paste-marks.ts";

type Part = { readonly start: number; readonly end: number };

/**
 * Everything that may be pasted is left out: a border that is not marked is not certain. Fences, quote marks and tags have
 * borders of their own, so callers check those line by line.
 */
export function ownWords(message: string): readonly Part[] {
  const lines = fencedLines(message);
  if (asksAboutTextBefore(lines)) return [];
  const at = lines.findIndex((line, index) => startsPaste(line, index, lines));
  const marked = at < 0 ? message.length : borderAt(lines, at);
  // Output of a program says nothing about the text before it; any other paste may have begun earlier than its mark.
  const judged = at >= 0 && isRaw(lines[at]!) ? lines.filter((line) => !isRaw(line)) : lines;
  const broken = brokenTextIn(lines);
  // On the line that announces a text, the announcement shows the border better.
  const isAnnounced = at >= 0 && broken === lines[at]!.start;
  const border = Math.min(marked, documentIn(judged), isAnnounced ? marked : broken);
  return border <= 0 ? [] : [{ start: 0, end: border }];
}

/** What the author wrote, as far as that is certain, else what may be typed beside a paste. */
export function typedIn(message: string): string {
  const parts = ownWords(message);
  return (parts.length > 0 ? parts : besidePaste(message))
    .map(({ start, end }) => message.slice(start, end))
    .join(" ")
    .trim();
}

/** A longer line is rarely typed beside a paste. */
const LONGEST_BESIDE = 300;

/** Where the author may have typed a line beside pasted text: the first one up to its colon, and the last after an empty one. */
export function besidePaste(message: string): readonly Part[] {
  const lines = fencedLines(message);
  const [first, last] = [0, lines.findLastIndex(({ text }) => text.trim() !== "")];
  const ends = last > first ? [first, ...((lines[last - 1]?.text ?? "").trim() === "" ? [last] : [])] : [];
  return ends
    .map((at) => lines[at]!)
    .filter((line) => line.text.length <= LONGEST_BESIDE && !line.isFenced && !ITEM.test(line.text))
    .filter((line) => !isRaw(line) && !isPrinted(line) && !isDocumentMark(line))
    .map(({ text, start, end }) => {
      const colon = /:(?=\s|$)/.exec(text)?.index;
      return { start, end: colon === undefined ? end : start + colon };
    });
}

function isDocumentMark({ text }: Line): boolean {
  return [...DOCUMENT_MARKS, ...MAIL_MARKS].some(({ pattern }) => pattern.test(text));
}

type Line = Part & {
  readonly text: string;
  readonly isFenced: boolean;
  /** Whether its fence has a partner; otherwise the paste cut it off, and it shows no border. */
  readonly isPaired: boolean;
};

const FENCE = /^\s*(?:[-*+>]\s+)?(?:`{3,}|~{3,})/;

function fencedLines(message: string): Line[] {
  const texts = message.split("\n");
  const isPaired = texts.filter((text) => FENCE.test(text)).length % 2 === 0;
  let start = 0;
  let isInside = false;
  return texts.map((text) => {
    const isFence = FENCE.test(text);
    // A colon or a sign inside code or a quotation is not the author's own.
    const line = { text: masked(text), start, end: start + text.length, isFenced: isInside || isFence, isPaired };
    if (isFence) isInside = !isInside;
    start = line.end + 1;
    return line;
  });
}

const RULE_INTRO =
  /\b(?:remember|memori[sz]e|rules?|from now on|always|never|prefer(?:ence)?s?|important|polic(?:y|ies)|conventions?|note(?: that)?|in mind|don'?t forget|going forward)\b/i;

function startsPaste(line: Line, index: number, lines: readonly Line[]): boolean {
  if (line.isFenced || line.text.trim() === "") return false;
  if (isRaw(line)) return true;
  const row = PASTE_STARTS.find(({ pattern }) => pattern.test(line.text));
  if (row !== undefined && row !== SHOWN)
    return row.name !== "request about a text" || lineAfter(lines, index)?.isFenced === false;
  if (RULE_INTRO.test(line.text)) return false;
  // A line that ends in a colon announces what follows: a list of the author's own, or a text.
  if (!/[:：]\s*$/.test(line.text)) return row === SHOWN;
  const next = lineAfter(lines, index);
  return next !== undefined && !next.isFenced && !ITEM.test(next.text) && !/^\s*>/.test(next.text);
}

/** The next line that is not empty. A message can have a million lines, so none are copied. */
function lineAfter(lines: readonly Line[], index: number): Line | undefined {
  for (let at = index + 1; at < lines.length; at += 1) if (lines[at]!.text.trim() !== "") return lines[at];
  return undefined;
}

/** Kinds of pasted lines that appear in text of the author's own too. */
const OWN_KINDS: ReadonlySet<string> = new Set(["added line", "heading or comment", "table row", "code", "diff file"]);
const RAW_LINES = PASTES.filter(({ name }) => !OWN_KINDS.has(name));

/** A line of a log, a trace, a diff or a terminal. */
function isRaw({ text }: Line): boolean {
  return RAW_LINES.some(({ pattern }) => pattern.test(text));
}

/** Before the sentence that announces the text; before the paragraph of a line that shows no border. */
function borderAt(lines: readonly Line[], at: number): number {
  const line = lines[at]!;
  if (isRaw(line)) return lines[lines.findLastIndex(({ text }, index) => index < at && text.trim() === "") + 1]!.start;
  const colon = /:(?=\s|$)/.exec(line.text)?.index ?? -1;
  const lead = line.text.slice(0, colon + 1);
  return line.start + Math.max(lead.lastIndexOf("."), lead.lastIndexOf("!"), lead.lastIndexOf("?")) + 1;
}

const ABOUT_TEXT_BEFORE =
  /^(?:\W{0,10}(?:can|could|please|so|ok|now|pls|would|what|how|any|is|does|do|who|why|tl;?dr|\^)?\b)[^.!\n]{0,80}\b(?:summari[sz]e|sum (?:it )?up|reply|respond|answer|translate|proofread|explain|rewrite|rephrase|shorten|mean|means|think|make of|tl;?dr|analy[sz]e|thoughts|correct|true|legit|apply)\b(?:\W*$|[^\n]{0,30}\b(?:this|that|it|these|them|above|mail|message|text|page|article|log|output)\b[^\n]{0,60}$| (?:please|for me|briefly|to|in) ?[^\n]{0,40}$)/i;

/** The last paragraph of several asks about the text before it. */
function asksAboutTextBefore(lines: readonly Line[]): boolean {
  const last = lines.findLastIndex(({ text }) => text.trim() !== "");
  const before = lines.slice(0, last).filter(({ text }) => text.trim() !== "");
  return before.length > 0 && lines[last - 1]?.text.trim() === "" && ABOUT_TEXT_BEFORE.test(lines[last]?.text ?? "");
}

/** So much prose in so many paragraphs is rarely typed into a prompt. */
const TYPED_PARAGRAPHS = 6;
/** So many lines in a row were wrapped by a program. */
const WRAPPED_LINES = 4;
/** So many lines of one paragraph that end inside a sentence are not typed. */
const BROKEN_LINES = 4;

/** Where a document begins in the message: at its first mark, or at the start if only its prose shows it. */
function documentIn(lines: readonly Line[]): number {
  const open = lines.filter(({ isFenced, isPaired }) => !isFenced || !isPaired);
  if (wrappedLines(open) >= WRAPPED_LINES || proseParagraphs(open) > TYPED_PARAGRAPHS) return 0;
  const marks = open.filter((line, at) => isRaw(line) || isTitle(open, at) || isDocumentMark(line));
  const printed = open.filter(isPrinted);
  const document = marks.length >= 2 ? marks[0] : undefined;
  const output = printed.length >= PRINTED_LINES ? printed[0] : undefined;
  return Math.min(document?.start ?? Number.POSITIVE_INFINITY, output?.start ?? Number.POSITIVE_INFINITY);
}

/**
 * Where text with broken lines begins. A person types a paragraph as one line, as a list, or a sentence to a line; programs
 * break lines anywhere, or print what is no sentence. One paragraph of many such lines, or a line of a log, shows that there
 * is a paste, and every paragraph before it with a broken line may be a part of it.
 */
function brokenTextIn(lines: readonly Line[]): number {
  let began: number | undefined;
  for (const paragraph of paragraphsOf(lines)) {
    const broken = paragraph.filter(endsInside);
    if (broken.length > 0 && broken[0] !== paragraph.at(-1)) began ??= paragraph[0]!.start;
    if (broken.length >= BROKEN_LINES || paragraph.some(isRaw)) return began ?? Number.POSITIVE_INFINITY;
  }
  return Number.POSITIVE_INFINITY;
}

/** True if the line ends inside a sentence. */
function endsInside({ text }: Pick<Line, "text">): boolean {
  return !/[.!?:;…。！？：；]["')\]”’*_]{0,3}\s*$/.test(text);
}

/** Lines in a row, without lists and fences. */
function paragraphsOf(lines: readonly Line[]): Line[][] {
  const paragraphs: Line[][] = [[]];
  for (const line of lines)
    if (line.text.trim() === "" || line.isFenced || ITEM.test(line.text)) paragraphs.push([]);
    else paragraphs.at(-1)!.push(line);
  return paragraphs;
}

/** A heading without a mark: a few words, most of them capitalised, that stand alone above more text. */
function isTitle(lines: readonly Line[], at: number): boolean {
  const { text } = lines[at]!;
  const isAlone = (lines[at - 1]?.text ?? "").trim() === "" && (lines[at + 1]?.text ?? "none").trim() === "";
  if (!isAlone || text.length > 60 || !/^\p{Lu}[^.!?:;]*[^.!?:;,]$/u.test(text.trim())) return false;
  const words = text
    .trim()
    .split(/\s+/)
    .filter((word) => /^\p{L}{4,}/u.test(word));
  return words.length >= 2 && words.every((word) => /^\p{Lu}/u.test(word)) && lineAfter(lines, at) !== undefined;
}

/** So many lines of program output are not typed. */
const PRINTED_LINES = 3;

/** A line with many signs, or that is indented: output of a program rather than prose. */
function isPrinted({ text }: Line): boolean {
  if (text.trim().length < 4) return false;
  const signs = text.match(/[^\p{L}\p{N}\s.,!?'"()`*。，、！？：；（）-]/gu)?.length ?? 0;
  return signs / text.trim().length > 0.12 || /^(?: {2,}|\t)(?![-*+•–]|\d{1,3}[.)])\S/.test(text);
}

const ITEM = /^\s*(?:[-*+•–]|\d{1,3}[.)]|[a-z]\))\s/i;

/** The most lines in a row that a program wrapped. */
function wrappedLines(lines: readonly Line[]): number {
  let most = 0;
  let row = 0;
  for (const { text } of lines) {
    row = !ITEM.test(text) && text.length >= 55 && text.length <= 110 && endsInside({ text }) ? row + 1 : 0;
    most = Math.max(most, row);
  }
  return most;
}

function proseParagraphs(lines: readonly Line[]): number {
  let count = 0;
  let chars = 0;
  for (const { text } of [...lines, { text: "" }]) {
    if (text.trim() !== "") chars += text.length;
    else {
      if (chars > 150) count += 1;
      chars = 0;
    }
  }
  return count;
}
