/** Formats dates, counts, lists, percentages and records for people. */
import { DAY_MS, HOUR_MS, parseTime } from "../../core/base/clock.ts";
import { kindOf, lastStated, type MemoryRecord } from "../../core/record/record.ts";
import { count } from "../../core/text/wording.ts";
import type { FileChange } from "../../system/install/installation.ts";
import type { RecordJson } from "./json.ts";
import { oneLine, padEnd, printable, type Style, widthOf } from "./style.ts";

export function recordRow(record: RecordJson, style: Style): string {
  const { id, scope, status, text } = record;
  const [kind, day] = [kindOf(record), dayOf(lastStated(record))];
  // Of another project; here the scope says enough.
  const where = record.projectName === undefined ? scope : `in ${record.projectName}`;
  const author = record.author === undefined ? "" : `by ${printable(record.author)}`;
  const facts = [kind, where, status === "active" ? "" : status, author, day];
  return row({ id, facts, text: printable(text), inPipe: [id, kind, scope, status, day, oneLine(text)] }, style);
}

type Row = {
  readonly id: string;
  readonly facts: readonly string[];
  readonly text: string;
  /** The columns in a pipe. */
  readonly inPipe: readonly string[];
};

/** The id with a few facts, and the text on the next line; in a pipe one line with tabs, for grep and cut. */
export function row({ id, facts, text, inPipe }: Row, style: Style): string {
  if (style.columns === undefined) return inPipe.join("\t");
  const shown = facts.filter((fact) => fact !== "").join(", ");
  const wrapped = style.wrap(`${id} ${shown}`, "  ");
  const head = `${style.bold(id)}${style.dim(wrapped.slice(id.length))}`;
  return text === "" ? head : `${head}\n${style.wrap(`  ${text}`, "  ")}`;
}

/** "rec_… (policy, project)" */
export function recordName(record: Pick<MemoryRecord, "id" | "habit" | "type" | "scope">): string {
  return `${record.id} (${kindOf(record)}, ${record.scope})`;
}

export function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

export function skippedLines(skipped: readonly { readonly reason: string; readonly count: number }[]): string[] {
  return skipped.map(({ reason, count }) => `Skipped ${count}: ${reason}`);
}

/** The text of an answer of several lines, each wrapped with an indent. */
export function wrappedLines(lines: readonly string[]): (style: Style) => string {
  return (style) => lines.map((line) => style.wrap(line, "  ")).join("\n");
}

/** A path as people write it: `~` for their home. */
export function homePath(file: string, home: string | undefined): string {
  return printable(home !== undefined && file.startsWith(`${home}/`) ? `~${file.slice(home.length)}` : file);
}

/** Where the pending suggestions are, or that there are none. */
export function pendingText(pending: number): string {
  return pending === 0 ? "No pending suggestions." : `${count(pending, "pending suggestion")}: oldhand suggestions`;
}

/** The lines in a column, with a bold label before the first. */
export function labelledLines(label: string, lines: readonly string[], style: Style): string[] {
  const margin = " ".repeat(LABEL_WIDTH);
  return lines.map((line, at) => {
    const body = style.wrap(margin + printable(line), margin).slice(LABEL_WIDTH);
    return `${at === 0 ? style.bold(label.padEnd(LABEL_WIDTH)) : margin}${body}`;
  });
}

const LABEL_WIDTH = 9;

/** One line for each fact that has a value, with its name in a column. */
export function factLines(facts: readonly (readonly [string, string | undefined])[], style: Style): string[] {
  return facts.flatMap(([name, fact]) =>
    fact === undefined || fact === "" ? [] : [style.wrap(`${name.padEnd(FACT_WIDTH)}${oneLine(fact)}`, FACT_INDENT)],
  );
}

const FACT_WIDTH = 12;
const FACT_INDENT = " ".repeat(FACT_WIDTH);

/** Rows in columns; if they do not fit, each row takes several lines. Not in a terminal: tabs, for other programs. */
export function tableText(rows: readonly (readonly string[])[], style: Style): string {
  const { columns } = style;
  if (columns === undefined) return rows.map((row) => row.filter((cell) => cell !== "").join("\t")).join("\n");
  const widths = rows.reduce<number[]>(
    (most, row) => row.map((cell, at) => Math.max(most[at] ?? 0, widthOf(cell))),
    [],
  );
  const isWide = widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length) > columns;
  return rows
    .map((row) => {
      const cells = isWide ? row.filter((cell) => cell !== "") : row.map((cell, at) => padEnd(cell, widths[at]!));
      const [first = "", ...rest] = isWide ? cellLines(cells, columns) : [cells.join(GAP).trimEnd()];
      const name = cells[0]?.trimEnd() ?? "";
      return [style.bold(name) + first.slice(name.length), ...rest.map((line) => style.wrap(line, GAP))].join("\n");
    })
    .join("\n");
}

/** As many cells on a line as fit, never half of one. */
function cellLines([first = "", ...cells]: readonly string[], columns: number): string[] {
  const lines = [first];
  for (const cell of cells) {
    const longer = `${lines.at(-1)}${GAP}${cell}`;
    if (widthOf(longer) <= columns) lines[lines.length - 1] = longer;
    else lines.push(GAP + cell);
  }
  return lines;
}

const GAP = "  ";

export function dayOf(iso: string): string {
  return iso.slice(0, 10);
}

/** "2026-01-31 09:30" */
export function minuteOf(iso: string): string {
  return iso.slice(0, 16).replace("T", " ");
}

export function ago(iso: string, nowMs: number): string {
  const ms = nowMs - (parseTime(iso) ?? nowMs);
  if (ms < HOUR_MS) return ms < 120_000 ? "just now" : `${count(Math.floor(ms / 60_000), "minute")} ago`;
  if (ms < DAY_MS) return `${count(Math.floor(ms / HOUR_MS), "hour")} ago`;
  return `${count(Math.floor(ms / DAY_MS), "day")} ago`;
}

/** A command as it has to be typed; what is in the person's home is short. */
export function commandLine(words: readonly string[], { home }: { readonly home?: string | undefined }): string {
  const typed = (word: string): string =>
    home !== undefined && word.startsWith(`${home}/`) ? `~/${shellWord(word.slice(home.length + 1))}` : shellWord(word);
  return words.map(typed).join(" ");
}

type Action = { readonly action: string; readonly command: string; readonly indent: string };

/** What to do and the command for it. A command is never broken into lines, so that it can be copied. */
export function actionText({ action, command, indent }: Action, style: Style): string {
  const line = `${indent}${action}: ${oneLine(command)}`;
  const fits = style.columns === undefined || line.length <= style.columns;
  return style.dim(fits ? line : `${style.wrap(`${indent}${action}:`, indent)}\n${indent}${oneLine(command)}`);
}

/** As it has to be typed. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

export type ChangedLines = { readonly removed: readonly string[]; readonly added: readonly string[] };

export function changedLines({ before, after }: Pick<FileChange, "before" | "after">): ChangedLines {
  const [old, now] = [fileLines(before), fileLines(after)];
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  return { removed: old.slice(start, old.length - end), added: now.slice(start, now.length - end) };
}

function fileLines(text: string | undefined): string[] {
  return text === undefined ? [] : text.replace(/\n$/, "").split("\n");
}
