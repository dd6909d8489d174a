/** Turns text into index words, query terms and slugs. */
import { sha256 } from "../base/hash.ts";
import { lazyPattern } from "../base/lazy-pattern.ts";
import { baseForm } from "./irregular-forms.ts";
import { fold, identifierForms, isAscii, plainForms, type WrittenWord, writtenWords } from "./split-words.ts";
import { stem } from "./stem.ts";

/** One term of a query: letters and digits only, so that it is safe in a MATCH. */
export type Term = {
  readonly word: string;
  /** The term that it is indexed under. */
  readonly stem: string;
  /** `written` is in the query; `form` was derived from it, so a result may match without it. */
  readonly kind: "written" | "form";
  /** True if it also matches every longer word that starts with it. */
  readonly prefix: boolean;
};

const MOST_TERMS = 32;

/** The words of a text in their order, then the other forms of its identifiers: the content of an index column. */
export function wordsForIndex(text: string): string {
  if (isAscii(text)) {
    const words = asciiWords(text);
    return words.concat(formsBeside(words, text)).join(" ");
  }
  const { written, forms } = scan(text);
  return [...written.map(({ word }) => word), ...forms].join(" ");
}

/** The terms of a query, each once; at most `most`, preferring the longest. Empty for punctuation only. */
export function queryTerms(text: string, most = MOST_TERMS): Term[] {
  const { written, forms } = scan(text);
  const asked = written.filter(({ kind }, at) => kind !== "last" || isLone(written, at));
  const meaningful = asked.filter(({ word }) => !isStopWord(word));
  const terms = new Map<string, Term>();
  const add = (asWritten: string, kind: Term["kind"], prefix: boolean) => {
    const word = baseForm(asWritten) ?? restemmed(asWritten) ?? asWritten;
    const filed = stem(word);
    if (!terms.has(filed)) terms.set(filed, { word, stem: filed, kind, prefix });
  };
  for (const { word, kind } of meaningful) add(word, "written", kind === "last");
  for (const form of forms) if (!isStopWord(form)) add(form, "form", false);
  if (terms.size === 0) for (const { word, kind } of asked) add(word, "written", kind === "last");
  return longest([...terms.values()], most);
}

/** Neighbouring words of a query, without stop words: a text that has both close together is likely about the same thing. */
export function queryPairs(text: string): (readonly [string, string])[] {
  const words = scan(text).written.filter(({ word, kind }) => kind === "word" && !isStopWord(word));
  const pairs = words.slice(1).map(({ word }, at) => [words[at]!.word, word] as const);
  return pairs.filter(([a, b]) => stem(a) !== stem(b)).slice(0, MOST_PAIRS);
}

const MOST_PAIRS = 8;

/** A file name or key: `[a-z0-9-]`, never empty; other letters are replaced by a hash. */
export function slug(text: string, max = 48): string {
  const folded = fold(text);
  const words = folded.match(/[a-z0-9]+/g) ?? [];
  const meaningful = folded.replace(/[\u2010-\u2027→]/g, "");
  const lost = !isAscii(meaningful) && !isAscii(meaningful.replace(wordless(), ""));
  const tail = lost || words.length === 0 ? [`x${sha256(folded).slice(0, 8)}`] : [];
  const room = max - (tail.length > 0 ? tail[0]!.length + 1 : 0);
  return [...fitting(words, room), ...tail].join("-").slice(0, max);
}

/** To compare statements: without case, white space and punctuation, but with meaningful signs: "C++" is not "C#". */
export function normalised(text: string): string {
  const plain = isAscii(text) ? text.toLowerCase() : oneForm(text);
  const [quotes, stops] = isAscii(plain) ? [ASCII_QUOTES, ASCII_STOPS] : [quoting(), stopping()];
  return plain.replace(quotes, " ").replace(stops, " ").replace(/\s+/g, " ").trim();
}

/** Strips these characters from the end; a regular expression would be quadratic on long runs elsewhere. */
export function withoutEnd(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
}

