/** Takes off what stands around a command: assignments, `sudo`, `time`, `env`, `npx`, `bundle exec` and their options. */
import { type Own, type Program, programOf } from "./programs.ts";
import type { Word } from "./syntax.ts";

type Inner =
  | { readonly runs: "words"; readonly words: readonly Word[] }
  | { readonly runs: "line"; readonly line: string; readonly words: readonly Word[] };

const MOST_WRAPPERS = 16;

/** A wrapper without a command inside is the command itself. */
export function unwrap(words: readonly Word[]): Inner {
  let rest = pastAssignments(words);
  for (let wrapper = 0; wrapper < MOST_WRAPPERS; wrapper += 1) {
    const program = programOf(rest[0]?.value ?? "");
    const line = lineIn(rest, program);
    if (line !== undefined) return { runs: "line", line, words: rest };
    const inside = pastAssignments(rest.slice(insideAt(rest, program)));
    if (inside.length === 0 || inside.length === rest.length) break;
    rest = inside;
  }
  return { runs: "words", words: rest };
}

const ASSIGNMENT = /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/;

function pastAssignments(words: readonly Word[]): readonly Word[] {
  const first = words.findIndex(({ written }) => !ASSIGNMENT.test(written));
  return first < 0 ? [] : words.slice(first);
}

/** Where the command inside starts; 0 where there is none. */
function insideAt(words: readonly Word[], program: Program): number {
  if (program.runs !== undefined) return pastOwn(words, { from: 1, program, own: program.runs });
  if (program.runsAfter === undefined) return 0;
  const verb = pastOptions(words, 1, program);
  const own = ownValue(program.runsAfter, words[verb.at]?.value);
  if (verb.isOver || own === undefined) return 0;
  return pastOwn(words, { from: verb.at + 1, program, own });
}

const VERSION = /^(?:v?\d[\w.]*|lts\b.*|node|stable|latest|default)$/;

type OwnPlace = { readonly from: number; readonly program: Program; readonly own: Own };

function pastOwn(words: readonly Word[], { from, program, own }: OwnPlace): number {
  const options = pastOptions(words, from, program);
  if (options.stopped === "ends") return 0;
  const isVersion = own === "version" && VERSION.test(words[options.at]?.value ?? "");
  const after = options.at + (own === "version" ? Number(isVersion) : own);
  return words[after]?.value === "--" ? after + 1 : after;
}

/** The line that a shell, or a program that hands its words to one, was given as one word. */
function lineIn(words: readonly Word[], program: Program): string | undefined {
  if (program.takesLine === "after-c") {
    const flag = words.findIndex(({ value }, at) => at > 0 && /^-[a-zA-Z]*c[a-zA-Z]*$/.test(value));
    // After a script's name the option is the script's.
    const isOwn = !program.takesScript || pastOptions(words.slice(0, flag), 1, program).at >= flag;
    return flag > 0 && isOwn ? words[flag + 1]?.value : undefined;
  }
  if (program.takesLine !== "as-word") return undefined;
  const { at } = pastOptions(words, 1, program);
  const word = words[at];
  return at === words.length - 1 && word?.look !== "plain" && word?.value.includes(" ") ? word.value : undefined;
}

type Place = { readonly at: number; readonly isOver: boolean; readonly stopped?: "ends" | "mode" };

/** The next word that is neither an option nor an option's value; `isOver` where no subcommand can follow. */
export function pastOptions(words: readonly Word[], from: number, program: Program): Place {
  let at = from;
  for (let word = words[at]; word !== undefined; word = words[at]) {
    const { value } = word;
    if (value === "--") return { at: at + 1, isOver: true };
    if (ownValue(program.modes, value) !== undefined) return { at, isOver: false, stopped: "mode" };
    if (lists(program.ends, value)) return { at, isOver: true, stopped: "ends" };
    if (lists(program.values, value)) at += 2;
    else if (/^-./s.test(value) || /^\+\w/.test(value) || ASSIGNMENT.test(value)) at += 1;
    else return { at, isOver: false };
  }
  return { at: words.length, isOver: true };
}

function lists(list: string | undefined, word: string): boolean {
  return list !== undefined && !word.includes(" ") && ` ${list} `.includes(` ${word} `);
}

export function ownValue<T>(table: Readonly<Record<string, T>> | undefined, key: string | undefined): T | undefined {
  return table !== undefined && key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}
