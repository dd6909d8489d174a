/** The output of `setup`: what it found, imported and learned, and what to do next. */

import { count } from "../../core/text/wording.ts";
import type { Env } from "../call/environment.ts";
import type { Finding } from "../findings/finding.ts";
import { actionText, commandLine, homePath, labelledLines } from "../print/format.ts";
import { oneLine, type Style } from "../print/style.ts";
import type { Offer } from "./offers.ts";
import type { learnFromMachine, Survey } from "./survey-machine.ts";

type Learned = Awaited<ReturnType<typeof learnFromMachine>>;

/** The command that started the program: `npm start --` in a checkout, else `oldhand`. */
export function startedAs({ variables }: Pick<Env, "variables">): string {
  return variables.npm_lifecycle_event === "start" ? "npm start --" : "oldhand";
}

export function foundText(found: Survey, { style, env }: { style: Style; env: Env }): string {
  const { shells, histories, agents, sessions, trouble } = found;
  const kinds: [string, string[]][] = [
    ["shells", shells.map(({ title }) => title)],
    ["histories", histories.map(({ file, bytes }) => `${homePath(file, env.home)} (${sized(bytes)})`)],
    ["agents", agents.map(({ title }) => title)],
    ["sessions", sessions.map(({ agent, count }) => `${count} from ${agent}`)],
  ];
  const lines = [
    ...kinds.map(([kind, parts]) => (parts.length === 0 ? `no ${kind}` : `${kind}: ${parts.join(", ")}`)),
    ...(trouble === undefined ? [] : [trouble]),
  ];
  return [
    style.wrap(
      "Reading this machine's histories and sessions. Nothing is sent anywhere, and no settings change until you approve.",
    ),
    "",
    ...labelledLines("Found", lines, style),
  ].join("\n");
}

export function learnedText(learned: Learned, { style, pending }: { style: Style; pending: number }): string {
  const { history, sessions, extracted, leftAlone } = learned;
  const isNew = history.imported + sessions.imported + sessions.commands > 0;
  const skipped = history.skipped.reduce((sum, { count }) => sum + count, 0);
  const imported = [
    `${count(history.imported, "shell command")}${skipped > 0 ? `, ${skipped} skipped` : ""}`,
    `${count(sessions.sessions, "agent session")} with ${count(sessions.commands, "command")}`,
  ];
  const learnedLines = [
    `${count(extracted.remembered, "record")} from ${count(extracted.sessions, "session")}; ${count(pending, "pending suggestion")}`,
    ...leftLine(leftAlone.fresh, "skipped for now: possibly unfinished (memories.minRolloutIdleHours)"),
    ...leftLine(leftAlone.old, "not read yet: `oldhand learn` goes on with them"),
  ];
  return [
    ...labelledLines("Imported", isNew ? imported : ["nothing new since last time"], style),
    ...labelledLines("Learned", learnedLines, style),
  ].join("\n");
}

function leftLine(sessions: number, reason: string): string[] {
  return sessions === 0 ? [] : [`${count(sessions, "session")} ${reason}`];
}

export function nothingFoundText(style: Style, program: string): string {
  return style.wrap(
    `No shell history or agent sessions found. \`${program} sample add\` adds marked sample data to explore; \`${program} sample remove\` removes it.`,
  );
}

type Context = { readonly style: Style; readonly program: string; readonly env: Pick<Env, "home"> };

export function findingsText(findings: readonly Finding[], context: Context): string {
  const { style, program } = context;
  if (findings.length === 0)
    return style.wrap(`Nothing stands out in it yet. \`${program}\` alone shows it as soon as something does.`);
  const title = `Found in your history and sessions (${findings.length})`;
  return [context.style.bold(title), ...findings.map((one, at) => findingRow(one, at + 1, context))].join("\n");
}

/** Why it matters, and below it the command to keep it. */
function findingRow(
  { text, action, command, project }: Finding,
  number: number,
  { style, program, env }: Context,
): string {
  const head = `${number}  `;
  const indent = " ".repeat(head.length);
  const wrapped = (line: string): string => style.wrap(`${indent}${oneLine(line)}`, indent);
  const where = project === undefined ? "" : `In ${project.name}: `;
  const typed = { action, command: `${program} ${commandLine(command, env)}`, indent };
  return [`${style.bold(head)}${wrapped(`${where}${text}`).slice(indent.length)}`, actionText(typed, style)].join("\n");
}

type Closing = { readonly offers: readonly Offer[]; readonly hasSample: boolean; readonly isAsking: boolean };

/** If nobody was asked, lists the commands that the questions would have run. */
export function closingText({ offers, hasSample, isAsking }: Closing, style: Style, program: string): string {
  const open = isAsking ? [] : offers.filter(({ isDone, trouble }) => !isDone && trouble === undefined);
  return [
    ...(open.length === 0
      ? []
      : [
          style.bold("Nothing was connected. To connect:"),
          ...open.flatMap((offer) => offerLines(offer, { style, program })),
          "",
        ]),
    ...(hasSample ? [style.wrap(`Sample data is installed. Remove it with \`${program} sample remove\`.`)] : []),
    style.wrap(`Next: \`${program} suggestions\` lists pending suggestions, \`${program} help\` lists all commands.`),
  ].join("\n");
}

/** What to type, and below it what it brings. */
function offerLines({ command, settings, brings }: Offer, { style, program }: Omit<Context, "env">): string[] {
  const commands =
    settings === undefined ? [command] : Object.entries(settings).map((pair) => `config set ${pair.join(" ")}`);
  return [...commands.map((one) => `  ${program} ${one}`), style.dim(style.wrap(`    ${brings}`, "    "))];
}

function sized(bytes: number): string {
  if (bytes < 1024) return count(bytes, "byte");
  const inKb = bytes / 1024;
  return inKb < 1024 ? `${Math.round(inKb)} KB` : `${(inKb / 1024).toFixed(1)} MB`;
}
