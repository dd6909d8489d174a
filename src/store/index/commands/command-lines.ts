/** The person's command lines, once per project and directory, with how often they ran and succeeded. Can be rebuilt. */
import { nameMark } from "../../../core/base/hash.ts";
import type { NumberedEvent } from "../../../core/event/event.ts";
import type { EarlierRequest } from "../../../core/plan/material.ts";
import { type Database, getMeta, setMeta } from "../../databases/database.ts";
import { EVERYWHERE, findLines, type LineQuery } from "./find-command-lines.ts";

export const LINE_TABLES = `
CREATE TABLE lines (
  project TEXT NOT NULL, family TEXT NOT NULL, mark TEXT NOT NULL, cwd TEXT NOT NULL, command TEXT NOT NULL,
  n INTEGER NOT NULL, successes INTEGER NOT NULL, last_at INTEGER NOT NULL, last_exit INTEGER,
  PRIMARY KEY (project, family, mark, cwd)
) STRICT, WITHOUT ROWID;
CREATE INDEX lines_by_use ON lines (project, family, n, last_at);
CREATE INDEX lines_by_mark ON lines (mark);
-- Without a mark are the families: how often the lines of each ran, by project and everywhere.
CREATE INDEX families_by_use ON lines (project, n) WHERE mark = '';
CREATE INDEX families_by_name ON lines (family, n) WHERE mark = '';
`;

/** An event with the family of its command; with an empty family it is never an answer. */
export type CountedLine = { readonly event: NumberedEvent; readonly family: string };

const LONGEST_LINE = 400;

export function commandLinesOf(index: Database, state: Database) {
  /** The number of the last event that was counted. */
  const consumed = () => Number(getMeta(index, "lines_seq") ?? 0);
  return {
    consumed,
    add(lines: readonly CountedLine[], upTo: number): void {
      putLines(index, sumByPlace(lines));
      setMeta(index, "lines_seq", String(upTo));
    },
    /** Counts one command line again from the history, because one of its events was replaced. */
    recount({ event, family }: CountedLine): void {
      dropLines(index, event.command);
      if (isAnswer(event.command, family))
        putLines(index, fromHistory(state, { command: event.command, family }, consumed()));
    },
    clear(): void {
      index.sql("DELETE FROM lines").run();
      setMeta(index, "lines_seq", "0");
    },
    find: (ask: LineQuery) => findLines(index, ask),
    /** Earlier plans in a project, or outside of any, and the person's answer to each; the latest first. */
    asked: (project: string, limit: number): EarlierRequest[] =>
      state
        .sql(
          `SELECT request, command, proposed, status, CASE is_timed WHEN 1 THEN at ELSE 0 END AS at FROM events
           WHERE request IS NOT NULL AND project IS ? ORDER BY events.at DESC, seq DESC LIMIT ?`,
        )
        .all(project === "" ? null : project, limit)
        .flatMap(answersIn)
        .slice(0, limit),
  };
}

type Line = {
  readonly command: string;
  readonly project: string;
  readonly cwd: string;
  readonly family: string;
  readonly n: number;
  readonly successes: number;
  /** 0 if the times are unknown. */
  readonly lastAt: number;
  readonly lastExit: number | null;
};

function isAnswer(command: string, family: string): boolean {
  return family !== "" && command.length <= LONGEST_LINE;
}

