/** Walks over the options of a command by the table of programs: which take a value, and after which nothing follows. */

import { settingIn, type Word } from "./syntax/word.ts";
import type { Program } from "./tables/program.ts";

export type Place = { readonly at: number; readonly isOver: boolean; readonly stopped?: "ends" | "mode" };

/** The next word that is neither an option nor an option's value; `isOver` if no subcommand can follow. */
export function pastOptions(words: readonly Pick<Word, "value">[], from: number, program: Program): Place {
  let at = from;
  for (let word = words[at]; word !== undefined; word = words[at]) {
    const { value } = word;
    if (value === "--") return { at: at + 1, isOver: true };
    if (ownValue(program.modes, value) !== undefined) return { at, isOver: false, stopped: "mode" };
    if (isListed(program.ends, value)) return { at, isOver: true, stopped: "ends" };
    if (isListed(program.values, value)) at += 2;
    else if (/^-./s.test(value) || /^\+\w/.test(value) || settingIn(value) !== undefined) at += 1;
    else return { at, isOver: false };
  }
  return { at: words.length, isOver: true };
}

/** Tables hold their words in one text: most are asked once in a process, so it is not cut up first. */
export function isListed(list: string | undefined, word: string): boolean {
  return list !== undefined && word !== "" && !word.includes(" ") && ` ${list} `.includes(` ${word} `);
}

export function ownValue<T>(table: Readonly<Record<string, T>> | undefined, key: string | undefined): T | undefined {
  return table !== undefined && key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}