function oneForm(text: string): string {
  return text
    .toWellFormed()
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\u0307/g, "");
}

// Two versions, because most texts are ASCII and Unicode classes are slow to compile.
const ASCII_QUOTES = /[()[\]{}"'`]/g;
const ASCII_STOPS = /[.,;:!?]+(?=\s|$)|(?<=\s|^)[-,;:]+(?=\s|$)/g;
const quoting = lazyPattern("[\\p{Pi}\\p{Pf}\\p{Ps}\\p{Pe}\"'`´]", "gu");
const stopping = lazyPattern("[.,;:!?…。、・؟،؛]+(?=\\s|$)|(?<=\\s|^)[\\p{Pd},;:]+(?=\\s|$)|[—–。、！？]", "gu");
const wordless = lazyPattern("[^\\p{L}\\p{N}\\p{M}\\p{Extended_Pictographic}]", "gu");

function scan(text: string): { written: WrittenWord[]; forms: string[] } {
  const plain = plainForms(text);
  const folded = fold(plain);
  const written: WrittenWord[] = isAscii(folded)
    ? asciiWords(folded).map((word) => ({ word, kind: "word" }))
    : writtenWords(folded);
  const words = written.map(({ word }) => word);
  return { written, forms: formsBeside(words, plain) };
}

function asciiWords(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

function formsBeside(words: readonly string[], plain: string): string[] {
  const known = new Set(words);
  const forms = new Set(identifierForms(plain));
  for (const word of known) for (const form of otherForms(word)) forms.add(form);
  return [...forms].filter((form) => !known.has(form));
}

/** Forms that the stemmer does not produce. */
function otherForms(word: string): string[] {
  const again = baseForm(word) ?? restemmed(word);
  if (again !== undefined) return [again];
  if (isAscii(word)) return NONE;
  const bare = ARABIC_PREFIXED.exec(word) ?? HEBREW_PREFIXED.exec(word);
  return bare ? [bare[1]!] : [];
}

const NONE: string[] = [];
const ARABIC_PREFIXED = /^(?:[وفبك]?ال|لل)([\u0621-\u064a]{3,})$/;
const HEBREW_PREFIXED = /^(?:[וש]?ה|[ובלמשכ])([\u05d0-\u05ea]{3,})$/;

/** Porter makes "deploy" of "deployment", but "deploi" of "deploy": stemmed twice, both are the same. */
function restemmed(word: string): string | undefined {
  if (!word.includes("y", 3) || !/^[a-z]{3,}y[a-z]{2,}$/.test(word)) return undefined;
  const filed = stem(word);
  return filed.endsWith("y") && filed !== word ? filed : undefined;
}

function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word) || /^[a-z]$/.test(word);
}

function isLone(written: readonly WrittenWord[], at: number): boolean {
  const before = written[at - 1];
  return before?.kind !== "pair" || !before.word.endsWith(written[at]!.word);
}

function longest(terms: Term[], most: number): Term[] {
  if (terms.length <= most) return terms;
  const kept = new Set([...terms].sort((a, b) => b.word.length - a.word.length).slice(0, most));
  return terms.filter((term) => kept.has(term));
}

/** As many complete words as fit; at least the start of the first one. */
function fitting(words: readonly string[], room: number): string[] {
  const out: string[] = [];
  let length = 0;
  for (const word of words) {
    const needs = word.length + (out.length > 0 ? 1 : 0);
    if (length + needs > room) return out.length > 0 || room < 1 ? out : [word.slice(0, room)];
    out.push(word);
    length += needs;
  }
  return out;
}

const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about after all am an and any are as at be because been before being but by can could did do does doing done for
  from had has have having he her here hers him his how i if in into is it its just ll me might more most must my no
  nor not of off on only or other our out over own re s shall she should so some such t than that the their them then
  there these they this those through to too under until up us ve very was we were what when where which while who
  whom whose why will with would you your yours don didn doesn isn aren wasn won`.split(/\s+/),
);
