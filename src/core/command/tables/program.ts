/** What is known of a program: how many words belong to its name, which options take a value, and what it runs. */

/** Words of its own that a wrapper takes before the command: so many, or a version if one is there. */
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
  /** Options that say what is run, and so belong to the name, each with how many words. */
  readonly modes?: Readonly<Record<string, 0 | 1>>;
  /** First words that only say where; so many words after them go too. */
  readonly skips?: Readonly<Record<string, number>>;
  /** A word may be the path of a script, which is what is run. */
  readonly takesScript?: true;
  readonly isShell?: true;
  /** It runs the command that follows; or does so after certain first words, or after certain options up to `;`. */
  readonly runs?: Own;
  readonly runsAfter?: Readonly<Record<string, Own>>;
  readonly runsAfterOption?: string;
  /** It gives a line to a shell: after `-c`, as one word, or made of these words. */
  readonly takesLine?:
    | "after-c"
    | "as-word"
    | "all-words"
    | "first-word"
    | "after-host"
    | "quoted-words"
    | "after-equals";
  /** The option whose value is cut into the words of a command. */
  readonly splits?: RegExp;
  /** More words are added to the command when it runs. */
  readonly feeds?: true;
  /** A line is named by it and not by the command inside: `ssh host ls` is `ssh`. */
  readonly keepsName?: true;
  /** With no options but these, it does nothing besides what the command inside does. */
  readonly addsNothing?: string;
};
