/** Help from the command table: all commands, one group, or one command. */

import type { Style } from "../../../verbs/print/style.ts";
import { padEnd, widthOf, wrap } from "../../../verbs/print/style.ts";
import { FIRST_STEPS } from "../../../verbs/status/status.ts";
import { type Command, GLOBAL_OPTIONS, nameOf, type Option } from "../command.ts";
import { commandsUnder, nounSummary, nouns } from "../commands.ts";

const WIDEST = 100;
const PIPE_WIDTH = 80;

/** What a person needs to know by heart. */
const TEN = ["setup", "status", "add", "recall", "ask", "review", "guard", "undo", "forget", "ui"];

export function overview(style: Style): string {
  return [
    wrap(
      "oldhand is a local memory for your terminal and your coding agents. It keeps what lasts and gives the relevant lines to the next session.",
      widthFor(style),
    ),
    ...titled(
      "Commands",
      rows(TEN, style, (name) => [name, nounSummary(name)]),
      style,
    ),
    ...titled("First steps", indented(FIRST_STEPS), style),
    wrap(
      "`oldhand` alone is `oldhand status`. `oldhand help --all` lists all commands, `oldhand help COMMAND` has details.",
      widthFor(style),
    ),
  ].join("\n\n");
}

/** One line for each noun; what a wider command does too is left to that. */
export function allHelp(style: Style): string {
  const lines = rows(nouns(), style, ({ noun, commands }) => {
    const below = commands.filter(({ verb }) => verb.name !== noun).map(({ verb }) => verb.name.slice(noun.length + 1));
    return [noun, below.length === 0 ? nounSummary(noun) : below.join(", ")];
  });
  return [lines.join("\n"), wrap("Run `oldhand help COMMAND` for details.", widthFor(style))].join("\n\n");
}

export function groupHelp(words: readonly string[], style: Style): string {
  const commands = commandsUnder(words);
  return [
    `${style.bold("Usage:")} oldhand ${words.join(" ")} COMMAND`,
    commandRows(commands, style).join("\n"),
    wrap(`Run \`oldhand help ${words.join(" ")} COMMAND\` for details.`, widthFor(style)),
  ].join("\n\n");
}

export function commandHelp(command: Command, style: Style): string {
  const { positionals, options, verb } = command;
  const { summary, examples = [], notes = [] } = verb;
  const width = widthFor(style);
  return [
    `${style.bold("Usage:")} ${usageOf(command)}`,
    wrap(summary, width),
    ...notes.map((note) => wrap(note, width)),
    ...titled(
      "Arguments",
      rows(positionals, style, ({ name, help }) => [name, help]),
      style,
    ),
    ...titled("Options", optionRows(options, style), style),
    ...titled("Global options", optionRows(GLOBAL_OPTIONS, style), style),
    ...titled("Examples", indented(examples), style),
  ].join("\n\n");
}

export function usageOf(command: Command): string {
  const places = command.positionals.map(({ name, optional, many }) => {
    const label = many ? `${name}...` : name;
    return optional ? `[${label}]` : label;
  });
  return [nameOf(command), ...places, ...(command.options.length > 0 ? ["[options]"] : [])].join(" ");
}

/** `-C, --directory DIR`, with dots if it may be repeated. */
export function optionLabel({ name, short, value, repeatable }: Option): string {
  const dashes = short === undefined ? `--${name}` : `-${short}, --${name}`;
  return `${dashes}${value === undefined ? "" : ` ${value}`}${repeatable ? "..." : ""}`;
}

function titled(title: string, lines: readonly string[], style: Style): string[] {
  return lines.length === 0 ? [] : [[style.bold(title), ...lines].join("\n")];
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}

/** Without the program's name, which would be on every line. */
function commandRows(commands: readonly Command[], style: Style): string[] {
  return rows(commands, style, (command) => [command.verb.name, command.verb.summary]);
}

function optionRows(options: readonly Option[], style: Style): string[] {
  return rows(options, style, (option) => [optionLabel(option), option.help]);
}

/** Two columns; the text of a label that is too wide starts on the next line. */
function rows<T>(items: readonly T[], style: Style, cells: (item: T) => readonly [string, string]): string[] {
  const pairs = items.map(cells);
  const width = widthFor(style);
  const most = Math.floor(width * 0.45);
  const column = Math.min(most, Math.max(0, ...pairs.map(([label]) => widthOf(label))) + 2);
  const indent = " ".repeat(column + 2);
  return pairs.map(([label, text]) => {
    const fits = widthOf(label) + 2 <= column;
    const start = fits ? `  ${padEnd(label, column)}` : `  ${label}\n${indent}`;
    const body = wrap(text, width - indent.length).replaceAll("\n", `\n${indent}`);
    return `${start}${body}`;
  });
}

function widthFor({ columns }: Style): number {
  return Math.min(columns ?? PIPE_WIDTH, WIDEST);
}
