/** Fingerprints what a command depends on now: its directory, its environment, the programs and scripts it runs. */
import { readFileSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, delimiter, dirname, isAbsolute, join, resolve } from "node:path";
import { sha256 } from "../core/base/hash.ts";
import type { ParsedCommand } from "../core/command/parsed-command.ts";
import { readLine } from "../core/command/read-line.ts";
import type { Word } from "../core/command/syntax/word.ts";
import { programOf } from "../core/command/tables/programs.ts";
import type { RunFingerprint } from "../core/plan/plan.ts";
import { COMPOSE_FILES, JUSTFILES, MAKEFILES, TASKFILES } from "../core/project/project.ts";

type RunContext = { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> };

/** Larger files are compared by their stat data. */
const HASHED_BYTES = 1024 * 1024;

/** Variables that differ from call to call and affect nothing. */
const VOLATILE = new Set(["_", "SHLVL", "PWD", "OLDPWD", "COLUMNS", "LINES"]);

export function runFingerprint(lines: readonly string[], { cwd, env }: RunContext): RunFingerprint {
  const commands = lines.flatMap((line) => readLine(line).commands);
  const words = commands.flatMap(({ name, args }) => [name, ...args]);
  const directories = [cwd, ...words.flatMap((word) => directoryNamed(word, cwd))];
  const paths = commands.flatMap((command) => filesOf(command, { directories, env }));
  return {
    directory: directoryMark(cwd),
    environment: environmentMark(env),
    scripts: [...new Set(paths)].toSorted().flatMap((path) => {
      const hash = fileMark(path);
      return hash === undefined ? [] : [{ path, hash }];
    }),
  };
}

/** `cd app && make`, `make -C app`: later files may be in that directory. */
function directoryNamed({ value }: Word, cwd: string): string[] {
  const path = resolve(cwd, value);
  return value !== "" && look(path)?.isDirectory() === true ? [path] : [];
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

const SOURCING = new Set(["source", "."]);

type SearchPaths = { readonly directories: readonly string[]; readonly env: RunContext["env"] };

function filesOf({ name: program, args }: ParsedCommand, { directories, env }: SearchPaths): string[] {
  if (program.value === "") return [];
  const name = basename(program.value);
  const among = (value: string): string[] => directories.map((directory) => resolve(directory, value)).filter(isFile);
  const scripts = programOf(name).takesScript === true || SOURCING.has(name) ? args.map(({ value }) => value) : [];
  const tasks = Object.hasOwn(TASK_FILES, name) ? (TASK_FILES[name] ?? []) : [];
  return [
    ...(program.value.includes("/") ? among(program.value) : inPath(program.value, env)),
    ...scripts.filter((value) => value !== "").flatMap(among),
    ...tasks.flatMap((task) => directories.flatMap((directory) => upwards(directory, task))),
  ];
}

function inPath(name: string, { PATH = "" }: RunContext["env"]): string[] {
  const found = PATH.split(delimiter)
    .filter(isAbsolute)
    .map((directory) => join(directory, name))
    .find(isFile);
  return found === undefined ? [] : [found];
}

/** The nearest, in the directory or above it. */
function upwards(directory: string, name: string): string[] {
  for (let at = directory; ; at = dirname(at)) {
    if (isFile(join(at, name))) return [join(at, name)];
    if (dirname(at) === at) return [];
  }
}

function isFile(path: string): boolean {
  return look(path)?.isFile() === true;
}

function look(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // too long a name, or no permission: the command would fail there too
  }
}

function fileMark(path: string): string | undefined {
  const stats = look(path);
  if (stats === undefined) return undefined;
  const stamp = `${stats.size} ${stats.mtimeMs} ${stats.ino} ${stats.mode}`;
  if (stats.size > HASHED_BYTES) return stamp;
  try {
    return sha256(readFileSync(path));
  } catch {
    return stamp; // executable but not readable
  }
}

/** Differs if the directory was recreated under the same name or replaced by a link. */
function directoryMark(cwd: string): string {
  try {
    const { dev, ino, birthtimeNs } = statSync(cwd, { bigint: true });
    return sha256([realpathSync(cwd), dev, ino, birthtimeNs].join("\n"));
  } catch {
    return "none"; // deleted
  }
}

function environmentMark(env: RunContext["env"]): string {
  const entries = Object.entries(env).filter(([name, value]) => value !== undefined && !VOLATILE.has(name));
  return sha256(JSON.stringify(entries.toSorted(([a], [b]) => (a < b ? -1 : 1))));
}
