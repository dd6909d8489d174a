/** Where commands of an imported history were run, from what the lines themselves say. Takes the lines of one session in order. */

import type { ParsedCommand } from "../core/command/parsed-command.ts";
import { readLine } from "../core/command/read-line.ts";
import { parseLine } from "../core/command/steps.ts";
import type { Inference } from "../core/event/event.ts";
import type { ProjectId } from "../core/record/record.ts";

/** What a line says about its place. */
type Clues = {
  /** Where its commands ran, by the `cd` lines before it and in it. */
  readonly directories: readonly string[];
  /** Absolute paths among its words. */
  readonly paths: readonly string[];
  readonly families: readonly string[];
};

type Start = { readonly home: string | undefined; readonly exists: (dir: string) => boolean };

/** A new terminal starts at home; after a `cd` to a place that does not exist, the directory is unknown. */
export function cluesIn(lines: readonly string[], { home, exists }: Start): Clues[] {
  let cwd = home;
  return lines.map((line) => {
    const start = { ...(cwd !== undefined && { cwd }), ...(home !== undefined && { home }) };
    // The command at the end does nothing and shows where the line leaves the shell.
    const commands = readLine(`${line}\n:`, start).commands;
    const [ran, end] = [commands.slice(0, -1), commands.at(-1)];
    const moves = ran.some(isMove);
    const before = cwd;
    if (moves) cwd = end?.cwd !== undefined && exists(end.cwd) ? end.cwd : undefined;
    const worked = ran.filter((command) => !isMove(command)).flatMap((command) => command.cwd ?? []);
    const places = worked.length > 0 ? worked : [moves ? cwd : before].flatMap((dir) => dir ?? []);
    return {
      directories: [...new Set(places.filter((dir) => dir !== home))],
      paths: pathsIn(ran, home),
      families: parseLine(line).flatMap(({ family, isTrivial }) => (family === undefined || isTrivial ? [] : [family])),
    };
  });
}

export type KnownPlaces = {
  readonly ofDirectory: (dir: string) => ProjectId | undefined;
  readonly ofPath: (path: string) => ProjectId | undefined;
  /** The only project whose scripts and targets have this family. */
  readonly ofFamily: (family: string) => ProjectId | undefined;
  /** The only project in which this line was seen to run. */
  readonly ofLine: (line: string) => ProjectId | undefined;
};

type Inferred = { readonly project: ProjectId; readonly by: Inference };

/** The strongest clue decides; a clue that points to two projects says nothing. */
export function inferProject(line: string, clues: Clues, known: KnownPlaces): Inferred | undefined {
  const found: readonly (readonly [Inference, () => readonly (ProjectId | undefined)[]])[] = [
    ["cd", () => clues.directories.map(known.ofDirectory)],
    ["path", () => clues.paths.map(known.ofPath)],
    ["script", () => clues.families.map(known.ofFamily)],
    ["live", () => (clues.families.length === 0 ? [] : [known.ofLine(line)])],
  ];
  for (const [by, look] of found) {
    const projects = new Set(look().filter((project) => project !== undefined));
    const [project] = projects;
    if (projects.size > 1) return undefined;
    if (project !== undefined) return { project, by };
  }
  return undefined;
}

const MOVES: ReadonlySet<string> = new Set(["cd", "pushd", "popd"]);

function isMove({ program }: ParsedCommand): boolean {
  return MOVES.has(program);
}

function pathsIn(commands: readonly ParsedCommand[], home: string | undefined): string[] {
  const words = commands.filter((command) => !isMove(command)).flatMap(({ source }) => source?.words ?? []);
  return words.flatMap((word) => {
    if (word.startsWith("/")) return [word];
    return word.startsWith("~/") && home !== undefined ? [`${home}${word.slice(1)}`] : [];
  });
}
