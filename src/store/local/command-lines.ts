/** The person's command lines, each once for a project and directory, with how often it was run and how that went. Rebuilt at will. */
import { nameMark } from "../../core/base/hash.ts";
import type { NumberedEvent } from "../../core/event/habit-step.ts";
import type { Asked, KnownCommand } from "../../core/plan/material.ts";
import { indexText } from "../../core/text/words.ts";
import { type Database, getMeta, setMeta } from "./database.ts";

/** An event with what it would be called; an empty family is nobody's answer. */
export type CountedLine = { readonly event: NumberedEvent; readonly family: string };

export type CommandLines = {
  /** The number of the last event that was taken in. */
  consumed(): number;
  add(lines: readonly CountedLine[], upTo: number): void;
  /** Counts one command line anew from the history, since an event of it was told again or is gone. */
  recount(line: CountedLine): void;
  clear(): void;
  find(ask: LineQuery): KnownCommand[];
  /** What was planned before, and what the person said to it; the latest first. */
  asked(limit: number): Asked[];
};

export type LineQuery = {
  /** Words that an answer may hold; letters and digits only. */
  readonly words: readonly string[];
  /** Empty outside of every project: then the directory is all there is. */
  readonly project: string;
  readonly cwd: string;
};

const LONGEST_LINE = 400;
const MOST_WORDS = 200;
const BY_WORDS = 120;
const BY_USE = 60;
const ELSEWHERE = 60;

export function commandLinesOf(index: Database, state: Database): CommandLines {
  const consumed = () => Number(getMeta(index, "lines_seq") ?? 0);
  return {
    consumed,
    add(lines, upTo) {
      for (const { event } of lines) putAsked(index, event);
      for (const one of sums(lines)) putLine(index, one);
      setMeta(index, "lines_seq", String(upTo));
    },
    recount({ event, family }) {
      putAsked(index, event);
      dropLines(index, event.command);
      if (isAnswer(event.command, family))
        for (const one of fromHistory(state, event.command, consumed())) putLine(index, { ...one, family });
    },
    clear() {
      for (const table of ["lines", "line_words", "asked"]) index.sql(`DELETE FROM ${table}`).run();
      setMeta(index, "lines_seq", "0");
    },
    find: (ask) => find(index, ask),
    asked: (limit) =>
      index
        .sql("SELECT request, command, answer, at FROM asked ORDER BY at DESC LIMIT ?")
        .all(limit)
        .map((row) => ({
          request: String(row.request),
          command: String(row.command),
          answer: row.answer as Asked["answer"],
          atMs: Number(row.at),
        })),
  };
}

type Line = {
  readonly command: string;
  readonly project: string;
  readonly cwd: string;
  readonly family: string;
  readonly n: number;
  readonly successes: number;
  /** 0 without times. */
  readonly lastAt: number;
  readonly lastExit: number | null;
};

function isAnswer(command: string, family: string): boolean {
  return family !== "" && command.length <= LONGEST_LINE;
}

/** Each line of a batch is written once. */
function sums(lines: readonly CountedLine[]): Line[] {
  const byPlace = new Map<string, Line>();
  for (const { event, family } of lines) {
    if (event.actor !== "person" || event.status === "rejected" || !isAnswer(event.command, family)) continue;
    const { command, project = "", cwd = "", startMs: lastAt = 0, status, exitCode } = event;
    const place = [command, project, cwd].join("\0");
    const known = byPlace.get(place);
    const isLater = known === undefined || lastAt >= known.lastAt;
    const last = isLater ? { lastAt, lastExit: exitOf(status, exitCode) } : known;
    byPlace.set(place, {
      ...{ command, project, cwd, family },
      n: (known?.n ?? 0) + 1,
      successes: (known?.successes ?? 0) + (status === "success" ? 1 : 0),
      lastAt: last.lastAt,
      lastExit: last.lastExit,
    });
  }
  return [...byPlace.values()];
}

/** Some sources tell that it went well, and no number. */
function exitOf(status: string, exitCode: number | undefined): number | null {
  return exitCode ?? (status === "success" ? 0 : null);
}

function putLine(index: Database, line: Line): void {
  const { command, project, cwd, family, n, successes, lastAt, lastExit } = line;
  const put = index.sql(
    `INSERT INTO lines (mark, command, project, cwd, family, n, successes, last_at, last_exit) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (mark, project, cwd, command) DO UPDATE SET
       n = n + excluded.n, successes = successes + excluded.successes,
       last_exit = CASE WHEN excluded.last_at >= last_at THEN excluded.last_exit ELSE last_exit END,
       last_at = max(last_at, excluded.last_at)
     RETURNING row, n`,
  );
  const kept = put.get(nameMark(command), command, project, cwd, family, n, successes, lastAt, lastExit);
  if (Number(kept?.n) !== n) return;
  const words = `${shelfWord(project)} ${indexText(command)}`;
  index.sql("INSERT INTO line_words (rowid, words) VALUES (?, ?)").run(Number(kept?.row), words);
}

