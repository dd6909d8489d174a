/** A guard's pattern: a command as one would type it. It fits a command that has its program, words and options. */
import { coversWord } from "../base/glob.ts";
import type { ParsedCommand } from "../command/parsed-command.ts";
import { readLine } from "../command/read-line.ts";
import { literal } from "../command/syntax/word.ts";
import { isListed, ownValue } from "../command/tables/program.ts";
import { programOf } from "../command/tables/programs.ts";
import { type Shape, type ShapeOption, shapeOf } from "./command-shape.ts";
import { spellingsOf } from "./option-tables.ts";

export type Pattern = {
  readonly text: string;
  /** Two if a word may be the value of the option before it: `deploy --env prod`. */
  readonly shapes: readonly [Shape, ...Shape[]];
  /** Any program: the pattern is only an option, such as `--no-verify`. */
  readonly isAnyProgram: boolean;
  readonly assigns: ParsedCommand["assigns"];
  /** The programs before it in a pipeline: `curl … | bash`. */
  readonly fedBy: readonly string[];
  /** It is only about runs that the line does not wait for: `./release.sh &`. */
  readonly isBackground: boolean;
  /** The programs that run it, if it is written with them: `uv run pytest`. */
  readonly wrappers: readonly string[];
};

const PATTERNS = new Map<string, Pattern | undefined>();
const MOST_KEPT = 4096;

/** Undefined if it is not one command or pipeline. */
export function readPattern(text: string): Pattern | undefined {
  if (PATTERNS.has(text)) return PATTERNS.get(text);
  if (PATTERNS.size >= MOST_KEPT) PATTERNS.clear();
  const pattern = parsed(text.trim());
  PATTERNS.set(text, pattern);
  return pattern;
}

const ANY = "any-program";

function parsed(text: string): Pattern | undefined {
  const isAnyProgram = text.startsWith("-");
  const { commands, unread } = readLine(isAnyProgram ? `${ANY} ${text}` : text);
  if (unread !== undefined) return undefined;
  // Of `sudo npm` the pattern is `sudo` with the word `npm`.
  const outer = commands.filter(({ wrappers }) => wrappers.length === 0);
  const main = outer.at(-1);
  const members = outer.filter(({ within }) => within.some(({ kind }) => kind === "pipeline"));
  if (main === undefined || (outer.length > 1 && members.length !== outer.length)) return undefined;
  if (main.program === "" && main.assigns.length === 0) return undefined;
  const inner = commands.filter(({ wrappers }) => wrappers.length > 0).at(-1);
  return {
    text,
    shapes: [shapeOf(main), ...valued(text, main)],
    isAnyProgram: isAnyProgram || main.program === "",
    assigns: main.assigns,
    fedBy: main.fedBy,
    isBackground: main.isBackground === true,
    wrappers: inner?.wrappers ?? [],
  };
}

function valued(text: string, { args }: ParsedCommand): Shape[] {
  if (!args.some(({ value }, at) => /^--[\w-]+$/.test(value) && /^[^-]/.test(args[at + 1]?.value ?? ""))) return [];
  const joined = text.replace(/(?<=\s)(--[\w-]+)\s+(?=[^-\s])/, "$1=");
  const command = readLine(joined).commands.find(({ wrappers }) => wrappers.length === 0);
  return joined === text || command === undefined ? [] : [shapeOf(command)];
}

/** An exception holds only for an option that is spelled out. */
type Spelling = "any" | "full";

type Fit = { readonly isVersioned: boolean };

/** Whether a command fits, and if by its program with a version, such as `pip3` for `pip`. */
export function fits(pattern: Pattern, command: ParsedCommand, spelling: Spelling = "any"): Fit | undefined {
  if (
    !pattern.assigns.every((set) => command.assigns.some(({ name, value }) => name === set.name && value === set.value))
  )
    return undefined;
  if (!pattern.fedBy.every((program) => command.fedBy.includes(program))) return undefined;
  if (pattern.isBackground && command.isBackground !== true && !command.wrappers.some(isDetaching)) return undefined;
  for (const shape of shapesOf(command)) {
    const { program } = pattern.shapes[0];
    const isSame = pattern.isAnyProgram ? !isListed(TALKING, shape.program) : shape.program === program;
    const isVersioned = !isSame && isVersionOf(shape.program, program);
    if ((!isSame && !isVersioned) || isOnlyAsking(shape)) continue;
    if (pattern.shapes.some((wanted) => hasAll(wanted, shape, spelling))) return { isVersioned };
  }
  return undefined;
}

const isDetaching = (wrapper: string): boolean => isListed("nohup setsid daemonize systemd-run", wrapper);

const hasAll = (wanted: Shape, shape: Shape, spelling: Spelling): boolean =>
  hasWords(wanted, shape) && wanted.options.every((option) => shapeHasOption(option, shape, spelling));

