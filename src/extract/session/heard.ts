/** What the session heard from tools, files and hosts: whoever repeats it word by word has not said it. */
import { programOf } from "../../core/command/programs.ts";
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
  let spoken: Spoken | undefined;
  const texts = (): Spoken => {
    // Most sessions ask nothing, and reading all output for words costs more than the rules do.
    spoken ??= { foreign: turns.flatMap(foreignTexts), own: turns.flatMap(ownTexts) };
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
  return Object.keys(programOf(program)).length > 0 && key === family && !/[=:/]/.test(manner);
}

type Text = { readonly ordinal: number; readonly words: string };
type Spoken = { readonly foreign: readonly Text[]; readonly own: readonly Text[] };

function stands(words: readonly string[], texts: readonly Text[], before: number): boolean {
  const run = spaced(words);
  return texts.some((text) => text.ordinal < before && text.words.includes(run));
}

function foreignTexts({ ordinal, role, text, command }: Turn): Text[] {
  const isForeign = role === "tool" || role === "machine";
  const heard = `${isForeign ? text : ""}\n${command?.output ?? ""}`;
  return heard.trim() === "" ? [] : [{ ordinal, words: spaced(wordsOf(heard)) }];
}

function ownTexts({ ordinal, role, text }: Turn): Text[] {
  return role === "person" ? [{ ordinal, words: spaced(wordsOf(text)) }] : [];
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
