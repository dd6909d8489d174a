/** What is known about a program: how many words belong to its name, which options take a value, and what it runs. */
import { settingIn, type Word } from "../syntax/word.ts";

/** How many words of its own a wrapper takes before the command; `version`: one if it is a version. */
export type Own = number | "version";

export type Program = {
  /** How many words after the name belong to it. */
  readonly depth?: number;
  /** The depth after certain first words, or certain first two. */
  readonly depths?: Readonly<Record<string, number>>;
  /** Options whose value is the next word. */
  readonly values?: string;
  /** Options after which nothing is a subcommand or a command inside. */
  readonly ends?: string;
  /** Options that name what is run and so belong to the name, each with its number of words. */
  readonly modes?: Readonly<Record<string, 0 | 1>>;
  /** First words that only name a location, each with how many words after them are skipped too. */
  readonly skips?: Readonly<Record<string, number>>;
  /** A word may be the path of a script that is run. */
  readonly takesScript?: true;
  readonly isShell?: true;
  /** It runs the command that follows: always, after certain first words, or after certain options up to `;`. */
  readonly runs?: Own;
  readonly runsAfter?: Readonly<Record<string, Own>>;
  readonly runsAfterOption?: string;
  /** It passes a line to a shell: the word after `-c`, one word, or these words joined. */
  readonly takesLine?:
    | "after-c"
    | "as-word"
    | "all-words"
    | "first-word"
    | "after-host"
    | "quoted-words"
    | "after-equals";
  /** The option whose value is split into the words of a command. */
  readonly splits?: RegExp;
  /** More words are added to the command when it runs. */
  readonly feeds?: true;
  /** A line is named after it and not after the inner command: `ssh host ls` is `ssh`. */
  readonly keepsName?: true;
  /** With only these options, it does nothing but run the inner command. */
  readonly addsNothing?: string;
};

type Place = { readonly at: number; readonly isOver: boolean; readonly stopped?: "ends" | "mode" };

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

/** Lists are space-separated text: most are used once in a process, so splitting them first would be slower. */
export function isListed(list: string | undefined, word: string): boolean {
  return list !== undefined && word !== "" && !word.includes(" ") && ` ${list} `.includes(` ${word} `);
}

export function ownValue<T>(table: Readonly<Record<string, T>> | undefined, key: string | undefined): T | undefined {
  return table !== undefined && key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}
