/** Text of a session that came from tools, files and hosts: a person who repeats it word for word did not state it. */
import { programOf } from "../../core/command/tables/programs.ts";
import { cleanInvisible } from "../../core/screen/invisible.ts";
import type { Run } from "../cures/acts.ts";
import type { Turn } from "./turn.ts";

export type UntrustedText = {
  /** True if the statement is in untrusted text before that turn. */
  readonly repeats: (statement: string, before: number) => boolean;
  /** True if untrusted text contained the command line before it was run, and no message of a person did. */
  readonly dictated: (run: Run) => boolean;
};

/** Fewer words in a row match by chance. */
const LEAST_WORDS_SAID = 4;
const LEAST_WORDS_RUN = 2;

export function untrustedTextIn(turns: readonly Turn[]): UntrustedText {
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
function isBare({ program, key, family, options, preparation }: Run): boolean {
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

function textsOf(turns: readonly Turn[], read: (turn: Turn) => string): Texts {
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

function foreignText({ role, text, command }: Turn): string {
  const isForeign = role === "tool" || role === "machine";
  return `${isForeign ? text : ""}\n${command?.output ?? ""}`;
}

function ownText({ role, text }: Turn): string {
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
