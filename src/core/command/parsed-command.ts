/** One command that a shell line would run, wherever `readLine` found it, and the questions that rules ask about it. */
import type { Word } from "./syntax/word.ts";
import { isListed, pastOptions } from "./tables/program.ts";
import { programOf } from "./tables/programs.ts";

export type ParsedCommand = {
  /** Its name without its folder; empty if the command only sets variables. */
  readonly program: string;
  readonly name: Word;
  readonly args: readonly Word[];
  /** Variables that it sets: `A=1 make`, `export A=1`, `for A in …`. */
  readonly assigns: readonly Assignment[];
  readonly redirects: readonly Redirect[];
  /** Text that it gets with `<<` or `<<<`. */
  readonly input?: string | undefined;
  /** The programs before it in its pipeline. */
  readonly fedBy: readonly string[];
  /** The programs that run it, from the outside in: `sudo env ls` gives `ls` the wrappers `sudo`, `env`. */
  readonly wrappers: readonly string[];
  /** Whether it is such a wrapper itself: the line is named after the command that it runs. */
  readonly isWrapper: boolean;
  /** The constructs around it, from the outside in; empty for a command of a plain list. */
  readonly within: readonly Enclosing[];
  /** Whether the line goes on while it runs: `server &`. */
  readonly isBackground?: true | undefined;
  /** The directory that it would run in; undefined if that is only known at run time. */
  readonly cwd: string | undefined;
  /** The commands that have succeeded if it runs: those before it in its `&&` list. */
  readonly after: readonly ParsedCommand[];
  /** The text that it comes from; absent if the shell does it by itself: `[[ … ]]`, `${A:=1}`. */
  readonly source?: CommandText | undefined;
};

type Redirect = { readonly operator: string; readonly target: Word };
type Assignment = { readonly name: string; readonly value: string };

export type Enclosing =
  | { readonly kind: "subshell" | "substitution" | "function" }
  /** The argument of a command that keeps its own name: `find -exec`, `ssh host …`, `eval`. */
  | { readonly kind: "argument" }
  | { readonly kind: "pipeline"; readonly member: number; readonly pipeline: CommandText };

/** A command or a pipeline as it is written. */
export type CommandText = {
  readonly text: string;
  /** Words and operators with their quotes. */
  readonly tokens: readonly string[];
  /** Its words without quotes, with assignments and wrappers. */
  readonly words: readonly string[];
};

/** What makes a line uncertain although it was read. */
export type LineDoubt = "other-shell" | "built-at-run-time" | "defines" | "background";

export type ParsedLine = {
  readonly text: string;
  /** In the order of the line; a command comes before those inside it. */
  readonly commands: readonly ParsedCommand[];
  readonly doubts: ReadonlySet<LineDoubt>;
  /** Why it was not read to its end: it may run more than these commands. Absent if it was. */
  readonly unread?: string;
};

export function runsOneOf({ program }: ParsedCommand, programs: string): boolean {
  return isListed(programs, program);
}

export const isShell = ({ program }: ParsedCommand): boolean => programOf(program).isShell === true;

/** Whether it has one of the options: also shortened long ones and bundled short ones, as most programs accept them. */
export function hasOption(command: ParsedCommand, options: string): boolean {
  return options.split(" ").some((option) => command.args.some(({ value }) => isOption(value, option)));
}

function isOption(value: string, option: string): boolean {
  const equals = value.indexOf("=");
  const name = equals > 0 ? value.slice(0, equals) : value;
  if (name === option) return true;
  if (option.startsWith("--")) return name.length > 2 && name.startsWith("--") && option.startsWith(name);
  if (option.length !== 2 || !option.startsWith("-")) return false;
  // Only the letters: anything after them is a value.
  return (/^-([A-Za-z]+)/.exec(value)?.[1] ?? "").includes(option.charAt(1));
}

/** The words after the program's own options: `git -C x push origin` has `push origin`. */
export function operands(command: ParsedCommand): readonly Word[] {
  const known = OPERANDS.get(command) ?? operandsOf(command);
  OPERANDS.set(command, known);
  return known;
}

/** A cache, because every rule asks for them. */
const OPERANDS = new WeakMap<ParsedCommand, readonly Word[]>();

function operandsOf({ name, args }: ParsedCommand): readonly Word[] {
  const rest = args.slice(pastOptions(args, 0, programOf(name.value)).at);
  const end = rest.findIndex(({ value }) => value === "--");
  return rest.filter(({ value }, at) => (end >= 0 && at > end) || !/^-./s.test(value));
}

/** Whether the subcommand is one of these: `push`, `remote add`. */
export function hasVerb(command: ParsedCommand, verbs: string): boolean {
  const [first = "", second = "", third = ""] = operands(command).map(({ value }) => value);
  const list = `,${verbs},`;
  return [first, `${first} ${second}`, `${first} ${second} ${third}`].some((verb) => list.includes(`,${verb.trim()},`));
}

/** All arguments as one line, for patterns. */
export function argText({ args }: ParsedCommand): string {
  return args.map(({ value }) => value).join(" ");
}

export const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
