/** What the session heard from tools, files and hosts: whoever repeats it word by word has not said it. */
import { programOf } from "../../core/command/tables/programs.ts";
import { cleanInvisible } from "../../core/screen/invisible.ts";
import type { Run } from "./acts.ts";
import type { Turn } from "./turn.ts";

export type Heard = {
  /** True where a statement stood in something foreign before that turn. */
  readonly repeats: (statement: string, before: number) => boolean;
  /** True where something foreign gave the command line before it was run, and no person did. */
  readonly dictated: (run: Run) => boolean;
};

/** Fewer words in a row are said alike by chance. */
const LEAST_WORDS_SAID = 4;
const LEAST_WORDS_RUN = 2;

export function heardIn(turns: readonly Turn[]): Heard {
  let spoken: { readonly foreign: Texts; readonly own: Texts } | undefined;
  // Most sessions ask nothing, and reading all output for words costs more than the rules do.
  const texts = () => {
    spoken ??= { foreign: textsOf(turns, foreignText), own: textsOf(turns, ownText) };
    return spoken;
  };
  return {
    repeats: (statement, before) => {
      const words = wordsOf(statement);
      return words.length >= LEAST_WORDS_SAID && stands(words, texts().foreign, before);
    },
    dictated: (run) => {
      const words = wordsOf(run.line);
      const before = run.turn.ordinal;
      if (words.length < LEAST_WORDS_RUN || isBare(run)) return false;
      return stands(words, texts().foreign, before) && !stands(words, texts().own, before);
    },
  };
}

/** A bare command that oldhand knows names nothing that its teller could have slipped in. */
function isBare({ program, key, family, manner }: Run): boolean {
  return Object.keys(programOf(program)).length > 0 && key === family && !/[=:/]/.test(manner.join(" "));
}

type Text = { readonly ordinal: number; readonly words: string };
/** By word, the texts that hold it: only those of a statement's rarest word need be read. */
type Texts = ReadonlyMap<string, readonly Text[]>;

function stands(words: readonly string[], texts: Texts, before: number): boolean {
  const run = spaced(words);
  const [rarest = []] = words.map((word) => texts.get(word) ?? []).sort((a, b) => a.length - b.length);
  return rarest.some((text) => text.ordinal < before && text.words.includes(run));
}

function textsOf(turns: readonly Turn[], heardOf: (turn: Turn) => string): Texts {
  const texts = new Map<string, Text[]>();
  for (const turn of turns) {
    const words = wordsOf(heardOf(turn));
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
