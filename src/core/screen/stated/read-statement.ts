/** Reads "LABEL … LINK VALUE" in a sentence: a small parser over the words of one line. */
import { AUXILIARIES, COPULAS, FILLERS, GIVING, LABELS, MODIFIERS, SETTING, type StatedKind } from "./words.ts";

/** A word without the punctuation around it, or a text in quotes. */
export type StatedWord = {
  readonly text: string;
  readonly lower: string;
  readonly start: number;
  readonly end: number;
  readonly isQuoted: boolean;
  readonly isColon: boolean;
  /** Punctuation or the end of the line follows. */
  readonly isLast: boolean;
};

/** How the label and the value are joined: by a colon, by a verb or its sign, by a dash, or by nothing between them. */
type Link = "colon" | "states" | "changes" | "dash" | "gives" | "none";

export type StatedValue = {
  readonly kind: StatedKind;
  readonly label: string;
  readonly link: Link;
  /** The words from the value to the end of the line. */
  readonly words: readonly StatedWord[];
  /** What stands before the label in its line. */
  readonly lead: string;
};

const MOST_CHARS = 400;
const MOST_WORDS = 14;
const MOST_LEAD = 120;
const LONGEST_LABEL = 16;

/** The statement whose label starts at `at`, if what stands there is a label and a value may follow. */
export function readStatement(text: string, at: number): StatedValue | undefined {
  const label = labelAt(text, at);
  if (label === undefined) return undefined;
  const kind = LABELS.get(label.toLowerCase());
  if (kind === undefined) return undefined;
  const lead =
    text
      .slice(Math.max(0, at - MOST_LEAD), at)
      .split("\n")
      .at(-1) ?? "";
  const rest = text.slice(at + label.length, at + label.length + MOST_CHARS).replace(VALUE_BELOW, "$1 ");
  const line = rest.split("\n", 1)[0] ?? "";
  return afterLabel(line, at + label.length, { kind, label, lead });
}

/** After "the password is:" the value may stand in the next line. */
const VALUE_BELOW = /^([ \t]+(?:[^\s:]+[ \t]+){0,6}[^\s:]+:)\n(?=[ \t]*\S+[ \t]*(?:\n|$))/;

type Labelled = Pick<StatedValue, "kind" | "label" | "lead">;