function dropLines(index: Database, command: string): void {
  const gone = index
    .sql("DELETE FROM lines WHERE mark = ? AND command = ? RETURNING row")
    .all(nameMark(command), command);
  for (const { row } of gone) index.sql("DELETE FROM line_words WHERE rowid = ?").run(Number(row));
}

/** Up to the last event that was taken in: the next ones are still to come. */
function fromHistory(state: Database, command: string, upTo: number): Omit<Line, "family">[] {
  return state
    .sql(
      `SELECT coalesce(project, '') AS project, coalesce(cwd, '') AS cwd, count(*) AS n,
         count(*) FILTER (WHERE status = 'success') AS successes,
         max(CASE is_timed WHEN 1 THEN at ELSE 0 END) AS last_at, exit_code, status
       FROM events WHERE mark = ? AND command = ? AND seq <= ? AND actor = 'person' AND status <> 'rejected' GROUP BY 1, 2`,
    )
    .all(nameMark(command), command, upTo)
    .map((row) => ({
      command,
      project: String(row.project),
      cwd: String(row.cwd),
      n: Number(row.n),
      successes: Number(row.successes),
      lastAt: Number(row.last_at),
      lastExit: exitOf(String(row.status), row.exit_code === null ? undefined : Number(row.exit_code)),
    }));
}

/** What was edited before it was run is a word against the proposal and for the edit. */
function putAsked(index: Database, { id, request, command, proposed, status, startMs = 0 }: NumberedEvent): void {
  if (request === undefined) return;
  const put = index.sql("INSERT OR REPLACE INTO asked (event, answer, request, command, at) VALUES (?, ?, ?, ?, ?)");
  if (status === "success") put.run(id, "ran", request, command, startMs);
  const refused = status === "rejected" ? (proposed ?? command) : proposed !== command ? proposed : undefined;
  if (refused !== undefined) put.run(id, "rejected", request, refused, startMs);
}

function shelfWord(project: string): string {
  return `p${nameMark(project)}`;
}

function find(index: Database, { words, project, cwd }: LineQuery): KnownCommand[] {
  const asked = [...new Set(words)].filter((word) => /^[\p{L}\p{N}]{2,40}$/u.test(word)).slice(0, MOST_WORDS);
  const here = marksByUse(index, project);
  const any = asked.map((word) => `"${word}"`).join(" OR ");
  if (asked.length > 0) {
    for (const mark of marksByWords(index, `"${shelfWord(project)}" AND (${any})`, BY_WORDS)) here.add(mark);
    for (const mark of marksElsewhere(index, any)) here.add(mark);
  }
  return commandsOf(index, [...here], { project, cwd });
}

function marksByUse(index: Database, project: string): Set<string> {
  const rows = index.sql("SELECT mark FROM lines WHERE project = ? ORDER BY n DESC LIMIT ?").all(project, BY_USE);
  return new Set(rows.map(({ mark }) => String(mark)));
}

function marksByWords(index: Database, match: string, limit: number): string[] {
  return index
    .sql(
      `SELECT lines.mark FROM (SELECT rowid FROM line_words WHERE line_words MATCH ? ORDER BY rank LIMIT ?) AS found
       JOIN lines ON lines.row = found.rowid`,
    )
    .all(match, limit)
    .map(({ mark }) => String(mark));
}

/** The latest, unranked: ranking everything that was ever run anywhere would take longer than it is worth. */
function marksElsewhere(index: Database, match: string): string[] {
  return index
    .sql(
      `SELECT lines.mark FROM (SELECT rowid FROM line_words WHERE line_words MATCH ? ORDER BY rowid DESC LIMIT ?) AS found
       JOIN lines ON lines.row = found.rowid`,
    )
    .all(match, ELSEWHERE)
    .map(({ mark }) => String(mark));
}

/** With the sums of this project where it was run in it, else with those of everywhere. */
function commandsOf(
  index: Database,
  marks: readonly string[],
  { project, cwd }: Omit<LineQuery, "words">,
): KnownCommand[] {
  const isHere = project === "" ? "(project = '' AND cwd = ?2)" : "project = ?1";
  const rows = index
    .sql(
      `SELECT command, family, sum(n) AS n, sum(successes) AS successes, max(last_at) AS last_at, last_exit, cwd,
         max(cwd = ?2) AS is_same_cwd, ${isHere} AS is_here, ?1 AS project
       FROM lines WHERE mark IN (SELECT value FROM json_each(?3)) GROUP BY command, ${isHere}
       ORDER BY command, is_here DESC`,
    )
    .all(project, cwd, JSON.stringify(marks));
  const known = new Map<string, KnownCommand>();
  for (const row of rows) {
    const command = String(row.command);
    if (known.has(command)) continue;
    const ranIn = row.is_same_cwd === 1 ? cwd : String(row.cwd);
    known.set(command, {
      command,
      family: String(row.family),
      count: Number(row.n),
      successes: Number(row.successes),
      ...(row.last_exit !== null && { lastExit: Number(row.last_exit) }),
      ...(row.last_at !== 0 && { lastAtMs: Number(row.last_at) }),
      ...(ranIn !== "" && { cwd: ranIn }),
      inProject: row.is_here === 1,
    });
  }
  return [...known.values()];
}
