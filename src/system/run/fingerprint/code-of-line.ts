/** Finds what a line would read as code: programs, scripts, settings, folders; and names what cannot be known before it runs. */

import { basename, resolve } from "node:path";
import type { Variables } from "../../../core/base/home-folder.ts";
import { onlyLooks } from "../../../core/command/only-looks.ts";
import { hasOption, isShell, operands, type ParsedCommand } from "../../../core/command/parsed-command.ts";
import { readLine } from "../../../core/command/read-line.ts";
import { isFixed, resolvedPath, type Word } from "../../../core/command/syntax/word.ts";
import { programOf } from "../../../core/command/tables/programs.ts";
import { COMPOSE_FILES, isInside, JUSTFILES, MAKEFILES, TASKFILES } from "../../../core/project/project.ts";
import { cleanEnvironment, exportedFunctions, searchPath } from "../clean-start.ts";
import { findProgram } from "./find-program.ts";
import { gitCode } from "./git-files.ts";
import { isFile, isFolder, upFrom } from "./read-paths.ts";
import {
  BUILTINS,
  CODE_OPTIONS,
  CODE_VARIABLES,
  DATA_PROGRAMS,
  ELSEWHERE,
  HOME_ONLY,
  isMachineWide,
  PACKAGE_RUNNERS,
  PROJECT_PROGRAMS,
  RUNNING_BUILTINS,
} from "./tables.ts";

export type LinePlace = {
  readonly cwd: string;
  /** The project, or the directory itself. */
  readonly root: string;
  readonly home: string | undefined;
  readonly env: Variables;
};

export type LineCode = {
  readonly files: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
  /** Everything in the project may be run. */
  readonly needsProject: boolean;
  readonly needsHomeSettings: boolean;
  /** What an approval cannot cover, as phrases. */
  readonly gaps: ReadonlySet<string>;
  /** Programs that may load files from outside the project. */
  readonly loaders: ReadonlySet<string>;
  /** Names that are no programs: aliases or functions of the person's shell. */
  readonly missing: ReadonlySet<string>;
};

type Found = {
  files: Set<string>;
  folders: Set<string>;
  gaps: Set<string>;
  loaders: Set<string>;
  missing: Set<string>;
  needsProject: boolean;
  needsHomeSettings: boolean;
};

type Line = LinePlace & {
  readonly commands: readonly ParsedCommand[];
  readonly directories: readonly string[];
  readonly path: readonly string[];
  /** It defines functions or aliases of its own. */
  readonly defines: boolean;
};

/** What a command does with files: prints them, changes them, reads settings that name code, or runs them. */
type Use = "reads" | "changes" | "settings" | "runs";

export function codeOfLine(text: string, place: LinePlace): LineCode {
  const { cwd, home, env } = place;
  const { commands, doubts, unread } = readLine(text, { cwd, ...(home !== undefined && { home }) });
  const words = commands.flatMap(wordsOf);
  const named = words.flatMap((word) => pathsIn(word, [cwd], home));
  const moved = commands.flatMap((command) => (command.cwd === undefined ? [] : [command.cwd]));
  const directories = [...new Set([cwd, ...moved, ...named])].filter(isFolder);
  const line: Line = {
    ...place,
    commands,
    directories,
    path: searchPath(cleanEnvironment(env)),
    defines: doubts.has("defines"),
  };
  const found: Found = {
    files: new Set(),
    folders: new Set(),
    gaps: new Set(),
    loaders: new Set(),
    missing: new Set(),
    needsProject: false,
    needsHomeSettings: false,
  };
  if (unread !== undefined || doubts.has("other-shell")) found.gaps.add("parts of the line that cannot be parsed");
  if (doubts.has("built-at-run-time")) found.gaps.add("text that is only put together at run time");
  if (words.length > 0 && commands.some(({ assigns }) => assigns.some(({ name }) => name === "PATH")))
    found.gaps.add("programs on a PATH that the line sets");
  for (const command of commands) addCommand(command, line, found);
  const steers = commands.some(({ assigns }) => assigns.some(({ name }) => CODE_VARIABLES.test(name)));
  if (steers || commands.some((command) => useOf(command) === "runs")) addWords(line, found);
  return found;
}

