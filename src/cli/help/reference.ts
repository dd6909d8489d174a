/** Generates docs/cli.md from the command table. */
import { type Command, nameOf, type Option } from "../command.ts";
import type { Section } from "../table/all-commands.ts";
import { GLOBAL_OPTIONS } from "../table/options.ts";
import { optionLabel, usageOf } from "./help-text.ts";

export function cliReference(sections: readonly Section[]): string {
  const parts = [
    "# The command line",
    "Generated from the table in `src/cli/table/`, like `oldhand help` and the completions.",
    "Every command accepts these options, before or after its name. `--` ends the options.",
    optionTable(GLOBAL_OPTIONS),
    'A glob as `--scope` means `--path`. With `--json` a command prints one JSON document with `schemaVersion: 1` to stdout and nothing else; messages go to stderr. An error is `{ "schemaVersion": 1, "error": { "code", "message" } }`.',
    table("exit code", EXIT_CODES),
    ...sections.flatMap(({ title, commands }) => [`## ${title}`, ...commands.map(commandPart)]),
  ];
  return `${parts.join("\n\n")}\n`;
}

const EXIT_CODES = [
  ["0", "success"],
  ["1", "failure"],
  ["2", "wrong usage"],
  ["3", "not found"],
] as const;

function commandPart(command: Command): string {
  const { summary, notes = [], positionals = [], options = [], examples = [] } = command;
  const places = positionals.map(({ name, help }): [string, string] => [name, help]);
  return [
    `### ${nameOf(command)}`,
    `\`\`\`\n${usageOf(command)}\n\`\`\``,
    summary,
    ...notes,
    ...(places.length > 0 ? [table("argument", places)] : []),
    ...(options.length > 0 ? [optionTable(options)] : []),
    ...(examples.length > 0 ? [`\`\`\`sh\n${examples.join("\n")}\n\`\`\``] : []),
  ].join("\n\n");
}

function optionTable(options: readonly Option[]): string {
  return table(
    "option",
    options.map((option): [string, string] => [optionLabel(option), option.help]),
  );
}

/** Padded columns, as this repository's formatter expects. */
function table(head: string, rows: readonly (readonly [string, string])[]): string {
  const piped = (cell: string): string => cell.replaceAll("|", "\\|");
  const cells = [[head, ""], ...rows.map(([label, text]) => [`\`${piped(label)}\``, piped(text)])];
  const widths = [0, 1].map((at) => Math.max(3, ...cells.map((row) => row[at]!.length)));
  const line = (row: readonly string[]): string => `| ${row.map((cell, at) => cell.padEnd(widths[at]!)).join(" | ")} |`;
  const [title = [], ...others] = cells;
  return [line(title), line(widths.map((width) => "-".repeat(width))), ...others.map(line)].join("\n");
}