function afterLabel(line: string, start: number, labelled: Labelled): StatedValue | undefined {
  const closed = /^[*_"'`)\]]{0,3}/.exec(line)?.[0].length ?? 0;
  // "The password (of the router): …", but not "credentials (root/123456)".
  const aside = /^[ \t]\([^()]{1,40}\)(?=[ \t]{0,3}[:=]|[ \t]+[\p{L}'’>-]+[ \t])/u.exec(line)?.[0].length ?? 0;
  if (aside > 0) {
    const stated = afterLabel(line.slice(aside), start + aside, labelled);
    if (stated?.link === "colon" || stated?.link === "states") return { ...stated, link: "states" };
  }
  const colon = /^[ \t]{0,3}[:=]{1,2}[*_]{0,2}[ \t]+/.exec(line.slice(closed))?.[0];
  if (colon !== undefined) {
    const words = wordsFrom(line, closed + colon.length, start);
    return { ...labelled, link: "colon", words: withoutFillers(words) };
  }
  const words = wordsFrom(line, closed, start);
  const [first, second] = words;
  if (first === undefined || !/^[ \t(]/.test(line.slice(closed))) return undefined;
  const lead = lastWords(labelled.lead, 6);
  if (first.lower === "to" && !first.isLast && lead.some((word) => SETTING.has(word)))
    return { ...labelled, link: "changes", words: words.slice(1) };
  const linked = linkAmong(words);
  if (linked !== undefined) return { ...labelled, ...linked };
  if (/^[-–—]{1,8}$/.test(first.text) && second !== undefined)
    return { ...labelled, link: "dash", words: words.slice(1) };
  // As in "default credentials (root/123456)".
  const isAside = labelled.kind === "login" && /^[ \t]*\(/.test(line.slice(closed));
  const isGiven =
    isAside || / (?:with|as)$/.test(labelled.label.toLowerCase()) || lead.slice(-3).some((word) => GIVING.has(word));
  return { ...labelled, link: isGiven ? "gives" : "none", words };
}

/** The link, at once or after what is said about the label: "for the router is …", "you need is …", "de la base: …". */
function linkAmong(words: readonly StatedWord[]): Pick<StatedValue, "link" | "words"> | undefined {
  const [first] = words;
  const isModified = first !== undefined && MODIFIERS.has(first.lower);
  const reach = isModified ? 8 : 1;
  for (const [at, word] of words.slice(0, reach).entries()) {
    if (COPULAS.has(word.lower) || (isModified && word.text === "=")) return statedBy(words.slice(at + 1));
    if (AUXILIARIES.has(word.lower) && /^(?:be|been)$/.test(words[at + 1]?.lower ?? ""))
      return statedBy(words.slice(at + 2));
    if (!word.isLast) continue;
    const next = words[at + 1];
    return isModified && word.isColon && next !== undefined
      ? { link: "states", words: words.slice(at + 1) }
      : undefined;
  }
  return undefined;
}

/** "is …", or "was changed to …". */
function statedBy(words: readonly StatedWord[]): Pick<StatedValue, "link" | "words"> {
  const isChange = SETTING.has(words[0]?.lower ?? "") && words[1]?.lower === "to";
  return isChange ? { link: "changes", words: words.slice(2) } : { link: "states", words: withoutFillers(words) };
}

function withoutFillers(words: readonly StatedWord[]): readonly StatedWord[] {
  const first = words.findIndex((word) => word.isQuoted || word.isLast || !FILLERS.has(word.lower));
  return first < 0 ? [] : words.slice(first);
}

/** The longest label that starts here and is not the start of a longer word. */
function labelAt(text: string, at: number): string | undefined {
  const near = text.slice(at, at + LONGEST_LABEL);
  let end = near.length;
  while (end > 1) {
    const label = near.slice(0, end);
    const next = text.charAt(at + end);
    if (!IN_NAME.test(next) && LABELS.has(label.toLowerCase())) return isWhole(text, at, label) ? label : undefined;
    end -= 1;
  }
  return undefined;
}

/** Labels of passwords also end longer words, as `Masterpasswort`; short ones must be words. */
function isWhole(text: string, at: number, label: string): boolean {
  const kind = LABELS.get(label.toLowerCase());
  const before = text.charAt(at - 1);
  if (kind === "password" && /^(?:passw|passp|passc|kennw)/i.test(label)) return true;
  return !/[\p{L}\d-]/u.test(before);
}

const IN_NAME = /[\p{L}\d_-]/u;

const OPENING = /^[*_]{0,3}[("'`“‘«„]/;
const CLOSERS: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "`": "`",
  "“": "”",
  "‘": "’",
  "«": "»",
  "„": "“",
};

function wordsFrom(line: string, from: number, offset: number): StatedWord[] {
  const words: StatedWord[] = [];
  let at = from;
  while (words.length < MOST_WORDS) {
    while (/[ \t]/.test(line.charAt(at))) at += 1;
    if (at >= line.length) break;
    const word = quotedAt(line, at) ?? plainAt(line, at);
    words.push({ ...word, lower: word.text.toLowerCase(), start: offset + word.start, end: offset + word.end });
    at = word.next;
  }
  return words;
}

type Taken = Pick<StatedWord, "text" | "start" | "end" | "isQuoted" | "isColon" | "isLast"> & { readonly next: number };

function quotedAt(line: string, at: number): Taken | undefined {
  const opening = OPENING.exec(line.slice(at, at + 5))?.[0];
  if (opening === undefined || opening.endsWith("(")) return undefined;
  const start = at + opening.length;
  const end = line.indexOf(CLOSERS[opening.slice(-1)] ?? "", start);
  if (end <= start || /[ \t]/.test(line.charAt(start))) return undefined;
  const rest = /^[*_)]{0,3}(?:[.,;:!?]{0,2}(?=[ \t]|$)|(?=\/))/.exec(line.slice(end + 1))?.[0];
  if (rest === undefined) return undefined;
  const next = end + 1 + rest.length;
  const isColon = rest.endsWith(":");
  return {
    text: line.slice(start, end),
    start,
    end,
    isQuoted: true,
    isColon,
    isLast: isLast(line, end + 1, next),
    next,
  };
}

function plainAt(line: string, at: number): Taken {
  const space = line.slice(at).search(/[ \t]/);
  const next = space < 0 ? line.length : at + space;
  const whole = line.slice(at, next);
  const lead = /^(?:\*{1,3}|_{2,3}|[("'`“‘«„])+(?=.)/.exec(whole)?.[0].length ?? 0;
  let end = next;
  while (end > at + lead + 1 && /[.,;:)*"'`”’»\]}]/.test(line.charAt(end - 1)) && !isOwn(line.slice(at + lead, end)))
    end -= 1;
  const start = at + lead;
  const isColon = line.charAt(end) === ":";
  return { text: line.slice(start, end), start, end, isQuoted: false, isColon, isLast: isLast(line, end, next), next };
}

/** A bracket that was opened inside the word belongs to it. */
const isOwn = (word: string): boolean => /[([{<][^\s()[\]{}]*[)\]}]+$/.test(word);

function isLast(line: string, end: number, next: number): boolean {
  return (
    next >= line.length ||
    /[.,;:!?)]/.test(line.slice(end, next)) ||
    /^[ \t]+[-–—/|][ \t]/.test(line.slice(next, next + 4))
  );
}

/** The last words before the label. */
export function lastWords(lead: string, most: number): string[] {
  return (lead.toLowerCase().match(/[\p{L}\d'’]+/gu) ?? []).slice(-most);
}
