/** Help, made from the table: all commands, one group, or one command. */
import { type Command, nameOf, type Option } from "./command.ts";
import { commandsUnder, SECTIONS } from "./commands.ts";
import type { Page } from "./page.ts";
import { GLOBAL_OPTIONS } from "./table/options.ts";
import { padEnd, widthOf, wrap } from "./text-width.ts";

const WIDEST = 100;
const IN_A_PIPE = 80;

export function overview(page: Page): string {
  const sections = SECTIONS.map(({ title, commands }) => [page.bold(title), ...commandRows(commands, page)].join("\n"));
  return [
    wrap(
      "oldhand keeps what lasts, for you and for your coding agents, and hands the right few lines to the next session.",
      widthFor(page),
    ),
    [page.bold("First steps"), ...FIRST_STEPS.map((step) => `  ${step}`)].join("\n"),
    ...sections,
    [page.bold("Every command takes"), ...optionRows(GLOBAL_OPTIONS, page)].join("\n"),
    "`oldhand help COMMAND` says more about one of them.",
  ].join("\n\n");
}

export const FIRST_STEPS = [
  "oldhand setup",
  'oldhand record add "We use pnpm, never npm"',
  "oldhand recall which package manager",
  "oldhand record list",
] as const;

export function groupHelp(words: readonly string[], page: Page): string {
  const commands = commandsUnder(words);
  return [
    `${page.bold("Usage:")} oldhand ${words.join(" ")} COMMAND`,
    commandRows(commands, page).join("\n"),
    wrap(`\`oldhand help ${words.join(" ")} COMMAND\` says more about one of them.`, widthFor(page)),
  ].join("\n\n");
}

export function commandHelp(command: Command, page: Page): string {
  const { positionals = [], options = [], examples = [], notes = [] } = command;
  const width = widthFor(page);
  const titled = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [[page.bold(title), ...lines].join("\n")];
  return [
    `${page.bold("Usage:")} ${usageOf(command)}`,
    wrap(command.summary, width),
    ...notes.map((note) => wrap(note, width)),
    ...titled(
      "Arguments",
      rows(
        positionals.map(({ name, says }) => [name, says]),
        page,
      ),
    ),
    ...titled("Options", optionRows(options, page)),
    ...titled("Every command takes", optionRows(GLOBAL_OPTIONS, page)),
    ...titled(
      "Examples",
      examples.map((example) => `  ${example}`),
    ),
  ].join("\n\n");
}

export function usageOf(command: Command): string {
  const places = (command.positionals ?? []).map(({ name, optional, many }) => {
    const shown = many ? `${name}...` : name;
    return optional ? `[${shown}]` : shown;
  });
  return [nameOf(command), ...places, ...((command.options ?? []).length > 0 ? ["[options]"] : [])].join(" ");
}

/** `-C, --directory DIR`, with dots where it may stand more than once. */
export function optionLabel({ name, short, value, repeatable }: Option): string {
  const dashes = short === undefined ? `--${name}` : `-${short}, --${name}`;
  return `${dashes}${value === undefined ? "" : ` ${value}`}${repeatable ? "..." : ""}`;
}

/** Without the program's name, which every line would repeat. */
function commandRows(commands: readonly Command[], page: Page): string[] {
  return rows(
    commands.map((command) => [command.words.join(" ") || nameOf(command), command.summary]),
    page,
  );
}

function optionRows(options: readonly Option[], page: Page): string[] {
  return rows(
    options.map((option) => [optionLabel(option), option.says]),
    page,
  );
}

/** Two columns; a label that is too wide for its column has its sentence on the next line. */
function rows(pairs: readonly (readonly [label: string, says: string])[], page: Page): string[] {
  const width = widthFor(page);
  const most = Math.floor(width * 0.45);
  const column = Math.min(most, Math.max(0, ...pairs.map(([label]) => widthOf(label))) + 2);
  const indent = " ".repeat(column + 2);
  return pairs.map(([label, says]) => {
    const fits = widthOf(label) + 2 <= column;
    const start = fits ? `  ${padEnd(label, column)}` : `  ${label}\n${indent}`;
    const body = wrap(says, width - indent.length).replaceAll("\n", `\n${indent}`);
    return `${start}${body}`;
  });
}

function widthFor({ columns }: Page): number {
  return Math.min(columns ?? IN_A_PIPE, WIDEST);
}