/** They only print or search for the option. */
const TALKING = "echo printf grep egrep rg ag ack man";

/** The shapes are computed once for all guards. */
const SHAPES = new WeakMap<ParsedCommand, readonly Shape[]>();

function shapesOf(command: ParsedCommand): readonly Shape[] {
  const known = SHAPES.get(command) ?? allShapes(command);
  SHAPES.set(command, known);
  return known;
}

/** `python -m pytest` is also `pytest`. */
function allShapes(command: ParsedCommand): readonly Shape[] {
  const own = shapeOf(command);
  const module = /^python[\d.]*$/.test(own.program) ? command.args.findIndex(({ value }) => value === "-m") : -1;
  const name = module < 0 ? undefined : command.args[module + 1];
  return name === undefined ? [own] : [own, shapeOf({ name, args: command.args.slice(module + 2) })];
}

const isVersionOf = (program: string, name: string): boolean =>
  program.startsWith(name) && /^[\d.]+$/.test(program.slice(name.length));

/** `--help` and `--version` do nothing else. */
function isOnlyAsking({ words, options }: Shape): boolean {
  if (options.some(({ name }) => name === "--help" || name === "-help")) return true;
  return words.length === 0 && options.length === 1 && /^(?:--version|-version|-v|-V|-h)$/.test(options[0]!.name);
}

/** Programs whose words are a set of targets or files, in any order. */
const SETS = "make gradle mvn rake sbt just task rm cp mv cat touch ls chmod chown ln mkdir rmdir";

function hasWords(pattern: Shape, { program, words }: Shape): boolean {
  if (isListed(SETS, program)) return pattern.words.every((word) => words.some((one) => covers(word, one)));
  const strict = Math.min(pattern.words.length, nameLength(program, pattern.words));
  if (!pattern.words.slice(0, strict).every((word, at) => words[at] !== undefined && covers(word, words[at])))
    return false;
  let at = strict;
  return pattern.words.slice(strict).every((word) => {
    at = words.findIndex((one, place) => place >= at && covers(word, one)) + 1;
    return at > 0;
  });
}

/** All in a folder, `e2e/*`, is also the folder. */
const covers = (word: string, one: string): boolean =>
  coversWord(word, one) || (word.length > 2 && word.endsWith("/*") && word.slice(0, -2) === one);

/** How many words are the command's name and so stand at its start; all of them for an unknown program. */
function nameLength(program: string, words: readonly string[]): number {
  const { depth, depths } = programOf(program);
  if (depth === undefined && depths === undefined) return words.length;
  return ownValue(depths, words.slice(0, 2).join(" ")) ?? ownValue(depths, words[0]) ?? depth ?? 1;
}

/** Options of one pattern fit by any of their spellings, with the value if the pattern has one. */
export function shapeHasOption(
  { name, value }: ShapeOption,
  { program, words, options }: Shape,
  spelling: Spelling = "any",
): boolean {
  const names = spellingsOf(name, program, words);
  // These programs read the start of a long option for all of it, `--forc`, unless that is an option itself.
  const isSpelled = (given: string, one: string): boolean =>
    given === one ||
    (spelling === "any" &&
      /^--\w{2}/.test(given) &&
      isListed(ABBREVIATING, program) &&
      one.startsWith(given) &&
      spellingsOf(given, program, words).length === 1);
  return options.some(
    (option) =>
      names.some((one) => isSpelled(option.name, one)) &&
      (value === undefined || coversWord(value, option.value ?? option.next ?? "")),
  );
}

const ABBREVIATING = "git rm cp mv ln chmod chown mkdir rmdir touch tar sed grep sort rsync curl wget shred";

/** Whether a command has a flag: an option, an option with a value, or a variable. */
export function hasFlag(flag: string, command: ParsedCommand): boolean {
  const setting = /^(\w+)=(.*)$/s.exec(flag);
  if (setting !== null)
    return command.assigns.some(({ name, value }) => name === setting[1] && coversWord(setting[2]!, value));
  const parts = flag.trim().split(/\s+/).map(literal);
  return shapesOf(command).some((shape) => {
    const { options } = shapeOf({ name: literal(shape.program), args: parts });
    const words = parts.flatMap(({ value }) => (value.startsWith("-") ? [] : [value]));
    return (
      options.every(({ name, value }) => shapeHasOption({ name, ...(value !== undefined && { value }) }, shape)) &&
      words.every((word) => isPassed(word, shape))
    );
  });
}

const isPassed = (word: string, { words, options }: Shape): boolean =>
  words.some((one) => coversWord(word, one)) ||
  options.some(({ value, next }) => coversWord(word, value ?? "") || coversWord(word, next ?? ""));
