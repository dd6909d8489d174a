/** Splits what was typed into a command of the table, its arguments and options; the verb's own table checks their values. */
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { OldhandError } from "../../../core/base/error.ts";
import { asWord } from "../../../core/command/syntax/word.ts";
import { nearest } from "../../../verbs/declare/values.ts";
import { type Command, commandOf, GLOBAL_OPTIONS, type Option } from "../command.ts";
import { allCommands, allNames, type CommandName, commandsUnder } from "../commands.ts";
import { help, showVersion } from "../own/help.ts";

/** The options that were given, by their names. */
export type Given = {
  has(flag: string): boolean;
  value(name: string): string | undefined;
  values(name: string): readonly string[] | undefined;
};

export type ParsedCommand = Extract<Parsed, { outcome: "command" }>;

export type Parsed =
  | {
      readonly outcome: "command";
      readonly command: Command;
      readonly args: readonly (string | undefined)[];
      readonly given: Given;
      /** The name that was typed, if it is one of an earlier version. */
      readonly oldName?: string;
    }
  /** The first word of a group, without a command. */
  | { readonly outcome: "group"; readonly words: readonly string[] };

export function parse(typedArgv: readonly string[]): Parsed {
  const argv = withFlagsAsValues(withLine(typedArgv));
  const { typed, options } = look(argv);
  const found = nameOf(typed, options);
  const about = (command: Command, args: string[]): Parsed => {
    const given = givenOf({ "no-color": options.has("no-color"), all: options.has("all") });
    return { outcome: "command", command, args, given };
  };
  const isBare = found.outcome === "name" && found.name.words.length === 0;
  const words = found.outcome === "group" ? found.words : isBare ? [] : found.name.command.words;
  if (options.has("help")) return about(commandOf(help), [words.join(" ")]);
  if (options.has("version")) return about(commandOf(showVersion), []);
  if (found.outcome === "group") return found;
  const { command, flags, isOld, words: name } = found.name;
  // Flags of the name itself are no options of the command.
  for (const flag of flags) options.delete(flag.slice(2));
  refuseUnknownOptions(command, options);
  const { values, positionals } = parseStrictly(
    command,
    argv.filter((word) => !flags.includes(word)),
  );
  const args = argsOf(command, positionals.slice(name.length));
  return {
    ...{ outcome: "command", command, args, given: givenOf(values) },
    ...(isOld && { oldName: [...name, ...flags].join(" ") }),
  };
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

/** `guard test git push --force`: from the first word on it is the line, unless that is one quoted argument. */
function withLine(argv: readonly string[]): readonly string[] {
  const command = allCommands().find(
    ({ words, positionals }) => positionals?.at(-1)?.isLine && words.every((word) => argv.includes(word)),
  );
  const from = command === undefined ? -1 : argv.indexOf(command.words.at(-1)!) + 1;
  const own = command === undefined ? [] : optionsOf(command);
  if (from < 1 || argv[from - 2] !== command?.words.at(-2)) return argv;
  let at = from;
  while (argv[at] !== undefined && argv[at] !== "--" && isFlag(argv[at]!)) {
    const name = argv[at]!.replace(/^--?/, "");
    at += own.some((option) => (option.name === name || option.short === name) && option.value !== undefined) ? 2 : 1;
  }
  const [first, ...more] = argv.slice(at);
  if (first === undefined || first === "--" || first === "-" || /\s/.test(first)) return argv;
  return [...argv.slice(0, at), "--", [first, ...more].map(asWord).join(" ")];
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
  const options = configOf([...allCommands().flatMap((command) => command.options), ...GLOBAL_OPTIONS]);
  const { tokens } = parseArgs({ args: [...argv], options, strict: false, allowPositionals: true, tokens: true });
  return {
    typed: tokens.flatMap((token) => (token.kind === "positional" ? [token.value] : [])),
    options: new Map(tokens.flatMap((token) => (token.kind === "option" ? [[token.name, token.rawName]] : []))),
  };
}

type Found = { readonly outcome: "name"; readonly name: CommandName } | Extract<Parsed, { outcome: "group" }>;

/** The longest name that the words begin with. */
function nameOf(words: readonly string[], options: ReadonlyMap<string, string>): Found {
  const fits = allNames().filter(
    (name) =>
      name.words.every((word, at) => word === words[at]) && name.flags.every((flag) => options.has(flag.slice(2))),
  );
  const [best] = fits.toSorted((a, b) => lengthOf(b) - lengthOf(a));
  const first = words.slice(0, 1);
  if (best !== undefined && (best.words.length > 0 || words.length === 0)) {
    if (!isMistypedInGroup(best, words)) return { outcome: "name", name: best };
  } else if (words.length === 1 && commandsUnder(first).length > 0) {
    return { outcome: "group", words: first };
  }
  throw unknownCommand(words);
}

const lengthOf = ({ words, flags }: CommandName): number => words.length + flags.length;

/** `suggestions acept x`: after a command that is also a group, the next word has to be the name of a command. */
function isMistypedInGroup({ words, command: { positionals } }: CommandName, typed: readonly string[]): boolean {
  return typed.length > words.length && positionals.length === 0 && commandsUnder(words).length > 1;
}

const OF_THE_SERVER: ReadonlySet<string> = new Set(["serve", "migrate", "create-space"]);

function unknownCommand(words: readonly string[]): OldhandError {
  const at = commandsUnder(words.slice(0, 1)).length > 0 ? 1 : 0;
  if (OF_THE_SERVER.has(words[at] ?? ""))
    return usage("A team's server is a program of its own: `oldhand-team` (npm package @oldhand/team-server).", []);
  const before = words.slice(0, at);
  const known = allNames().flatMap((one) =>
    before.every((word, place) => one.words[place] === word) ? one.words.slice(at, at + 1) : [],
  );
  const name = words.slice(0, at + 1).join(" ");
  const near = nearest(words[at] ?? "", [...new Set(known)]);
  const meant = near === undefined ? "" : ` Did you mean \`oldhand ${[...words.slice(0, at), near].join(" ")}\`?`;
  return usage(`Unknown command \`oldhand ${name}\`.${meant}`, words.slice(0, at));
}

function refuseUnknownOptions(command: Command, options: ReadonlyMap<string, string>): void {
  const known = optionsOf(command).map((option) => option.name);
  const takesWords = command.positionals.some(({ many }) => many);
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
    return { values, positionals };
  } catch (error) {
    if (error instanceof OldhandError || !(error instanceof TypeError)) throw error;
    throw usage(valueProblem(error.message), command.words);
  }
}

/** Node's own words are for the author of the program. */
function valueProblem(message: string): string {
  const [option] = /(?<![\w-])--[\w-]+/.exec(message) ?? [];
  if (option === undefined) return message.split("\n")[0]!.replace(/\.?$/, ".");
  if (/does not take/.test(message)) return `${option} takes no value.`;
  const dash = /ambiguous/.test(message) ? `; one that starts with a dash is written ${option}=VALUE` : "";
  return `Missing a value for ${option}${dash}.`;
}

function argsOf(command: Command, words: readonly string[]): (string | undefined)[] {
  const places = command.positionals;
  const isOpen = places.at(-1)?.many === true;
  if (!isOpen && words.length > places.length)
    throw usage(`Unexpected argument ${JSON.stringify(words[places.length])}.`, command.words);
  return places.map(({ many }, at) => (many && words.length > at ? words.slice(at).join(" ") : words[at]));
}

function optionsOf({ options }: Command): readonly Option[] {
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
  return new OldhandError("usage", `${message} ${seeHelp(words)}`);
}

export function seeHelp(words: readonly string[]): string {
  return `See \`${["oldhand", "help", ...words].join(" ")}\`.`;
}
