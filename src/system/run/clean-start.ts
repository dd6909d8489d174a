/** The environment and the shell of an approved run: no start-up files, no exported functions, only absolute PATH entries. */

import { basename, delimiter, isAbsolute } from "node:path";
import type { Variables } from "../../core/base/home-folder.ts";

/** They make a shell read a file, run text, or find another directory before the command itself. */
const START_UP = new Set(
  "BASH_ENV ENV ZDOTDIR FPATH PROMPT_COMMAND PS0 PS4 SHELLOPTS BASHOPTS BASH_XTRACEFD BASH_LOADABLES_PATH CDPATH GLOBIGNORE EXECIGNORE".split(
    " ",
  ),
);
const EXPORTED_FUNCTION = /^BASH_FUNC_(.+?)(?:%%|\(\))$/;

export function cleanEnvironment(env: Variables): Record<string, string> {
  const kept = Object.entries(env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !START_UP.has(entry[0]) && !EXPORTED_FUNCTION.test(entry[0]),
  );
  const clean = Object.fromEntries(kept);
  // Without a PATH, shells use their own default, which may contain the current directory.
  return { ...clean, PATH: searchPath(env).join(delimiter) || DEFAULT_PATH };
}

const DEFAULT_PATH = ["/usr/local/bin", "/usr/bin", "/bin"].join(delimiter);

/** A relative or empty entry means another directory after every `cd`. */
export function searchPath({ PATH = "" }: Variables): string[] {
  return [...new Set(PATH.split(delimiter).filter(isAbsolute))];
}

/** Functions of the person's shell that an approved run does not have. */
export function exportedFunctions(env: Variables): string[] {
  return Object.keys(env).flatMap((name) => EXPORTED_FUNCTION.exec(name)?.[1] ?? []);
}

/** If its input is a socket, bash thinks that it is a remote shell and reads the start-up file even for `-c`. */
const WITHOUT_START_UP_FILES: Readonly<Record<string, readonly string[]>> = {
  bash: ["--noprofile", "--norc"],
  zsh: ["-f"],
  ksh: [],
  dash: [],
  sh: [],
};

/** The person's own shell if it is a POSIX shell, else sh. */
export function cleanShell({ SHELL: own }: Variables): { readonly shell: string; readonly options: readonly string[] } {
  const shell =
    own !== undefined && isAbsolute(own) && Object.hasOwn(WITHOUT_START_UP_FILES, basename(own)) ? own : "sh";
  return { shell, options: WITHOUT_START_UP_FILES[basename(shell)] ?? [] };
}
