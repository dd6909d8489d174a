/** Finds the commands inside a command: after `sudo`, in `sh -c '…'`, after `find -exec`, on another machine. */
import { isFixed, settingIn, type Word } from "./syntax/word.ts";
import { isListed, type Own, ownValue, type Program, pastOptions } from "./tables/program.ts";
import { programOf } from "./tables/programs.ts";

type InnerCommand = {
  /** Whether the line is named after it: `sudo npm test` is `npm test`, `ssh host npm test` is `ssh`. */
  readonly isNamed: boolean;
} & (
  | { readonly kind: "words"; readonly words: readonly Word[]; readonly at: number }
  /** A line for a shell; certain if its text is known before it runs. */
  | { readonly kind: "line"; readonly line: string; readonly isCertain: boolean }
);

const NONE: readonly InnerCommand[] = [];

/** Takes the words of a command, the name of its program first. */
export function innerCommands(words: readonly Word[]): readonly InnerCommand[] {
  const program = programOf(words[0]?.value ?? "");
  const isNamed = program.keepsName !== true;
  if (program.runsAfterOption !== undefined) return afterOptions(words, program.runsAfterOption);
  if (program.takesLine !== undefined) {
    const lines = linesIn(words, program);
    if (lines.length > 0) return lines;
  }
  const at = commandAt(words, program);
  const { splits } = program;
  const split = splits === undefined ? -1 : words.findIndex(({ value }, place) => place < at && splits.test(value));
  if (splits !== undefined && split > 0) {
    const cut = words.slice(split).map((word) => ({ ...word, value: word.value.replace(splits, "") }));
    return lineFrom(cut, false);
  }
  if (at === 0 || at >= words.length) return NONE;
  const inner = words.slice(at);
  return [{ kind: "words", words: program.feeds === true ? [...inner, FILLED] : inner, at, isNamed }];
}

/** The words after all wrappers that do not name the line; the line, if a shell is given one. */
export function unwrapped(words: readonly Word[]): { readonly words: readonly Word[]; readonly line?: string } {
  let rest = words.slice(settingsIn(words));
  for (let wrapper = 0; wrapper < MOST_WRAPPERS; wrapper += 1) {
    const inner = innerCommands(rest).find(({ isNamed }) => isNamed);
    if (inner === undefined) break;
    if (inner.kind === "line") return { words: rest, line: inner.line };
    const own = rest.slice(inner.at);
    const inside = own.slice(settingsIn(own));
    if (inside.length === 0) break;
    rest = inside;
  }
  return { words: rest };
}

const MOST_WRAPPERS = 16;

/** How many words at the beginning set variables. */
export function settingsIn(words: readonly Word[]): number {
  const first = words.findIndex(({ value }) => settingIn(value) === undefined);
  return first < 0 ? words.length : first;
}

/** A placeholder for words added at run time: names that `find` found, words that `xargs` read. */
const FILLED: Word = { value: "{}", written: "{}", form: "expanded" };

/** The position of the inner command; 0 without one. */
function commandAt(words: readonly Word[], program: Program): number {
  if (program.runs !== undefined) return pastOwn(words, { from: 1, program, own: program.runs });
  if (program.runsAfter === undefined) return 0;
  const verb = pastOptions(words, 1, program);
  const own = ownValue(program.runsAfter, words[verb.at]?.value);
  return verb.isOver || own === undefined ? 0 : pastOwn(words, { from: verb.at + 1, program, own });
}

const VERSION = /^(?:v?\d[\w.]*|lts\b.*|node|iojs|stable|unstable|latest|current|system|default)$/;

type OwnPlace = { readonly from: number; readonly program: Program; readonly own: Own };

function pastOwn(words: readonly Word[], { from, program, own }: OwnPlace): number {
  const { at, stopped } = pastOptions(words, from, program);
  if (stopped === "ends") return 0;
  const isVersion = own === "version" && VERSION.test(words[at]?.value ?? "");
  const after = at + (own === "version" ? Number(isVersion) : own);
  return words[after]?.value === "--" ? after + 1 : after;
}

function afterOptions(words: readonly Word[], options: string): readonly InnerCommand[] {
  return commandsAfter(words, options).map(
    ({ from, to }): InnerCommand => ({
      ...{ kind: "words", words: [...words.slice(from, to), FILLED], at: from, isNamed: false },
    }),
  );
}

/** The places of the commands after such options. What is inside one is its own: `find -exec find -exec …` is two. */
export function commandsAfter(words: readonly Word[], options: string): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  for (let at = 0; at < words.length; at += 1) {
    if (!isListed(options, words[at]!.value)) continue;
    const from = at + 1;
    const end = words.findIndex(({ value }, place) => place >= from && (value === ";" || value === "+"));
    at = end < 0 ? words.length : end;
    if (at > from) found.push({ from, to: at });
  }
  return found;
}

const LINE_OPTION = /^(?:-[a-zA-Z]*c[a-zA-Z]*|--command)$/;

function linesIn(words: readonly Word[], program: Program): readonly InnerCommand[] {
  const given = words.slice(1);
  switch (program.takesLine) {
    case "after-c": {
      const flag = words.findIndex(({ value }, at) => at > 0 && LINE_OPTION.test(value));
      // An option after a script's name belongs to the script.
      const isOwn = program.takesScript !== true || pastOptions(words.slice(0, flag), 1, program).at >= flag;
      return flag < 0 ? NONE : lineFrom(words.slice(flag + 1, flag + 2), isOwn && program.keepsName !== true);
    }
    case "as-word": {
      const line = words.slice(pastOptions(words, 1, program).at);
      const [only] = line;
      const isNamed = line.length === 1 && only?.form !== "literal" && only?.value.includes(" ") === true;
      if (isNamed) return lineFrom(line, true);
      return program.runs === undefined ? line.flatMap((word) => lineFrom([word], false)) : NONE;
    }
    case "all-words":
      return lineFrom(given, false);
    case "first-word":
      return lineFrom(given.slice(0, 1), false);
    case "after-host":
      return lineFrom(words.slice(pastOptions(words, 1, program).at + 1), false);
    case "quoted-words":
      return given.filter(({ form }) => form === "quoted").flatMap((word) => lineFrom([word], false));
    case "after-equals":
      return given.flatMap((word) =>
        lineFrom([{ ...word, value: word.value.slice(word.value.indexOf("=") + 1) }], false),
      );
    default:
      return NONE;
  }
}

/** The words as the line that a shell would get. */
function lineFrom(words: readonly Word[], isNamed: boolean): readonly InnerCommand[] {
  const line = words.map(({ value }) => value).join(" ");
  if (line.trim() === "") return NONE;
  return [{ kind: "line", line, isCertain: words.every(isFixed), isNamed }];
}
