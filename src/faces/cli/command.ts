/** A command, derived from a verb: its words, and its fields as arguments and options. Parsing, help and completions read it. */
import { type Field, optionOf } from "../../verbs/declare/field.ts";
import { type AnyVerb, verbWords } from "../../verbs/declare/verb.ts";

export type Option = {
  /** Without dashes. */
  readonly name: string;
  readonly short?: string | undefined;
  /** The placeholder of its value; an option without one is a flag. */
  readonly value?: string | undefined;
  readonly help: string;
  readonly repeatable?: boolean;
  readonly choices?: readonly string[] | undefined;
  /** Offered by completions; the verb itself checks the value. */
  readonly offers?: readonly string[] | undefined;
};

export type Positional = {
  readonly name: string;
  readonly help: string;
  readonly optional: boolean;
  /** Takes all remaining words, joined by spaces. */
  readonly many: boolean;
  /** A command line: what looks like options in it is the line's. */
  readonly isLine: boolean;
  readonly choices?: readonly string[] | undefined;
  readonly offers?: readonly string[] | undefined;
};

export type Command = {
  readonly verb: AnyVerb;
  readonly words: readonly string[];
  readonly positionals: readonly Positional[];
  readonly options: readonly Option[];
};

export const GLOBAL_OPTIONS: readonly Option[] = [
  { name: "json", help: "Print one JSON document to stdout and nothing else." },
  { name: "directory", short: "C", value: "DIR", help: "Run as if started in DIR." },
  {
    name: "scope",
    value: "SCOPE",
    offers: ["global", "project"],
    help: "global (you, everywhere) or project (the project of this directory). By default a write goes to the project if there is one, and a read covers both.",
  },
  { name: "no-color", help: "Print without colour; NO_COLOR=1 does the same." },
  { name: "help", short: "h", help: "Show help for a command." },
  { name: "version", short: "V", help: "Print the version." },
];

const made = new Map<AnyVerb, Command>();

export function commandOf(verb: AnyVerb): Command {
  const fields = typedFields(verb);
  const command = made.get(verb) ?? {
    verb,
    words: verbWords(verb),
    positionals: fields.filter(([, { at }]) => at !== undefined).map(positionalOf),
    options: fields.filter(([, { at }]) => at === undefined).map(asOption),
  };
  made.set(verb, command);
  return command;
}

type Named = readonly [name: string, field: Field];

/** The scope is an option of every command. */
export function typedFields({ input }: AnyVerb): readonly Named[] {
  return Object.entries<Field>(input).filter(([, { isTyped, type }]) => isTyped !== false && type !== "scope");
}

function positionalOf([name, field]: Named): Positional {
  const { help, choices, offers, required = false, at } = field;
  return {
    name: labelOf(name, field),
    help,
    optional: !required,
    many: at === "rest" || at === "line",
    isLine: at === "line",
    choices,
    offers,
  };
}

function asOption([name, field]: Named): Option {
  const { help, short, choices, offers, many = false, type } = field;
  const value = type === "flag" ? undefined : labelOf(name, field);
  return { name: optionOf(name, field), help, short, value, repeatable: many || type === "pairs", choices, offers };
}

/** The placeholder of a field. */
export function labelOf(name: string, { label, type, option }: Field): string {
  if (label !== undefined) return label;
  if (type === "path") return "FILE";
  if (type === "since") return "DATE";
  return (option ?? name).toUpperCase();
}

/** As it is typed, with the flags of its name. */
export function nameOf({ verb }: Pick<Command, "verb">): string {
  return `oldhand ${verb.name}`;
}
