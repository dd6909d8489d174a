/** Counts over the command history: by project, day, source and line, and the tests that a query makes. */
import { nameMark } from "../../core/base/hash.ts";
import type { Actor } from "../../core/event/event.ts";
import type { EventQuery } from "../../core/ports.ts";
import type { ProjectId } from "../../core/record/record.ts";
import { type Database, optionalNumber } from "../databases/database.ts";

export type DayCount = { readonly day: string; readonly actor: Actor; readonly count: number };
export type LineCost = {
  readonly command: string;
  readonly project: ProjectId | "";
  readonly runs: number;
  /** Of which it is known how they ended. */
  readonly known: number;
  readonly failures: number;
  /** Of those that succeeded and were timed. */
  readonly ms: number;
  readonly timed: number;
};
export type ProjectCount = {
  readonly project: ProjectId | "";
  readonly count: number;
  readonly lastMs?: number;
};
type SourceCount = { readonly source: string; readonly count: number; readonly lastMs?: number };

export function eventCountsOf(state: Database) {
  return {
    /** Lines that were seen to run in exactly one project, if more than one has been seen. */
    seenInOneProject: (): ReadonlyMap<string, ProjectId> => {
      const certain = "FROM events WHERE cwd IS NOT NULL AND project IS NOT NULL";
      if (Number(state.sql(`SELECT count(DISTINCT project) AS n ${certain}`).get()?.n) < 2) return new Map();
      const lines = state.sql(
        `SELECT command, min(project) AS project ${certain} GROUP BY command HAVING min(project) = max(project)`,
      );
      return new Map(lines.all().map(({ command, project }) => [String(command), project as ProjectId]));
    },
    /** What each line cost in each project, the most run first. */
    costs: (limit: number): LineCost[] =>
      state
        .sql(
          `SELECT command, coalesce(project, '') AS project, count(*) AS runs,
             count(*) FILTER (WHERE status IN ('success', 'failure')) AS known,
             count(*) FILTER (WHERE status = 'failure') AS failures,
             coalesce(sum(duration_ms) FILTER (WHERE status = 'success'), 0) AS ms,
             count(duration_ms) FILTER (WHERE status = 'success') AS timed
           FROM events WHERE status <> 'rejected' GROUP BY command, project ORDER BY runs DESC, command LIMIT ?`,
        )
        .all(limit)
        .map((row) => ({
          command: String(row.command),
          project: String(row.project),
          runs: Number(row.runs),
          known: Number(row.known),
          failures: Number(row.failures),
          ms: Number(row.ms),
          timed: Number(row.timed),
        })),
    /** By project: how many, and when the last one began; the empty project is what belongs to no known one. */
    byProject: (query: Omit<EventQuery, "limit" | "skip"> = {}): ProjectCount[] => {
      const { where, values } = whereFor(query);
      return state
        .sql(
          `SELECT coalesce(project, '') AS project, count(*) AS n, max(CASE is_timed WHEN 1 THEN at END) AS last
           FROM events ${where} GROUP BY 1`,
        )
        .all(...values)
        .map(({ project, n, last }) => ({
          project: String(project),
          count: Number(n),
          ...optionalNumber("lastMs", last),
        }));
    },
    /** How many began on each UTC day, by actor. */
    byDay: ({ project, sinceMs }: { readonly project?: ProjectId | undefined; readonly sinceMs: number }): DayCount[] =>
      state
        .sql(
          `SELECT date(at / 1000, 'unixepoch') AS day, actor, count(*) AS n FROM events
           WHERE is_timed = 1 AND at >= ? AND (? IS NULL OR project = ?) GROUP BY day, actor ORDER BY day`,
        )
        .all(sinceMs, project ?? null, project ?? null)
        .map(({ day, actor, n }) => ({ day: String(day), actor: actor as Actor, count: Number(n) })),
    /** By source: how many, and when the last one began. */
    bySource: (): SourceCount[] =>
      state
        .sql("SELECT source, count(*) AS n, max(CASE is_timed WHEN 1 THEN at END) AS last FROM events GROUP BY source")
        .all()
        .map(({ source, n, last }) => ({
          source: String(source),
          count: Number(n),
          ...optionalNumber("lastMs", last),
        })),
  };
}

export function whereFor({
  words = [],
  line,
  session,
  project,
  near,
  isCertain,
  actor,
  failed,
}: Omit<EventQuery, "limit" | "skip">) {
  const tests: [test: string, ...values: string[]][] = [
    ...(line === undefined
      ? []
      : [["mark = ?", nameMark(line)] as [string, string], ["command = ?", line] as [string, string]]),
    ...words.map((word): [string, string] => ["instr(lower(command), ?) > 0", asciiLower(word)]),
    ...(session === undefined ? [] : [["session = ?", session] as [string, string]]),
    ...(project === undefined ? [] : [["project = ?", project] as [string, string]]),
    // In the order of time: the unary plus keeps SQLite from collecting and sorting both sides.
    ...(near === undefined ? [] : [["(+project IS NULL OR +project = ?)", near] as [string, string]]),
    ...(actor === undefined ? [] : [["actor = ?", actor] as [string, string]]),
    ...(isCertain === true ? [["inferred IS NULL"] as [string]] : []),
    ...(failed === true ? [["status = 'failure'"] as [string]] : []),
  ];
  const where = tests.length === 0 ? "" : `WHERE ${tests.map(([test]) => test).join(" AND ")}`;
  return { where, values: tests.flatMap(([, ...values]) => values) };
}

/** Same as SQLite's `lower`, which folds ASCII only. */
function asciiLower(word: string): string {
  return word.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
