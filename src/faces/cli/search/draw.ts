/** Draws the finder: one string per line of the screen, each cut to its width and free of control characters. */
import { isoTime } from "../../../core/base/clock.ts";
import type { FoundCommand, SearchMemory } from "../../../main/open-for-search.ts";
import { oneLine, padEnd, printable, type Style, widthOf } from "../../../verbs/print/style.ts";
import type { Finder } from "./finder.ts";

export type Screen = { readonly columns: number; readonly rows: number; readonly style: Style; readonly home: string };

export type Drawn = {
  readonly found: readonly FoundCommand[];
  readonly isSearching: boolean;
  readonly memory: Pick<SearchMemory, "session" | "saidBefore" | "titleOf" | "workflowsWith">;
  readonly nowMs: number;
};

const LEAST_ROWS_FOR_PREVIEW = 14;
const NARROW = 60;

/** How many lines of the list fit. */
export function listRows({ rows }: Pick<Screen, "rows">): number {
  return Math.max(1, rows - 3 - previewRows(rows));
}

function previewRows(rows: number): number {
  return rows < LEAST_ROWS_FOR_PREVIEW ? 0 : Math.min(9, Math.floor(rows / 3));
}

export function draw(finder: Finder, screen: Screen, drawn: Drawn): string[] {
  const { columns, rows, style } = screen;
  const selected = drawn.found[finder.selected];
  const body = listRows(screen);
  const input = finder.view === "edit" ? `edit > ${oneLine(finder.draft)}` : `> ${oneLine(finder.query)}`;
  const first = Math.max(0, Math.min(finder.selected - body + 1, drawn.found.length - body));
  const list =
    finder.view === "session" && selected !== undefined
      ? sessionLines(selected, finder, { screen, drawn, body })
      : drawn.found.slice(first, first + body).map((row, at) => {
          const isChosen = first + at === finder.selected;
          const line = cut(`${isChosen ? "> " : "  "}${rowText(row, screen, drawn)}`, columns);
          return isChosen ? style.bold(padEnd(line, columns)) : line;
        });
  if (list.length === 0) list.push(style.dim(drawn.isSearching ? "  Searching" : "  No matching commands."));
  const preview = selected === undefined ? [] : previewLines(selected, screen, drawn);
  const shown = [
    cutStart(input, columns),
    style.dim(cut(statusText(finder, drawn), columns)),
    ...padded(list, body),
    ...padded(preview, previewRows(rows)).map((line) => style.dim(cut(line, columns))),
    style.dim(cut(HELP, columns)),
  ];
  return shown.slice(0, rows);
}

const HELP = "Enter choose  Tab edit  ^O session  ^E here/everywhere  ^A me/agents  ^S worked  ^C leave";

function statusText({ place, whose, onlyWorked }: Finder, { found, isSearching }: Drawn): string {
  const count = `${found.length}${isSearching ? "+" : ""}`;
  return [count, place, whose, onlyWorked ? "only what worked" : "all results"].join(" | ");
}

function rowText(row: FoundCommand, { columns, home }: Screen, { memory, nowMs }: Drawn): string {
  const command = oneLine(row.command.slice(0, columns * 4));
  const when = padEnd(row.isTimed ? ago(nowMs - row.at) : "", 4);
  if (columns < NARROW) return `${when} ${command}`;
  const end = row.exitCode !== null ? (row.exitCode === 0 ? "ok" : String(row.exitCode)) : shortStatus(row.status);
  const took = row.durationMs === null ? "" : duration(row.durationMs);
  const where = padEnd(cutStart(oneLine(row.cwd.replace(home === "" ? /^$/ : home, "~")), 18), 18);
  const who = padEnd(row.actor === "agent" ? "agent" : "me", 5);
  const said = row.actor === "agent" ? memory.saidBefore(row) : undefined;
  const why = said === undefined ? "" : `  # ${oneLine(said).slice(0, 60)}`;
  return `${when} ${where} ${padEnd(end, 4)} ${padEnd(took, 5)} ${who} ${command}${why}`;
}

function shortStatus(status: FoundCommand["status"]): string {
  return { success: "ok", failure: "fail", interrupted: "stop", rejected: "no", unknown: "" }[status];
}

/** The command with its lines, the ones before and after it, its session and workflow. */
function previewLines(row: FoundCommand, { columns }: Screen, { memory }: Drawn): string[] {
  const session = memory.session(row.session);
  const at = session.findIndex(({ seq }) => seq === row.seq);
  const near = session.slice(Math.max(0, at - 2), at + 3).map(({ seq, command }) => {
    return `${seq === row.seq ? "* " : "  "}${oneLine(command.slice(0, columns * 2))}`;
  });
  const title = memory.titleOf(row.session);
  const said = row.actor === "agent" ? memory.saidBefore(row) : undefined;
  const workflow = memory.workflowsWith(row.command)[0];
  return [
    "-".repeat(columns),
    ...near,
    `${row.isTimed ? `${isoTime(row.at).slice(0, 16).replace("T", " ")} UTC, ` : ""}${title === undefined ? row.session : oneLine(title)}`,
    ...(said === undefined ? [] : [`said before: ${oneLine(said).slice(0, columns * 2)}`]),
    ...(workflow === undefined ? [] : [`workflow: ${workflow.map(oneLine).join(" -> ")}`]),
  ];
}

type Session = { readonly screen: Screen; readonly drawn: Drawn; readonly body: number };

function sessionLines(row: FoundCommand, { scrolled }: Finder, { screen, drawn, body }: Session): string[] {
  const lines = drawn.memory.session(row.session).flatMap((one) => {
    const [first = "", ...more] = printable(one.command).split("\n");
    const mark = one.seq === row.seq ? "* " : "  ";
    return [
      `${mark}${one.isTimed ? isoTime(one.at).slice(11, 16) : "     "} ${first}`,
      ...more.map((line) => `          ${line}`),
    ];
  });
  return lines.slice(Math.min(scrolled, Math.max(0, lines.length - body))).map((line) => cut(line, screen.columns));
}

function padded(lines: readonly string[], rows: number): string[] {
  return Array.from({ length: rows }, (_, at) => lines[at] ?? "");
}

/** Cut at whole characters, also wide ones. */
function cut(text: string, columns: number): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.slice(0, columns);
  let line = "";
  let width = 0;
  for (const char of text) {
    width += widthOf(char);
    if (width > columns) break;
    line += char;
  }
  return line;
}

/** The end of a text: where the typing is. */
function cutStart(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  return cut([...text].slice(-(columns - 1)).join(""), columns);
}

function ago(ms: number): string {
  const units: readonly (readonly [number, string])[] = [
    [31_536e6, "y"],
    [2_592e6, "mo"],
    [864e5, "d"],
    [36e5, "h"],
    [6e4, "m"],
  ];
  for (const [size, name] of units) if (ms >= size) return `${Math.floor(ms / size)}${name}`;
  return "now";
}

function duration(ms: number): string {
  if (ms < 1000) return `${ms}ms`;
  return ms < 60_000 ? `${Math.round(ms / 1000)}s` : `${Math.round(ms / 60_000)}m`;
}
