/** Finds the few command lines that a request could mean: by the words of their families, and by use. */
import type { KnownCommand } from "../../../core/plan/material.ts";
import { rootOf } from "../../../core/text/stem.ts";
import type { Database } from "../../databases/database.ts";

/** Stands for all projects together. */
export const EVERYWHERE = "*";

export type LineQuery = {
  /** Words that the answer may contain, lower case. */
  readonly words: readonly string[];
  /** Words that only this request contains: they may be among the arguments. */
  readonly rare: readonly string[];
  /** Empty outside of projects: then only the directory counts as here. */
  readonly project: string;
  readonly cwd: string;
};

const MOST_FAMILIES = 800;
const BY_WORDS = 24;
const BY_USE = 16;
const ELSEWHERE = 12;
const LINES_OF_ONE = 10;
const MOST_RARE = 4;
const MOST_COMMANDS = 200;

export function findLines(index: Database, query: LineQuery): KnownCommand[] {
  const wanted = new Set(query.words.map(rootOf));
  const own = familiesIn(index, query.project);
  const here = new Set([
    ...own.filter((family) => isNamed(family, wanted)).slice(0, BY_WORDS),
    ...own.slice(0, BY_USE),
  ]);
  const away = familiesIn(index, EVERYWHERE).filter((family) => !here.has(family) && isNamed(family, wanted));
  const rows = [
    ...[...here].flatMap((family) => linesOf(index, { ...query, family })),
    ...away.slice(0, ELSEWHERE).flatMap((family) => fromOtherProject(index, family)),
  ];
  return mergeByCommand(rows, query).slice(0, MOST_COMMANDS);
}

/** Most used first; returned as one JSON value, because a thousand rows take longer. */
function familiesIn(index: Database, project: string): string[] {
  const row = index
    .sql(
      `SELECT json_group_array(family) AS families
       FROM (SELECT family FROM lines WHERE project = ? AND mark = '' ORDER BY n DESC, family DESC LIMIT ?)`,
    )
    .get(project, MOST_FAMILIES);
  return JSON.parse(String(row?.families)) as string[];
}

function isNamed(family: string, wanted: ReadonlySet<string>): boolean {
  return family.split(/[ ./:&-]+/).some((word) => wanted.has(rootOf(word.toLowerCase())));
}

const COLUMNS = "project, family, cwd, command, n, successes, last_at, last_exit";

type Row = Record<string, unknown>;

/** The most and last used lines of a family, and those that contain a rare word of the request. */
function linesOf(index: Database, { project, family, rare }: LineQuery & { readonly family: string }): Row[] {
  const of = `SELECT ${COLUMNS} FROM lines WHERE project = ? AND family = ? AND mark <> ''`;
  const used = index.sql(`${of} ORDER BY n DESC, last_at DESC LIMIT ?`).all(project, family, LINES_OF_ONE);
  if (used.length < LINES_OF_ONE) return used;
  const holding = rare
    .slice(0, MOST_RARE)
    .flatMap((word) =>
      index.sql(`${of} AND instr(lower(command), ?) > 0 LIMIT ?`).all(project, family, word, LINES_OF_ONE),
    );
  return [...used, ...holding];
}

/** From the project that used it most. */
function fromOtherProject(index: Database, family: string): Row[] {
  const place = index
    .sql("SELECT project FROM lines WHERE family = ? AND mark = '' AND project <> ? ORDER BY n DESC LIMIT 1")
    .get(family, EVERYWHERE);
  if (place === undefined) return [];
  return index
    .sql(
      `SELECT ${COLUMNS} FROM lines WHERE project = ? AND family = ? AND mark <> '' ORDER BY n DESC, last_at DESC LIMIT ?`,
    )
    .all(String(place.project), family, FEW);
}

const FEW = 3;

/** One entry per command, over all directories that it was run in. */
function mergeByCommand(rows: readonly Row[], { project, cwd }: LineQuery): KnownCommand[] {
  const known = new Map<string, KnownCommand>();
  const seen = new Set<string>();
  for (const row of rows) {
    const command = String(row.command);
    const place = `${row.cwd}\0${command}`;
    if (seen.has(place)) continue;
    seen.add(place);
    const one = commandOf(row, { project, cwd });
    const before = known.get(command);
    known.set(command, before === undefined ? one : added(before, one, cwd));
  }
  return [...known.values()];
}

function commandOf(row: Row, { project, cwd }: Pick<LineQuery, "project" | "cwd">): KnownCommand {
  const ranIn = String(row.cwd);
  return {
    command: String(row.command),
    family: String(row.family),
    count: Number(row.n),
    successes: Number(row.successes),
    ...(row.last_exit !== null && { lastExit: Number(row.last_exit) }),
    ...(row.last_at !== 0 && { lastAtMs: Number(row.last_at) }),
    ...(ranIn !== "" && { cwd: ranIn }),
    inProject: project === "" ? ranIn === cwd : row.project === project,
  };
}

function added(a: KnownCommand, b: KnownCommand, cwd: string): KnownCommand {
  const later = (b.lastAtMs ?? 0) > (a.lastAtMs ?? 0) ? b : a;
  const here = [a, b].find((one) => one.cwd === cwd) ?? later;
  return {
    ...later,
    count: a.count + b.count,
    successes: a.successes + b.successes,
    ...(here.cwd !== undefined && { cwd: here.cwd }),
    inProject: a.inProject || b.inProject,
  };
}
