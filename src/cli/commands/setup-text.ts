/** What `setup` says: what it found, took in and learned, and what comes next. */
import type { Env } from "../../context/environment.ts";
import { oneLine, type Page, shown } from "../page.ts";
import { counted } from "../say.ts";
import type { Findings, Found, Learned } from "./setup.ts";
import type { Offer } from "./setup-offers.ts";

/** As the person started it: from a checkout there is no program of that name. */
export function programName({ variables }: Pick<Env, "variables">): string {
  return variables.npm_lifecycle_event === "start" ? "npm start --" : "oldhand";
}

export function inHome(file: string, { home }: Pick<Env, "home">): string {
  return shown(home !== undefined && file.startsWith(`${home}/`) ? `~${file.slice(home.length)}` : file);
}

export function foundText(found: Found, { page, env }: { page: Page; env: Env }): string {
  const { shells, histories, agents, sessions, trouble } = found;
  const total = sessions.reduce((sum, { count }) => sum + count, 0);
  const lines = [
    listed(
      shells.length,
      "shell",
      shells.map(({ title }) => title),
    ),
    listed(
      histories.length,
      ["history", "histories"],
      histories.map(({ file, bytes }) => `${inHome(file, env)} (${sized(bytes)})`),
    ),
    listed(
      agents.length,
      "agent",
      agents.map(({ title }) => title),
    ),
    listed(
      total,
      "session",
      sessions.map(({ agent, count }) => `${count} of ${agent}`),
    ),
    ...(trouble === undefined ? [] : [trouble]),
  ];
  return [
    page.wrapped("Looking at this machine. Nothing leaves it, and nothing of yours is changed without a yes."),
    "",
    ...labelled("Found", lines, page),
  ].join("\n");
}

export function learnedText(learned: Learned, { page, pending }: { page: Page; pending: number }): string {
  const { history, sessions, extracted, leftAlone } = learned;
  const isNew = history.imported + sessions.imported + sessions.commands > 0;
  const passed = history.skipped.reduce((sum, { count }) => sum + count, 0);
  const taken = [
    `${counted(history.imported, "command")} of shells${passed > 0 ? `, ${passed} passed over` : ""}`,
    `${counted(sessions.imported, "piece")} of ${counted(sessions.sessions, "session")}, ${counted(sessions.commands, "command")} of agents`,
  ];
  const kept = [
    `${counted(extracted.remembered, "record")} from ${counted(extracted.sessions, "session")}; ${counted(pending, "suggestion")} to decide`,
    ...leftLine(leftAlone.fresh, "may still go on: later (memories.minRolloutIdleHours)"),
    ...leftLine(leftAlone.old, "long past: found by recall only (memories.maxRolloutAgeDays)"),
  ];
  return [
    ...labelled("Took in", isNew ? taken : ["nothing new since the last time"], page),
    ...labelled("Learned", kept, page),
  ].join("\n");
}

function leftLine(count: number, says: string): string[] {
  return count === 0 ? [] : [`${counted(count, "session")} ${says}`];
}

export function nothingText(page: Page, program: string): string {
  return page.wrapped(
    `There is no shell history and no agent session here to learn from. \`${program} sample add\` puts in sample data, clearly marked, to look around; \`${program} sample remove\` takes it out again.`,
  );
}

type Naming = { readonly page: Page; readonly program: string };

export function findingsText(findings: Findings, naming: Naming): string {
  if (findings.length === 0) return "";
  const title =
    findings.length === 1
      ? "The most useful thing it learned"
      : `The ${WORDS[findings.length] ?? findings.length} most useful things it learned`;
  return [naming.page.bold(title), ...findings.map((one, at) => findingRow(one, at + 1, naming))].join("\n");
}

function findingRow(
  { kind, text, why, confidence, project, id, isSuggestion }: Findings[number],
  number: number,
  { page, program }: Naming,
): string {
  const head = `${number}  ${kind.padEnd(KIND_WIDTH)}`;
  const indent = " ".repeat(head.length);
  const wrapped = (line: string): string => page.wrapped(`${indent}${oneLine(line)}`, indent);
  const where = project === undefined ? "" : `in ${project.name}: `;
  const next = isSuggestion
    ? `${Math.round(confidence * 100)} % sure; keep it with \`${program} suggestions accept ${id}\``
    : id;
  return [
    `${page.bold(head)}${wrapped(text).slice(indent.length)}`,
    page.dim(wrapped(`${where}${why.replace(/\.$/, "")}; ${next}`)),
  ].join("\n");
}

type Closing = { readonly offers: readonly Offer[]; readonly hasSample: boolean; readonly isAsking: boolean };

/** Where nobody was asked, what could have been said yes to is named. */
export function closingText({ offers, hasSample, isAsking }: Closing, page: Page, program: string): string {
  const open = isAsking ? [] : offers.filter(({ isDone, trouble }) => !isDone && trouble === undefined);
  return [
    ...(open.length === 0
      ? []
      : [
          page.bold("Wired nothing; each of these does one part"),
          ...open.map(({ command }) => `  ${program} ${command}`),
          "",
        ]),
    ...(hasSample ? [page.wrapped(`Sample data is here: \`${program} sample remove\` takes it out.`)] : []),
    page.wrapped(`\`${program} suggestions\` is what waits for your word; \`${program} help\` is everything else.`),
  ].join("\n");
}

const KIND_WIDTH = 10;
const LABEL_WIDTH = 9;
const WORDS: Readonly<Record<number, string>> = { 2: "two", 3: "three", 4: "four", 5: "five" };

function labelled(label: string, lines: readonly string[], page: Page): string[] {
  const margin = " ".repeat(LABEL_WIDTH);
  return lines.map((line, at) => {
    const body = page.wrapped(margin + line, margin).slice(LABEL_WIDTH);
    return `${at === 0 ? page.bold(label.padEnd(LABEL_WIDTH)) : margin}${body}`;
  });
}

function listed(count: number, name: string | readonly [one: string, many: string], parts: readonly string[]): string {
  const [one, many] = typeof name === "string" ? [name, `${name}s`] : name;
  return count === 0 ? `no ${one}` : `${counted(count, one, many)}: ${parts.join(", ")}`;
}

function sized(bytes: number): string {
  if (bytes < 1024) return counted(bytes, "byte");
  const inKb = bytes / 1024;
  return inKb < 1024 ? `${Math.round(inKb)} KB` : `${(inKb / 1024).toFixed(1)} MB`;
}
