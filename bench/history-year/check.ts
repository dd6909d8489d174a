/** Counts a year again, in the plainest way, and says where it differs from the account of what was planted. */
import { readZshHistory } from "../../src/capture/history/shell-files.ts";
import { parseLine } from "../../src/core/command/steps.ts";
import type { Year } from "./generate.ts";
import { isOver, type Named, type Planted, tallies } from "./ledger.ts";

export type Checked = { readonly counted: number; readonly faults: readonly string[] };

export function checkYear(year: Year): Checked {
  const own = ownLines(year);
  const inFile = fileLines(year);
  return {
    counted: own.length + inFile.length,
    faults: [
      ...inFile.flatMap(({ command }, at) =>
        command === year.events[at]?.command ? [] : [`history line ${at} differs`],
      ),
      ...differences("events", recount(own), year.planted),
      ...differences("history", recount(inFile), year.inFile),
    ],
  };
}

type Line = {
  readonly command: string;
  readonly session: string;
  readonly startMs: number;
  readonly isFailure: boolean;
  readonly cwd?: string;
  readonly project?: string;
};

function ownLines({ events }: Year): Line[] {
  return events.map(({ command, session, startMs = 0, status, cwd = "" }) => {
    const project = /^\/home\/me\/code\/[^/]+/.exec(cwd)![0];
    return { command, session, startMs, cwd, project, isFailure: status !== "success" };
  });
}

/** The file has no session ids, so pauses separate the sessions. */
function fileLines({ zshHistory }: Year): Line[] {
  let [session, lastMs] = [0, 0];
  return [...readZshHistory([Buffer.from(zshHistory)])].map((entry) => {
    if (!("command" in entry)) throw new Error("the history has a line that cannot be read");
    const { command, startMs = 0 } = entry;
    if (startMs - lastMs > LONGEST_GAP_MS * 2) session += 1;
    lastMs = startMs;
    return { command, session: `file ${session}`, startMs, isFailure: false };
  });
}

const LONGEST_GAP_MS = 30 * 60_000;

type Ran = Line & { readonly family: string };

function recount(lines: readonly Line[]): Planted[] {
  const counts = tallies();
  const rows = new Map<string, Ran[]>();
  for (const line of lines) {
    const { session, cwd, isFailure } = line;
    if (cwd !== undefined && !isFailure) counts.add({ kind: "directory", directory: cwd }, session);
    for (const { family, isTrivial } of parseLine(line.command)) {
      if (family === undefined || isTrivial) continue;
      if (!isFailure) counts.add({ kind: "recurring", ...inProject(line), family }, session);
      const row = rows.get(session) ?? [];
      rows.set(session, row);
      row.push({ ...line, family });
    }
  }
  for (const row of rows.values()) for (const found of sequencesIn(row)) counts.add(found.item, found.session);
  const over = counts.list().filter(isOver);
  return over.filter((item) => !over.some((other) => isPairOf(item, other)));
}

const inProject = ({ project }: Line) => (project === undefined ? {} : { project });

function sequencesIn(row: readonly Ran[]): { readonly item: Named; readonly session: string }[] {
  const found: { item: Named; session: string }[] = [];
  for (const length of [3, 2]) {
    const free = new Map<string, number>();
    const tried = row.filter(({ family, isFailure }, at) => !isFailure || row[at + 1]?.family !== family);
    for (let at = 0; at + length <= tried.length; at += 1) {
      const window = tried.slice(at, at + length);
      const families = window.map(({ family }) => family);
      const isClose = window.every(({ startMs }, n) => n === 0 || startMs - window[n - 1]!.startMs <= LONGEST_GAP_MS);
      const isPlain = new Set(families).size === length && new Set(window.map(({ project }) => project)).size === 1;
      const key = families.join("\n");
      if (!isClose || !isPlain || window.some(({ isFailure }) => isFailure) || (free.get(key) ?? 0) > at) continue;
      free.set(key, at + length);
      found.push({ item: { kind: "sequence", ...inProject(window[0]!), families }, session: window[0]!.session });
    }
  }
  return found;
}

/** Pairs within a found triple are not suggested. */
function isPairOf(item: Planted, other: Planted): boolean {
  if (item.kind !== "sequence" || other.kind !== "sequence") return false;
  if (item.families.length !== 2 || other.families.length !== 3 || item.project !== other.project) return false;
  const [first, second, third] = other.families;
  const pair = item.families.join("\n");
  return pair === `${first}\n${second}` || pair === `${second}\n${third}`;
}

function differences(where: string, found: readonly Planted[], expected: readonly Planted[]): string[] {
  const [one, other] = [found, expected].map((items) => new Set(items.map((item) => JSON.stringify(item))));
  const missing = [...other!].filter((text) => !one!.has(text));
  const surplus = [...one!].filter((text) => !other!.has(text));
  return [
    ...missing.map((text) => `${where}: planted and not counted: ${text}`),
    ...surplus.map((text) => `${where}: counted and not planted: ${text}`),
  ];
}
