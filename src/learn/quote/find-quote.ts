/** Finds a quote in a person's message: in the person's own sentences, and as a whole clause of them. */
import { stripPrivate } from "../../core/screen/private.ts";
import { besidePaste } from "../own-words.ts";
import { masked } from "../reading.ts";
import { type Sentence, type Span, sentencesOf } from "../sentences.ts";

export type FoundQuote =
  /** As the person wrote it, in one line. If it was only a part of a clause, the entire sentence. */
  | { readonly outcome: "own"; readonly text: string; readonly isWhole: boolean; readonly isBesidePaste?: true }
  | { readonly outcome: "not own" }
  | { readonly outcome: "turned" }
  | { readonly outcome: "absent" };

const ABSENT: FoundQuote = { outcome: "absent" };

/** White space, case and typographic signs may differ, words may not. The best of several places counts. */
export function findQuote(message: string, quote: string): FoundQuote {
  const places = placesIn(message, quote);
  if (places === undefined) return ABSENT;
  const found = bestOf(places);
  return found.outcome === "not own" ? (foundBesidePaste(places.own, quote) ?? found) : found;
}

/** The line may be typed or a part of what was pasted. */
function foundBesidePaste(own: string, quote: string): FoundQuote | undefined {
  for (const { start, end } of besidePaste(own)) {
    const places = placesIn(own.slice(start, end), quote);
    const found = places === undefined ? ABSENT : bestOf(places);
    if (found.outcome === "own") return { ...found, isWhole: false, isBesidePaste: true };
  }
  return undefined;
}

type Places = { readonly own: string; readonly spans: readonly Span[] };

function bestOf(places: Places): FoundQuote {
  const sentences = sentencesOf(places.own, { longest: Number.POSITIVE_INFINITY });
  const found = places.spans.map((span) => judged(places.own, span, sentences));
  return (
    found.find((one) => one.outcome === "own" && one.isWhole) ??
    found.find(({ outcome }) => outcome === "own") ??
    found.find(({ outcome }) => outcome === "turned") ??
    found[0] ??
    ABSENT
  );
}

/** True if a text contains the quote, whoever wrote it. */
export function containsQuote(text: string, quote: string): boolean {
  return (placesIn(text, quote)?.spans.length ?? 0) > 0;
}

/** Fewer letters are in any text by chance. */
const LEAST_LETTERS = 4;

function placesIn(message: string, quote: string): Places | undefined {
  const sought = bareQuote(plain(quote).text);
  if ((sought.match(/[\p{L}\p{N}]/gu) ?? []).length < LEAST_LETTERS) return undefined;
  const own = stripPrivate(message);
  const { text, places } = plain(own);
  const spans: Span[] = [];
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) {
    const end = at + sought.length;
    if (!isInsideWord(text, at) && !isInsideWord(text, end))
      spans.push({ start: places[at]!, end: places[end - 1]! + 1 });
  }
  return spans.length === 0 ? undefined : { own, spans };
}

/** Without a list mark, quotation marks around it and the punctuation at its end, which nominators add or leave out. */
function bareQuote(text: string): string {
  const inner = text.trim().replace(/^(?:[-*+•]|\d{1,3}[.)])\s+/, "");
  const unquoted = /^(["'])(.*)\1$/.exec(inner)?.[2] ?? inner;
  return unquoted.replace(/[\s.!?,;:]{1,20}$/, "").trim();
}

const SAME: Readonly<Record<string, string>> = {
  ...Object.fromEntries([..."’‘‛ʼ"].map((sign) => [sign, "'"])),
  ...Object.fromEntries([..."“”„‟«»"].map((sign) => [sign, '"'])),
  ...Object.fromEntries([..."‐‑‒–—"].map((sign) => [sign, "-"])),
};

/** The text as it is compared, with the place of each character in the original. */
function plain(text: string): { readonly text: string; readonly places: readonly number[] } {
  const places: number[] = [];
  let out = "";
  const add = (sign: string, at: number): void => {
    out += sign;
    for (let each = 0; each < sign.length; each++) places.push(at);
  };
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at);
    if (/\s/.test(sign)) {
      if (!out.endsWith(" ")) add(" ", at);
    } else if (sign === "…") add("...", at);
    else add(SAME[sign] ?? sign.toLowerCase(), at);
  }
  return { text: out, places };
}

