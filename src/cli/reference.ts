/** The reference of the command line as a document, made from the table. */
import { type Command, nameOf, type Option } from "./command.ts";
import type { Section } from "./commands.ts";
import { optionLabel, usageOf } from "./help.ts";
import { GLOBAL_OPTIONS } from "./table/options.ts";

export function cliReference(sections: readonly Section[]): string {
  const parts = [
    "# The command line",
    "Made from the table in `src/cli/`, which also makes `oldhand help` and the completions.",
    "Every command takes these options, before or after its name. `--` ends the options.",
    optionTable(GLOBAL_OPTIONS),
    'A glob given as scope means `--path`. With `--json` a command prints one document with `schemaVersion: 1` on stdout and nothing else there; notes go to stderr. A failure is `{ "schemaVersion": 1, "error": { "code", "message" } }`.',
    table("exit code", EXIT_CODES),
    ...sections.flatMap(({ title, commands }) => [`## ${title}`, ...commands.map(commandPart)]),
  ];
  return `${parts.join("\n\n")}\n`;
}

const EXIT_CODES = [
  ["0", "done"],
  ["1", "failed"],
  ["2", "wrong usage"],
  ["3", "not found"],
] as const;

function commandPart(command: Command): string {
  const { summary, notes = [], positionals = [], options = [], examples = [] } = command;
  const places = positionals.map(({ name, says }): [string, string] => [name, says]);
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
    options.map((option): [string, string] => [optionLabel(option), option.says]),
  );
}

/** Columns stand under each other, as the formatter of this repository wants them. */
function table(head: string, rows: readonly (readonly [string, string])[]): string {
  const piped = (text: string): string => text.replaceAll("|", "\\|");
  const cells = [[head, ""], ...rows.map(([label, says]) => [`\`${piped(label)}\``, piped(says)])];
  const widths = [0, 1].map((at) => Math.max(3, ...cells.map((row) => row[at]!.length)));
  const line = (row: readonly string[]): string => `| ${row.map((cell, at) => cell.padEnd(widths[at]!)).join(" | ")} |`;
  const [title = [], ...others] = cells;
  return [line(title), line(widths.map((width) => "-".repeat(width))), ...others.map(line)].join("\n");
}