function useOf(command: ParsedCommand): Use {
  const { program } = command;
  if (RUNNING_BUILTINS.has(program)) return "runs";
  const looks = onlyLooks(command);
  if (looks === "anywhere" || BUILTINS.has(program)) return "reads";
  if (looks === "in-the-project" && program !== "git") return HOME_ONLY.has(program) ? "changes" : "settings";
  const options = Object.hasOwn(CODE_OPTIONS, program) ? CODE_OPTIONS[program] : undefined;
  if (options !== undefined && hasOption(command, options)) return "runs";
  return DATA_PROGRAMS.has(program) ? "changes" : "runs";
}

function addCommand(command: ParsedCommand, line: Line, found: Found): void {
  if (command.program === "") return;
  const elsewhere = command.wrappers.find((wrapper) => ELSEWHERE.has(wrapper));
  if (elsewhere !== undefined) {
    found.gaps.add(`the commands that ${elsewhere} runs elsewhere`);
    return;
  }
  const use = useOf(command);
  const isOwn = addProgram(command, line, found);
  if (use === "reads") return;
  found.needsHomeSettings = true;
  const isGit = command.program === "git";
  if (isGit) addGit(command, line, found);
  if (command.cwd === undefined && (isGit || use !== "changes"))
    found.gaps.add("a directory that is only known at run time");
  if (use === "changes") return;
  if (command.cwd !== undefined) addPath(command.cwd, line, found);
  found.needsProject = true;
  addTaskFiles(command, line, found);
  if (use === "settings") return;
  if (!isOwn) found.loaders.add(command.name.written);
  addInput(command, found);
}

/** True for a shell's own commands, which load nothing by themselves. */
function addProgram({ name, program, wrappers }: ParsedCommand, line: Line, found: Found): boolean {
  if (!isFixed(name)) {
    found.gaps.add(`a program that is only known at run time (${name.written})`);
    return false;
  }
  if (BUILTINS.has(program) && name.value === program) return true;
  const isRun = wrappers.some((wrapper) => PACKAGE_RUNNERS.has(wrapper));
  const own = [...new Set([line.cwd, line.root])].flatMap((folder) =>
    PROJECT_PROGRAMS.map((one) => resolve(folder, one)),
  );
  const folders = name.value.includes("/") ? line.directories : isRun ? [...own, ...line.path] : line.path;
  const written = name.value.includes("/") ? (resolvedPath(name, line) ?? name.value) : name.value;
  const file = findProgram(written, folders, line);
  if (file !== undefined) {
    for (const one of file.files) found.files.add(one);
    if (file.installation !== undefined) found.folders.add(file.installation);
    if (file.isLoose) found.gaps.add(`files that ${file.files[0]} loads`);
  } else if (isRun) found.gaps.add(`${name.value}, which is not installed here and may be downloaded`);
  else if (!name.value.includes("/") && !line.defines) found.missing.add(name.value);
  else if (exportedFunctions(line.env).includes(name.value)) found.missing.add(name.value);
  return false;
}

function addGit(command: ParsedCommand, { directories, home, env }: Line, found: Found): void {
  const isLooking = onlyLooks(command) !== undefined;
  for (const directory of directories) {
    const { files, starts, hooks } = gitCode(directory, { home, env });
    for (const file of files) found.files.add(file);
    for (const file of starts) found.gaps.add(`what ${file} starts, which git's settings name`);
    for (const hook of isLooking ? hooks.filter((one) => basename(one) === "post-index-change") : hooks)
      found.gaps.add(`what the git hook ${basename(hook)} starts`);
  }
}

