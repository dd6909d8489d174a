/** Names a command by its program and subcommands, never by anything private, and lists the trivial names. */
import { findSecrets } from "../screen/secrets.ts";
import { isFixed, type Word } from "./syntax/word.ts";
import { LOOKS_AROUND, PRINTING_FILTERS } from "./tables/looking-programs.ts";
import { ownValue, type Program, pastOptions } from "./tables/program.ts";
import { programOf } from "./tables/programs.ts";

type Named = { readonly program: string; readonly family: string | undefined };

/** Names a command without its wrappers. */
export function nameCommand(words: readonly Word[]): Named {
  const program = programName(words[0]);
  if (program === undefined) return { program: "", family: undefined };
  if (ASSIGNING.has(program)) return { program, family: undefined };
  const family = [program, ...subcommands(words.slice(1), programOf(program))].join(" ");
  return { program, family: mayBeNamed(family) ? family : undefined };
}

const SYMBOLS = new Set([".", ":", "[", "[["]);
const NAME = /^(?!\d+$)[\p{L}\p{N}_][\p{L}\p{N}_.+-]{0,63}$/u;
const SCOPED = /^@[\w.-]+\/[\w.-]{1,64}$/;
const RELATIVE_PATH = /^(?:\.{1,2}\/)*[\w.+-]+(?:\/[\w.+-]+)*$/;
const MOST_PATH_CHARS = 80;
/** Folders of installed programs: the path is the installer's choice, not the person's. */
const INSTALLED = /(?:^|\/)(?:node_modules\/\.bin|\.?v?env\/bin|vendor\/bin)\/(?=[^/]+$)/;

function programName(word: Word | undefined): string | undefined {
  if (word === undefined || !isFixed(word)) return undefined;
  if (SYMBOLS.has(word.value)) return word.value;
  // zsh looks up `=ls`; npx takes `tool@version`.
  const called = word.value.replace(/^=/, "").replace(/(?<=.)@[\w.^~-]+$/, "");
  if (SCOPED.test(called)) return called;
  return called.includes("/") ? pathName(called) : nameIn(NAME, called);
}

/** A path inside the project is part of the name; of an absolute path only the last part is. */
function pathName(path: string): string | undefined {
  const isElsewhere = path.startsWith("/") || path.startsWith("~") || INSTALLED.test(path);
  if (isElsewhere) return nameIn(NAME, path.slice(path.lastIndexOf("/") + 1));
  return path.length <= MOST_PATH_CHARS ? nameIn(RELATIVE_PATH, path) : undefined;
}

function nameIn(pattern: RegExp, text: string): string | undefined {
  return pattern.test(text) ? text : undefined;
}

function subcommands(args: readonly Word[], program: Program): string[] {
  const found: string[] = [];
  let at = 0;
  while (found.length < depthAfter(found, program)) {
    const place = pastOptions(args, at, program);
    if (place.isOver) break;
    if (place.stopped === "mode") return [...found, ...modeWords(args.slice(place.at), program)];
    const word = args[place.at];
    at = place.at + 1;
    if (word === undefined || /^\d+$/.test(word.value)) continue;
    const skipped = found.length === 0 ? ownValue(program.skips, word.value) : undefined;
    if (skipped !== undefined) {
      at += skipped;
      continue;
    }
    const isScript = program.takesScript === true && (!isSubcommand(word) || word.value.includes("."));
    if (isScript) return [...found, ...scriptWords(word, args.slice(at))];
    if (!isSubcommand(word) || !isExpected(word.value, found, program)) break;
    found.push(word.value);
  }
  return found;
}

function depthAfter(found: readonly string[], { depth = 0, depths, modes }: Program): number {
  if (found.length === 0) return depths === undefined && modes === undefined ? depth : Math.max(depth, 1);
  return ownValue(depths, found.slice(0, 2).join(" ")) ?? ownValue(depths, found[0]) ?? depth;
}

/** A program with only a few known subcommands takes any other word as its argument. */
function isExpected(word: string, found: readonly string[], { depth = 0, depths }: Program): boolean {
  return depth > 0 || found.length > 0 || ownValue(depths, word) !== undefined;
}

/** `-m pytest` names what Python runs, and a module may have subcommands. */
function modeWords([option, ...rest]: readonly Word[], program: Program): string[] {
  if (option === undefined) return [];
  const own = ownValue(program.modes, option.value) ?? 0;
  const [operand] = rest;
  if (own === 0 || operand === undefined || !isSubcommand(operand)) return [option.value];
  return [option.value, operand.value, ...subcommands(rest.slice(1), programOf(operand.value))];
}

function scriptWords(word: Word, rest: readonly Word[]): string[] {
  const script = !isFixed(word) ? undefined : pathName(word.value.replace(/^\.\//, ""));
  if (script === undefined || /^\w+:\/\//.test(word.value)) return [];
  return [script, ...subcommands(rest, programOf(script))];
}

const SUBCOMMAND = /^:?[A-Za-z][\w:.-]{0,39}$/;

/** A word with four digits is an id, a date or a token. */
function isSubcommand({ value, form }: Word): boolean {
  return form === "literal" && SUBCOMMAND.test(value) && (value.match(/\d/g)?.length ?? 0) < 4;
}

const MIXED = /(?<!\S)(?=\S*\d)(?=\S*[a-z])(?=\S*[A-Z])\S{16,}/;

function mayBeNamed(family: string): boolean {
  return !MIXED.test(family) && findSecrets(family).length === 0;
}

/** Commands that say nothing about a person's work: moving around, looking, shell housekeeping; also a bare shell or wrapper. */
const TRIVIAL = new Set(
  [
    LOOKS_AROUND,
    "z zi j autojump ll la l tree clear cls reset exit logout quit history fc printf yes bat less more most man help info",
    "tldr where whereis command hash hostname date fg bg jobs disown wait alias unalias abbr bindkey bind",
    "source . test [ [[ read return break continue shift trap sleep eval exec builtin umask ulimit",
    "setopt unsetopt shopt autoload compinit zmodload rehash bash zsh fish sh dash ksh pwsh sudo doas su env printenv",
    "time nohup nice tput stty and or not",
  ].flatMap((words) => words.split(" ")),
);

export function isTrivialFamily(family: string): boolean {
  return TRIVIAL.has(family);
}

/** They transform the data of a pipeline; the pipeline is named after another member. */
export const FILTERS: ReadonlySet<string> = new Set(
  [
    PRINTING_FILTERS,
    "head zgrep rg ag ack sort uniq sed gsed awk gawk mawk yq tee xargs parallel ts pv xxd hexdump gzip gunzip zcat xz",
    "bzip2 zstd pbcopy pbpaste xclip xsel wl-copy clip fzf peco sk gum delta lolcat iconv pr envsubst",
  ].flatMap((words) => words.split(" ")),
);

/** They set or show variables: their words may be secrets, so they are never part of a name. */
const ASSIGNING: ReadonlySet<string> = new Set(
  "export set unset setenv unsetenv declare typeset local readonly let setx".split(" "),
);

const HOUSEKEEPING =
  /^git (?:add|branch|checkout|commit|diff|fetch|log|merge|pull|push|rebase|reset|restore|show|stash|status|switch)$/;

function isHousekeeping(family: string): boolean {
  return HOUSEKEEPING.test(family);
}

/** How many different commands of a sequence are not housekeeping. */
export function ownCommands(families: readonly string[]): number {
  return new Set(families.filter((family) => !isHousekeeping(family))).size;
}
