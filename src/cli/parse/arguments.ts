/** Parses what was typed into a command of the table with its arguments, or says what is wrong. */
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { OldhandError } from "../../core/base/error.ts";
import type { Scope } from "../../core/record/record.ts";
import type { Command, Given, Option } from "../command.ts";
import { COMMANDS, commandsUnder } from "../table/all-commands.ts";
import { GLOBAL_OPTIONS } from "../table/options.ts";
import { helpCommand, versionCommand } from "../table/start.ts";
import { checkedChoice, invalidValue, nearest } from "./values.ts";

export type Parsed =
  | {
      readonly outcome: "command";
      readonly command: Command;
      readonly args: readonly (string | undefined)[];
      readonly given: Given;
      readonly scope: Scope | undefined;
    }
  /** The first word of a group, without a command. */
  | { readonly outcome: "group"; readonly words: readonly string[] };

export function parse(typedArgv: readonly string[]): Parsed {
  const argv = withFlagsAsValues(typedArgv);
  const { typed, options } = look(argv);
  const found = commandOf(typed);
  const about = (command: Command, args: string[]): Parsed => {
    const given = givenOf({ "no-color": options.has("no-color") });
    return { outcome: "command", command, args, given, scope: undefined };
  };
  const words = found.outcome === "command" ? found.command.words : found.words;
  if (options.has("help")) return about(helpCommand, [words.join(" ")]);
  if (options.has("version")) return about(versionCommand, []);
  if (found.outcome === "group") return found;
  const { command } = found;
  refuseUnknownOptions(command, options);
  const { values, positionals } = parseStrictly(command, argv);
  const given = givenOf(withScopeAsPath(command, values));
  const args = argsOf(command, positionals.slice(command.words.length));
  return { outcome: "command", command, args, given, scope: scopeOf(values) };
}

/** `--except --force-with-lease`: the value of these options is often an option of another program. */
function withFlagsAsValues(argv: readonly string[]): readonly string[] {
  return argv.flatMap((word, at) => {
    const before = argv[at - 1] ?? "";
    if (/^--(?:except|deny)$/.test(before) && isFlag(word)) return [];
    const next = argv[at + 1];
    return /^--(?:except|deny)$/.test(word) && next !== undefined && isFlag(next) ? [`${word}=${next}`] : [word];
  });
}

const isFlag = (word: string): boolean => /^--?[A-Za-z]/.test(word);

/** Decided before parsing, because it determines how a parsing error is printed. */
export function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  return argv.slice(0, end < 0 ? argv.length : end).includes("--json");
}

type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/** Parses with the options of all commands, only to tell words from option values: the command is not known yet. */
function look(argv: readonly string[]): { typed: string[]; options: Map<string, string> } {
  const options = configOf([...COMMANDS.flatMap((command) => command.options ?? []), ...GLOBAL_OPTIONS]);
  const { tokens } = parseArgs({ args: [...argv], options, strict: false, allowPositionals: true, tokens: true });
  return {
    typed: tokens.flatMap((token) => (token.kind === "positional" ? [token.value] : [])),
    options: new Map(tokens.flatMap((token) => (token.kind === "option" ? [[token.name, token.rawName]] : []))),
  };
}

type Found = { readonly outcome: "command"; readonly command: Command } | Extract<Parsed, { outcome: "group" }>;

/** The command with the longest name that the words begin with. */
function commandOf(words: readonly string[]): Found {
  const fits = COMMANDS.filter((command) => command.words.every((word, at) => word === words[at]));
  const best = fits.toSorted((a, b) => b.words.length - a.words.length)[0];
  const first = words.slice(0, 1);
  if (best !== undefined && (best.words.length > 0 || words.length === 0)) {
    if (!isMistypedInGroup(best, words)) return { outcome: "command", command: best };
  } else if (words.length === 1 && commandsUnder(first).length > 0) {
    return { outcome: "group", words: first };
  }
  throw unknownCommand(words);
}

/** `suggestions acept x`: after a command that is also a group, the next word has to be the name of a command. */
function isMistypedInGroup({ words, positionals = [] }: Command, typed: readonly string[]): boolean {
  return typed.length > words.length && positionals.length === 0 && commandsUnder(words).length > 1;
}

function unknownCommand(words: readonly string[]): OldhandError {
  const at = commandsUnder(words.slice(0, 1)).length > 0 ? 1 : 0;
  const known = commandsUnder(words.slice(0, at)).flatMap((command) => command.words.slice(at, at + 1));
  const name = words.slice(0, at + 1).join(" ");
  const near = nearest(words[at] ?? "", [...new Set(known)]);
  const meant = near === undefined ? "" : ` Did you mean \`oldhand ${[...words.slice(0, at), near].join(" ")}\`?`;
  return usage(`Unknown command \`oldhand ${name}\`.${meant}`, words.slice(0, at));
}