/** The files that define what these programs run. */
const TASK_FILES: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    ["npm", "pnpm", "yarn", "bun", "npx", "node", "turbo", "nx"].map((name) => [name, ["package.json"]]),
  ),
  ...Object.fromEntries(["make", "gmake"].map((name) => [name, MAKEFILES])),
  just: JUSTFILES,
  task: TASKFILES,
  rake: ["Rakefile", "rakefile", "Rakefile.rb"],
  composer: ["composer.json"],
  deno: ["deno.json", "deno.jsonc"],
  docker: [...COMPOSE_FILES, "Dockerfile"],
  "docker-compose": COMPOSE_FILES,
};

/** The nearest, in the directory or above it: it may be above the project. */
function addTaskFiles({ program }: ParsedCommand, { directories }: Line, found: Found): void {
  for (const name of Object.hasOwn(TASK_FILES, program) ? (TASK_FILES[program] ?? []) : [])
    for (const directory of directories) {
      const file = upFrom(directory)
        .map((one) => resolve(one, name))
        .find(isFile);
      if (file !== undefined) found.files.add(file);
    }
}

/** Text that a shell or an interpreter reads from its input. */
function addInput(command: ParsedCommand, found: Found): void {
  const isReader = isShell(command) || programOf(command.program).takesScript === true;
  const printing = command.fedBy.filter((program) => program !== "cat");
  if (isReader && printing.length > 0 && operands(command).length === 0)
    found.gaps.add(`text that ${printing.join(" and ")} prints`);
}

/** Any word of a line that runs code may name code: `cat f | sh`, `X=./f; $X`, `make -C dir`. */
function addWords(line: Line, found: Found): void {
  for (const command of line.commands) {
    const isUsed = useOf(command) === "runs" || isPassedOn(command, line);
    for (const word of wordsOf(command)) {
      if (isUsed && !isFixed(word) && !isCoveredGlob(word, command, line))
        found.gaps.add(`words that are only known at run time (${word.written})`);
      const bases = command.cwd === undefined ? line.directories : [command.cwd, ...line.directories];
      for (const path of pathsIn(word, bases, line.home)) addPath(path, line, found);
    }
  }
}

/** Its output becomes words, or input for the next command. */
function isPassedOn({ within, program }: ParsedCommand, { commands }: Line): boolean {
  if (within.some(({ kind }) => kind === "substitution")) return true;
  return commands.some((one) => one.fedBy.includes(program) && useOf(one) === "runs");
}

function isCoveredGlob(word: Word, { cwd }: ParsedCommand, { root, home }: Line): boolean {
  if (word.form !== "glob") return false;
  const path = resolvedPath(word, { cwd, home });
  return path !== undefined && isInside(path, root);
}

function addPath(path: string, { root }: Line, found: Found): void {
  if (isFile(path)) found.files.add(path);
  else if (isFolder(path) && path !== root && !isInside(path, root) && !isMachineWide(path)) found.folders.add(path);
}

function wordsOf({ args, redirects, assigns }: ParsedCommand): Word[] {
  const set = assigns.map(({ value }): Word => ({ value, written: value, form: "literal" }));
  return [...args, ...redirects.map(({ target }) => target), ...set];
}

/** The paths that a word may name: itself, or the value that an option has in the same word (`--file=x`, `-fx`, `@x`). */
function pathsIn(word: Word, bases: readonly string[], home: string | undefined): string[] {
  const { value } = word;
  if (value === "" || value === "-" || value.includes("\0")) return [];
  const after = /^-{1,2}[\w.-]+?[=:](.+)$/s.exec(value)?.[1] ?? /^\w+=(.+)$/s.exec(value)?.[1];
  const glued = /^(?:-[A-Za-z]|@)(.+)$/s.exec(value)?.[1];
  const parts = [value, ...(after?.split(":") ?? []), ...(glued === undefined ? [] : [glued])].filter(
    (one) => one !== "",
  );
  return bases.flatMap((cwd) =>
    parts.map((part) => resolvedPath({ ...word, value: part }, { cwd, home }) ?? resolve(cwd, part)),
  );
}