/** So that each line of a batch is written once. */
function sumByPlace(lines: readonly CountedLine[]): Line[] {
  const byPlace = new Map<string, Line>();
  for (const { event, family } of lines) {
    if (event.actor !== "person" || event.status === "rejected" || !isAnswer(event.command, family)) continue;
    const { command, cwd = "", startMs: lastAt = 0, status, exitCode } = event;
    const project = event.inferred === undefined ? (event.project ?? "") : "";
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

/** Some sources report success without an exit code. */
function exitOf(status: string, exitCode: number | undefined): number | null {
  return exitCode ?? (status === "success" ? 0 : null);
}

/** In table order, so that neighbouring rows are written together. */
function putLines(index: Database, lines: readonly Line[]): void {
  const put = index.sql(
    `INSERT INTO lines (project, family, mark, cwd, command, n, successes, last_at, last_exit) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET n = n + excluded.n, successes = successes + excluded.successes,
       last_exit = CASE WHEN excluded.last_at >= last_at THEN excluded.last_exit ELSE last_exit END,
       last_at = max(last_at, excluded.last_at)`,
  );
  const placed = lines.map((line) => ({ ...line, mark: nameMark(line.command) }));
  const byFamily = new Map<string, number>();
  for (const line of placed.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))) {
    const { command, project, cwd, family, mark, n, successes, lastAt, lastExit } = line;
    put.run(project, family, mark, cwd, command, n, successes, lastAt, lastExit);
    for (const where of [project, EVERYWHERE])
      byFamily.set(`${where}\0${family}`, (byFamily.get(`${where}\0${family}`) ?? 0) + n);
  }
  addToFamilies(index, byFamily);
}

function placeOf({ project, family, mark, cwd }: Pick<Line, "project" | "family" | "cwd"> & { mark: string }): string {
  return [project, family, mark, cwd].join("\0");
}

function addToFamilies(index: Database, byFamily: ReadonlyMap<string, number>): void {
  const add = index.sql(
    `INSERT INTO lines (project, family, mark, cwd, command, n, successes, last_at)
     VALUES (?, ?, '', '', '', ?, 0, 0) ON CONFLICT DO UPDATE SET n = n + excluded.n`,
  );
  for (const [place, n] of byFamily) {
    const [project = "", family = ""] = place.split("\0");
    add.run(project, family, n);
    // A count of zero leaves no row, and so no text, behind.
    if (n < 0)
      index.sql("DELETE FROM lines WHERE project = ? AND family = ? AND mark = '' AND n <= 0").run(project, family);
  }
}

function dropLines(index: Database, command: string): void {
  const gone = index
    .sql("DELETE FROM lines WHERE mark = ? AND command = ? RETURNING project, family, n")
    .all(nameMark(command), command);
  for (const { project, family, n } of gone)
    addToFamilies(index, new Map([project, EVERYWHERE].map((where) => [`${where}\0${family}`, -Number(n)])));
}

/** Up to the last event that was counted: later ones are counted by `add`. */
function fromHistory(state: Database, { command, family }: Pick<Line, "command" | "family">, upTo: number): Line[] {
  return state
    .sql(
      `SELECT CASE WHEN inferred IS NULL THEN coalesce(project, '') ELSE '' END AS project, coalesce(cwd, '') AS cwd, count(*) AS n,
         count(*) FILTER (WHERE status = 'success') AS successes,
         max(CASE is_timed WHEN 1 THEN at ELSE 0 END) AS last_at, exit_code, status
       FROM events WHERE mark = ? AND command = ? AND seq <= ? AND actor = 'person' AND status <> 'rejected' GROUP BY 1, 2`,
    )
    .all(nameMark(command), command, upTo)
    .map((row) => ({
      ...{ command, family },
      project: String(row.project),
      cwd: String(row.cwd),
      n: Number(row.n),
      successes: Number(row.successes),
      lastAt: Number(row.last_at),
      lastExit: exitOf(String(row.status), row.exit_code === null ? undefined : Number(row.exit_code)),
    }));
}

/** A proposal that was edited before it ran counts as rejected, and the edit as run. */
function answersIn(row: Record<string, unknown>): EarlierRequest[] {
  const { command, proposed, status } = row;
  const refused = status === "rejected" ? (proposed ?? command) : proposed === command ? null : proposed;
  const asked = { request: String(row.request), atMs: Number(row.at) };
  return [
    ...(status === "success" ? [{ ...asked, command: String(command), answer: "ran" } as const] : []),
    ...(refused === null ? [] : [{ ...asked, command: String(refused), answer: "rejected" } as const]),
  ];
}
