/** Text of a session that came from tools, files and hosts: who repeats it, person or agent, did not state it. */
import { programOf } from "../../core/command/tables/programs.ts";
import { cleanInvisible } from "../../core/screen/invisible.ts";
import { queryTerms } from "../../core/text/words.ts";
import type { PastRun } from "../cures/acts.ts";
import { ownLines } from "../own-lines.ts";
import type { SessionTurn } from "./turn.ts";

export type UntrustedText = {
  /** True if the statement is in untrusted text before that turn. */
  readonly repeats: (statement: string, before: number) => boolean;
  /** True if untrusted text contained the command line before it was run, and no message of a person did. */
  readonly dictated: (run: PastRun) => boolean;
};

/** Fewer words in a row match by chance. */
const LEAST_WORDS_SAID = 4;
const LEAST_WORDS_RUN = 2;

export function untrustedTextIn(turns: readonly SessionTurn[]): UntrustedText {
  let spoken: { readonly foreign: Texts; readonly own: Texts } | undefined;
  // Indexing all output costs more than the rules, and most sessions need none of it.
  const texts = () => {
    spoken ??= { foreign: textsOf(turns, foreignText), own: textsOf(turns, ownText) };
    return spoken;
  };
  return {
    repeats: (statement, before) => {
      const words = wordsOf(statement);
      return words.length >= LEAST_WORDS_SAID && isContained(words, texts().foreign, before);
    },
    dictated: (run) => {
      const words = wordsOf(run.line);
      const before = run.turn.ordinal;
      if (words.length < LEAST_WORDS_RUN || isBare(run)) return false;
      return isContained(words, texts().foreign, before) && !isContained(words, texts().own, before);
    },
  };
}

/** A known command without arguments has nothing that untrusted text could have put in. */
function isBare({ program, key, family, options, preparation }: PastRun): boolean {
  return (
    Object.keys(programOf(program)).length > 0 &&
    key === family &&
    !/[=:/]/.test([...options, ...preparation].join(" "))
  );
}

type Text = { readonly ordinal: number; readonly words: string };
/** By word, the texts that contain it: only those of a statement's rarest word are searched. */
type Texts = ReadonlyMap<string, readonly Text[]>;

function isContained(words: readonly string[], texts: Texts, before: number): boolean {
  const run = spaced(words);
  const [rarest = []] = words.map((word) => texts.get(word) ?? []).sort((a, b) => a.length - b.length);
  return rarest.some((text) => text.ordinal < before && text.words.includes(run));
}

function textsOf(turns: readonly SessionTurn[], read: (turn: SessionTurn) => string): Texts {
  const texts = new Map<string, Text[]>();
  for (const turn of turns) {
    const words = wordsOf(read(turn));
    const text = { ordinal: turn.ordinal, words: spaced(words) };
    for (const word of new Set(words)) {
      const holding = texts.get(word);
      if (holding === undefined) texts.set(word, [text]);
      else holding.push(text);
    }
  }
  return texts;
}

function foreignText({ role, text, command }: SessionTurn): string {
  const isForeign = role === "tool" || role === "machine";
  return `${isForeign ? text : ""}\n${command?.output ?? ""}`;
}

function ownText({ role, text }: SessionTurn): string {
  return role === "person" ? text : "";
}

function spaced(words: readonly string[]): string {
  return ` ${words.join(" ")} `;
}

function wordsOf(text: string): string[] {
  return (
    cleanInvisible(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu) ?? []
  );
}

/** A word or two may be in any output by chance; more of them, or a name, came from there. */
const MOST_FOREIGN = 0.25;

/** Tells whether words came from a tool, a file or a page rather than from a person or the agent itself; `before` is the ordinal of the turn that says it. */
export function relayedTextIn(turns: readonly SessionTurn[]): (statement: string, before: number) => boolean {
  const untrusted = untrustedTextIn(turns);
  const known = new Map<SessionTurn, ReadonlySet<string>>();
  const words = (turn: SessionTurn): ReadonlySet<string> => {
    const own = known.get(turn) ?? new Set(termsOf(typedText(turn, untrusted)).map(({ stem }) => stem));
    known.set(turn, own);
    return own;
  };
  const foreign = turns.filter(({ role }) => FOREIGN.includes(role));
  return (statement, before) => {
    const persons = turns.filter(({ role, ordinal }) => role === "person" && ordinal < before);
    const earlier = foreign.filter(({ ordinal }) => ordinal < before);
    const terms = termsOf(statement);
    const relayed = terms.filter(
      ({ stem }) => earlier.some((turn) => words(turn).has(stem)) && !persons.some((turn) => words(turn).has(stem)),
    );
    return (
      terms.length === 0 ||
      relayed.length > MOST_FOREIGN * terms.length ||
      relayed.some(isName) ||
      untrusted.repeats(statement, before)
    );
  };
}