/** Scripts without spaces have no such limits of words. */
function isInsideWord(text: string, at: number): boolean {
  return /[\p{L}\p{N}_]/u.test(text.charAt(at - 1)) && /^[a-z0-9_à-ɏͰ-ӿ]/.test(text.slice(at));
}

function judged(own: string, { start, end }: Span, sentences: readonly Sentence[]): FoundQuote {
  const within = sentences.filter(({ span }) => span.end > start && span.start < end);
  const [first, last] = [within[0], within.at(-1)];
  if (first === undefined || last === undefined || first.span.start > start || last.span.end < end)
    return { outcome: "not own" };
  const isBroken = within.some(({ span }, at) => at > 0 && !isGap(own.slice(within[at - 1]!.span.end, span.start)));
  const all = own.slice(first.span.start, last.span.end);
  const [from, to] = [start - first.span.start, end - first.span.start];
  if (isBroken || isQuotedOrCode(all, from, to)) return { outcome: "not own" };
  const [before, after] = [all.slice(0, from), all.slice(to)];
  const leftOut = lastClause(before);
  if (!BEGINS_CLAUSE.test(before) && TURNS.test(leftOut)) return { outcome: "turned" };
  const isWhole =
    BEGINS_CLAUSE.test(before) && ENDS_CLAUSE.test(after) && !CONDITION.test(leftOut) && !CONDITION_AFTER.test(after);
  const kept = isWhole ? own.slice(start, end) + (/^[.!?]/.exec(after)?.[0] ?? "") : all;
  return { outcome: "own", text: kept.replace(/\s+/g, " ").trim(), isWhole };
}

/** Sentences of one text: at most a list mark is between them. */
function isGap(between: string): boolean {
  return /^\s*(?:(?:[-*+•–]|\d{1,3}[.)])\s+)?$/.test(between);
}

/** All of it is in quotation marks or code, or it begins or ends inside of them. */
function isQuotedOrCode(text: string, from: number, to: number): boolean {
  const seen = masked(text);
  const isMasked = (at: number): boolean =>
    seen[at] !== text[at] || (seen[at] === "x" && seen[at - 1] !== text[at - 1]);
  const letters = [...text.slice(from, to).matchAll(/\p{L}/gu)].map(({ index }) => index + from);
  if (letters.every(isMasked)) return true;
  return (from > 0 && isMasked(from - 1) && isMasked(from)) || (to < text.length && isMasked(to) && isMasked(to - 1));
}

const JOINS = "and|but|or|so|then|because|since|also|plus|yes|no|nope|ok|okay|yeah|well|please|wait|w8";
const BEGINS_CLAUSE = new RegExp(`^$|[,;:.!?()\\[\\]，。、；：–—]["')]?\\s*$|\\s-{1,2}\\s+$|\\b(?:${JOINS})\\s+$`, "i");
const ENDS_CLAUSE = new RegExp(
  `^["')]*$|^["')]*\\s*[,;:.!?()\\[，。、；：–—]|^\\s+-{1,2}\\s|^\\s+(?:${JOINS})\\b`,
  "i",
);

/** Left out, these would make a statement of one case one of all cases. */
const CONDITION = /^(?:if|when|whenever|unless|until|once|while|before|after|during|only|except|in case)\b/i;
const CONDITION_AFTER =
  /^[\s,;:–—-]*(?:unless|if|when|until|except|only|though|although|as long as|while|but|for now|this time|or)\b/i;
/** Left out, these would turn a statement into its opposite, or a report into a statement. */
const TURNS =
  /\b(?:not|never|no|without|stop|avoid|tells?|told|claims?|wrote|writes|asked|heard|would|could|might|if|unless|whether|pretend|imagine|suppose|joke|wrong|forget about)\b|(?<!\b(?:i|we) )\b(?:say|says|said|saying|thinks?|thought|believes?)\b|\b(?:do|does|did|is|are|was|were|wo|would|ca|could|should|must|have|has|had|ai)n['’]?t\b/i;

function lastClause(before: string): string {
  const clauses = before.split(/[,;:.!?()]\s+|\s(?:-{1,2}|–|—)\s|\b(?:and|but)\s/).filter((one) => one.trim() !== "");
  return (clauses.at(-1) ?? "").trim();
}
