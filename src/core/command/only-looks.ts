/** Whether a command is read-only: it prints something, and changes, starts and sends nothing. */
import { innerCommands } from "./inner-commands.ts";
import { baseName, hasOption, type ParsedCommand } from "./parsed-command.ts";
import type { Step } from "./steps.ts";
import type { Word } from "./syntax/word.ts";
import { type Harmless, LOOKS, LOOKS_ELSEWHERE, TAKES_ANYTHING, VERSIONED } from "./tables/looking-programs.ts";
import { isListed } from "./tables/program.ts";
import { programOf } from "./tables/programs.ts";

/** `in-the-project` only: a program with subcommands reads settings in its directory, and foreign ones may start something. */
export function onlyLooks(command: ParsedCommand): "anywhere" | "in-the-project" | undefined {
  if (command.program === "" || addsNothing(command)) return "anywhere";
  if (!isKnownName(command)) return undefined;
  if (isVersion(command)) return "anywhere";
  // A project may install tools, but a program of its own that is called `ls` is suspicious.
  const found = OWN_PROGRAMS.test(command.name.value) ? undefined : looksRowFor(command, LOOKS);
  if (found === undefined || !isWithin(found, command)) return undefined;
  return found.hasVerb ? "in-the-project" : "anywhere";
}

/** The same for a step of a session, less strict: unknown options and looking at another machine are allowed; checks do not count. */
export function seemsToLook({ family = "", program, words }: Pick<Step, "family" | "program" | "words">): boolean {
  if (LOOKS_ELSEWHERE.test(family) || LOOKS_ELSEWHERE.test(program)) return true;
  const row = LOOKS.get(family) ?? LOOKS.get(program);
  if (row === undefined || row.needs !== undefined || row.operands === 0) return false;
  if (/ (?:check|validate)$/.test(family)) return false;
  const own = words.slice(words.findIndex((word) => baseName(word) === program));
  return !own.some((word) => isListedOption(word, row.never ?? "") || row.without?.test(word) === true);
}

/** Folders of known programs; a file of the same name in another folder is another program. */
const KNOWN_PLACE =
  /^(?:\/(?:usr\/(?:local\/)?)?bin\/|\/opt\/homebrew\/bin\/|(?:\.\/)?node_modules\/\.bin\/|(?:\.\/)?vendor\/bin\/|(?:\.\/)?\.?venv\/bin\/)?[\w.+[:-]+$|^\.\/(?:gradlew|mvnw)$/;
const OWN_PROGRAMS = /(?:node_modules|vendor|venv)\//;

export function isKnownName({ name }: ParsedCommand): boolean {
  const isAsWritten = name.written === name.value || name.written === `\\${name.value}`;
  return name.form === "literal" && isAsWritten && KNOWN_PLACE.test(name.value);
}

function isVersion({ program, args }: ParsedCommand): boolean {
  if (args.length !== 1 || !VERSIONED.has(program)) return false;
  const option = args[0]?.value ?? "";
  return /^(?:--version|-V)$/.test(option) || (/^(?:node|npm|pnpm|yarn|ruby|php)$/.test(program) && option === "-v");
}

/** Whether a wrapper does nothing but run the inner command, which is judged separately. */
function addsNothing(command: ParsedCommand): boolean {
  const { addsNothing: options, isShell } = programOf(command.program);
  if (options === undefined || !isKnownName(command)) return false;
  const [inner] = innerCommands([command.name, ...command.args]);
  if (inner === undefined) return false;
  const before = command.args.slice(0, inner.kind === "line" ? -1 : inner.at - 1);
  // Words after a shell's line are arguments for that line.
  const isOwn = inner.kind === "words" || (isShell === true && /^-[a-z]*c$/.test(before.at(-1)?.value ?? ""));
  return (
    isOwn && before.every(({ value }) => !value.startsWith("-") || value === "--" || isListedOption(value, options))
  );
}

type FoundRow = {
  readonly row: Harmless;
  readonly args: readonly Word[];
  /** The program with its first words, or the program alone. */
  readonly key: string;
  readonly hasVerb: boolean;
};

/** The row of the program with its first words, or of the program alone. */
export function looksRowFor(
  { name, program, args }: ParsedCommand,
  table: ReadonlyMap<string, Harmless>,
): FoundRow | undefined {
  const called = name.value.startsWith("./") && !name.value.includes("/", 2) ? name.value : program;
  const own = called === "git" ? args.slice(pastGitOptions(args)) : args;
  for (const words of [2, 1, 0]) {
    const key = [called, ...own.slice(0, words).map(({ value }) => value)].join(" ");
    const row = own.length >= words ? table.get(key) : undefined;
    if (row !== undefined) return { row, args: own.slice(words), key, hasVerb: words > 0 };
  }
  return undefined;
}

function pastGitOptions(args: readonly Word[]): number {
  const first = args.findIndex(({ value }) => !/^(?:--no-pager|--no-optional-locks|--paginate)$/.test(value));
  return first < 0 ? 0 : first;
}

/** Whether the arguments stay within what the row allows. */
export function isWithin({ row, args, key }: FoundRow, command: ParsedCommand): boolean {
  if (!TAKES_ANYTHING.has(key) && args.some(mayBecomeOption)) return false;
  const words = args.map(({ value }) => value);
  const given = words.filter((word) => word !== "--" && !/^-./s.test(word));
  const options = words.filter((word) => /^-./s.test(word) && word !== "--");
  const { only, never, needs, first, looks, without } = row;
  if (never !== undefined && hasOption({ ...command, args }, never)) return false;
  if (only !== undefined && !options.every((option) => isListedOption(option, only))) return false;
  if (needs !== undefined && !words.some((word) => isListedOption(word, needs))) return false;
  if (row.operands !== undefined && given.length > row.operands) return false;
  if (first !== undefined && !first.test(given[0] ?? "")) return false;
  if (looks !== undefined && !given.every((word) => looks.test(word))) return false;
  return without === undefined || !words.some((word) => without.test(word));
}

/** A glob may match a file whose name looks like an option. */
function mayBecomeOption({ value, form }: Word): boolean {
  return form === "expanded" || (form === "glob" && !/^[\w./]/.test(value));
}

/** The exact option, with a value, with a number (`-n20`), or a bundle of listed letters. */
function isListedOption(option: string, list: string): boolean {
  if (isListed(list, option.replace(/=.*$/s, ""))) return true;
  const letters = /^-([A-Za-z]+)\d*$/.exec(option)?.[1];
  return letters !== undefined && [...letters].every((letter) => isListed(list, `-${letter}`));
}