/** So many of the words that the person did not say, in one line of a tool, did not come together by chance. */
const LEAST_IN_LINE = 3;
const MOST_IN_LINE = 0.5;

/** An option or an address is enough to do harm. */
const ACTS = /--[a-z][\w-]*|\b[\w-]+:\/\/[^\s)"'`]+|\b[\w-]+(?:\.[\w-]+)+\/[^\s)"'`]+/gi;

/** A longer one is not searched for acts, but counts as one that nobody typed. */
const LONGEST_WORD = 2048;

function actsIn(sentence: string): string[] {
  return sentence.split(/[\s)"'`]+/).flatMap((word) => (word.length > LONGEST_WORD ? word : (word.match(ACTS) ?? [])));
}

/** Finds what a sentence adds to the person's words that stands in one line of a tool, a file or a page; undefined if nothing does. */
export function relayedLinesIn(turns: readonly SessionTurn[]): (sentence: string, quote: string) => string | undefined {
  const untrusted = untrustedTextIn(turns);
  let lines: ReadonlySet<string>[] | undefined;
  let inAll: string | undefined;
  let typed: ReadonlySet<string> | undefined;
  return (sentence, quote) => {
    if (untrusted.repeats(sentence, Number.POSITIVE_INFINITY)) return sentence;
    inAll ??= typedInAll(turns);
    const own = `${inAll}\n${quote}`;
    const act = actsIn(sentence).find(
      (one) =>
        !own.includes(one) && (one.length > LONGEST_WORD || turns.some((turn) => foreignText(turn).includes(one))),
    );
    if (act !== undefined) return act.slice(0, LONGEST_WORD);
    typed ??= stemsOf(inAll);
    const said = stemsOf(quote);
    const all = termsOf(sentence);
    const added = all.filter(({ stem }) => !typed!.has(stem) && !said.has(stem));
    if (added.length === 0) return undefined;
    lines ??= [...new Set(turns.flatMap(foreignLines))].map(stemsOf);
    const least = Math.max(2, Math.min(LEAST_IN_LINE, added.length), MOST_IN_LINE * added.length);
    for (const line of lines) {
      const here = added.filter(({ stem }) => line.has(stem));
      if (here.length >= least) return here.map(({ word }) => word).join(" ");
    }
    // A word that one line alone has, beside another word of the sentence, is a name that a tool gave.
    for (const line of lines) {
      if (all.filter(({ stem }) => line.has(stem)).length < 2) continue;
      const rare = added.find(({ stem }) => line.has(stem) && lines!.filter((other) => other.has(stem)).length === 1);
      if (rare !== undefined) return rare.word;
    }
    return undefined;
  };
}

function stemsOf(text: string): ReadonlySet<string> {
  return new Set(termsOf(text).map(({ stem }) => stem));
}

/** What the person typed in all of the session, without pastes. */
export function typedInAll(turns: readonly SessionTurn[]): string {
  const untrusted = untrustedTextIn(turns);
  return turns.flatMap((turn) => (turn.role === "person" ? typedText(turn, untrusted) : [])).join("\n");
}

function foreignLines(turn: SessionTurn): string[] {
  return foreignText(turn)
    .split(/\n|(?<=[.!?]) /)
    .filter((line) => line.trim() !== "");
}

const FOREIGN: readonly SessionTurn["role"][] = ["tool", "machine"];

/** A page that a person pasted is not the person's text. */
function typedText({ role, text, ordinal }: SessionTurn, untrusted: UntrustedText): string {
  if (role !== "person") return text;
  return ownLines(text)
    .flatMap((line) => line.text.split(/(?<=[.!?;]) /))
    .filter((sentence) => !untrusted.repeats(sentence, ordinal))
    .join("\n");
}

type Term = ReturnType<typeof queryTerms>[number];

function termsOf(text: string): Term[] {
  return queryTerms(text, Number.MAX_SAFE_INTEGER);
}

/** Not prose: joined from several words, like an address or an option, or with digits. */
function isName({ kind, word }: Term): boolean {
  return kind === "form" || /\d/.test(word);
}

/** Only the beginning of a longer output is kept, so the rest cannot be checked. */
const CUT_CHARS = 1900;

/** True if a tool printed more than is kept since the person's last turn. */
export function followsCut(turns: readonly SessionTurn[], { ordinal }: SessionTurn): boolean {
  const before = turns.filter((turn) => turn.ordinal < ordinal);
  const asked = before.findLastIndex(({ role }) => role === "person");
  return before.slice(asked + 1).some(({ role, text }) => FOREIGN.includes(role) && text.length >= CUT_CHARS);
}
