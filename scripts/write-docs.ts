// Generates docs/cli.md, docs/config.md and docs/risks.md from the tables of commands, settings and risk rules. A test checks
// that they are current.
import { writeFileSync } from "node:fs";
import { SETTINGS, settingKeys } from "../src/core/base/config.ts";
import { listOf } from "../src/core/text/wording.ts";
import { type Command, GLOBAL_OPTIONS, nameOf, type Option } from "../src/faces/cli/command.ts";
import { allNouns } from "../src/faces/cli/commands.ts";
import { optionLabel, usageOf } from "../src/faces/cli/help/help-text.ts";
import { RULES } from "../src/plan/risk/rules/all.ts";

export function references(): Map<string, string> {
  return new Map([
    ["docs/cli.md", cliReference()],
    ["docs/config.md", configReference()],
    ["docs/risks.md", riskReference()],
  ]);
}

function cliReference(): string {
  const parts = [
    "# The command line",
    "Generated from the declarations of the verbs in `src/verbs/`, like `oldhand help` and the completions.",
    "Every command accepts these options, before or after its name. `--` ends the options.",
    optionTable(GLOBAL_OPTIONS),
    'A glob as `--scope` means `--path`. With `--json` a command prints one JSON document with `schemaVersion: 1` to stdout and nothing else; messages go to stderr. An error is `{ "schemaVersion": 1, "error": { "code", "message" } }`.',
    table("exit code", EXIT_CODES),
    ...allNouns().flatMap(({ noun, commands }) => [`## ${noun}`, ...commands.map(commandPart)]),
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
  const { positionals, options, verb } = command;
  const { also, under, summary, notes = [], examples = [] } = verb;
  const places = positionals.map(({ name, help }): [string, string] => [name, help]);
  return [
    `### ${nameOf(command)}`,
    `\`\`\`\n${usageOf(command)}\n\`\`\``,
    summary,
    ...(also === undefined ? [] : [`The same: ${listOf(also.map((name) => `\`${`oldhand ${name}`.trim()}\``))}.`]),
    ...(under === undefined ? [] : [`\`oldhand ${under}\` does this too.`]),
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

function configReference(): string {
  const rows = settingKeys().map((key) => {
    const { fallback, says, unit }: { fallback: unknown; says: string; unit?: string } = SETTINGS[key];
    const value = fallback === "" ? "empty" : Array.isArray(fallback) ? "none" : `\`${String(fallback)}\``;
    return `- **\`${key}\`** (${value}${unit === undefined ? "" : ` ${unit}`}): ${says}`;
  });
  return `# Settings

Settings are in \`config.yml\`: under \`OLDHAND_HOME\` if that is set, else in \`~/.config/oldhand/\`. \`oldhand config set KEY
VALUE\` writes them and keeps your comments and their order; \`oldhand config list\` shows every value and where it comes from.
Defaults are given in brackets. \`OLDHAND_OFF=1\` (any value but \`0\`) in the environment switches live capture and hooks off.

\`\`\`yaml
memories:
  enabled: true
review: low
\`\`\`

${rows.join("\n")}
`;
}

function riskReference(): string {
  const parts = (["high", "medium", "low"] as const).flatMap((risk) => {
    const rules = RULES.filter((rule) => rule.risk === risk);
    const rows = rules.map(({ name, touches, says }) => `| \`${name}\` | ${touches.join(", ")} | ${says} |`);
    return [
      `## ${risk[0]!.toUpperCase()}${risk.slice(1)}`,
      ["| rule | touches | what it says |", "| --- | --- | --- |", ...rows].join("\n"),
    ];
  });
  return `# Risk rules

Generated from the table of rules in \`src/plan/risk/rules/\`. [Planning](planning.md#risk) says how they are used. A reason names its
command, unless that is the entire line. More findings come from the machine, all medium: \`not-covered\` names code that an approval
does not cover, \`not-on-path\` a word that is not a program, \`no-such-target\` a script or target that no file here defines, and
\`not-of-this-project\` a build tool of a model's answer that this project does not use.

${parts.join("\n\n")}
`;
}

if (import.meta.main) for (const [path, text] of references()) writeFileSync(path, text);