function refuseUnknownOptions(command: Command, options: ReadonlyMap<string, string>): void {
  const known = optionsOf(command).map((option) => option.name);
  const takesWords = command.positionals?.some(({ many }) => many);
  for (const [name, typed] of options) {
    if (known.includes(name)) continue;
    const near = nearest(name, known);
    const meant = near === undefined ? "" : ` Did you mean \`--${near}\`?`;
    const dashes = meant === "" && takesWords ? " Put `--` before text that starts with a dash." : "";
    throw usage(`Unknown option \`${typed}\`.${meant}${dashes}`, command.words);
  }
}

function parseStrictly(command: Command, argv: readonly string[]): { values: Values; positionals: string[] } {
  const options = optionsOf(command);
  try {
    const config = { args: [...argv], options: configOf(options), strict: true, allowPositionals: true } as const;
    const { values, positionals } = parseArgs(config);
    return { values: checkedValues(values, options), positionals };
  } catch (error) {
    if (error instanceof OldhandError || !(error instanceof TypeError)) throw error;
    throw usage(valueProblem(error.message), command.words);
  }
}

/** Node's own words are for the author of the program. */
function valueProblem(message: string): string {
  const [, option] = /'.*?(--[\w-]+)/.exec(message) ?? [];
  if (option === undefined) return message.split("\n")[0]!.replace(/\.?$/, ".");
  if (/does not take/.test(message)) return `${option} takes no value.`;
  const dash = /ambiguous/.test(message) ? `; one that starts with a dash is written ${option}=VALUE` : "";
  return `Missing a value for ${option}${dash}.`;
}

function checkedValues(values: Values, options: readonly Option[]): Values {
  const checked = options.map(({ name, choices }): [string, Values[string]] => {
    const value = values[name];
    const check = (one: string | boolean) =>
      typeof one === "string" && choices ? checkedChoice(`--${name}`, one, choices) : one;
    return [name, Array.isArray(value) ? value.map(check) : value === undefined ? undefined : check(value)];
  });
  return Object.fromEntries(checked);
}

function argsOf(command: Command, words: readonly string[]): (string | undefined)[] {
  const places = command.positionals ?? [];
  const missing = places.find(({ optional }, at) => !optional && words[at] === undefined);
  if (missing !== undefined) throw usage(`Missing ${missing.name}.`, command.words);
  const isOpen = places.at(-1)?.many === true;
  if (!isOpen && words.length > places.length)
    throw usage(`Unexpected argument ${JSON.stringify(words[places.length])}.`, command.words);
  return places.map(({ name, many, choices }, at) => {
    const word = many ? (words.length > at ? words.slice(at).join(" ") : undefined) : words[at];
    return word !== undefined && choices ? checkedChoice(name, word, choices) : word;
  });
}

/** A glob as `--scope` means `--path`: earlier tools used one option for both. */
function withScopeAsPath(command: Command, values: Values): Values {
  const { scope } = values;
  if (typeof scope !== "string" || scopeOf(values) !== undefined) return values;
  const takesPath = (command.options ?? []).some(({ name }) => name === "path");
  if (!takesPath || !/[*?/.[{]/.test(scope))
    throw invalidValue("--scope", { expected: "global or project", value: scope });
  return { ...values, path: [...[values.path ?? []].flat(), scope] };
}

function scopeOf({ scope }: Values): Scope | undefined {
  if (scope === "global" || scope === "assistant") return "global";
  return scope === "project" ? "project" : undefined;
}

function optionsOf({ options = [] }: Command): readonly Option[] {
  return [...options, ...GLOBAL_OPTIONS];
}

function configOf(options: readonly Option[]): ParseArgsOptionsConfig {
  const rows = options.map(({ name, short, value, repeatable }): [string, ParseArgsOptionsConfig[string]] => [
    name,
    {
      type: value === undefined ? "boolean" : "string",
      ...(short !== undefined && { short }),
      ...(repeatable && { multiple: true }),
    },
  ]);
  return Object.fromEntries(rows);
}

function givenOf(values: Values): Given {
  return {
    has: (flag) => values[flag] === true,
    value: (name) => [values[name]].flat().findLast((one) => typeof one === "string"),
    values: (name) => (values[name] === undefined ? undefined : [values[name]].flat().map(String)),
  };
}

function usage(message: string, words: readonly string[]): OldhandError {
  return new OldhandError("usage", `${message} See \`${["oldhand", "help", ...words].join(" ")}\`.`);
}
