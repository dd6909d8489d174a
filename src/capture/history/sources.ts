/** The table of shell histories that can be imported: the name of each, its files, and its reader. */
import { basename, join } from "node:path";
import { inHome, isSet, type Variables } from "../../core/base/home-folder.ts";
import type { Actor, Shell } from "../../core/event/event.ts";
import { foundFiles } from "../source-files.ts";
import { readBashHistory, readFishHistory, readPowershellHistory, readZshHistory } from "./shell-files.ts";

/** One command as a history file has it, before it is screened and assigned to a session. */
export type HistoryEntry = {
  readonly command: string;
  readonly startMs?: number;
  readonly durationMs?: number;
  readonly exitCode?: number;
  readonly cwd?: string;
  readonly session?: string;
  readonly actor?: Actor;
  readonly shell?: Shell;
};

export type ReadEntry = HistoryEntry | { readonly skipped: string };

/** Takes a file in blocks, so that a large one is never entirely in memory, and gives its commands in file order. */
export type ReadEntries = (blocks: Iterable<Buffer>) => Generator<ReadEntry>;

export type HistorySource = {
  readonly name: string;
  readonly shell: Shell;
  /** How its file is read: its lines, or the rows of its database, which the store opens. */
  readonly read: ReadEntries | "rows";
  /** Paths of its files; a star in the last part matches every file of that form. */
  readonly places: (env: Variables) => readonly string[];
};

export type FoundHistoryFile = { readonly name: string; readonly file: string; readonly bytes: number };

/** The histories on this machine that are not empty, each file once. */
export function findSources(env: Variables): FoundHistoryFile[] {
  return foundFiles(HISTORY_SOURCES, env).map(({ source, file, bytes }) => ({ name: source.name, file, bytes }));
}

export const HISTORY_SOURCES: readonly HistorySource[] = [
  {
    name: "zsh",
    shell: "zsh",
    read: readZshHistory,
    places: (env) => {
      const dirs = [env.ZDOTDIR, env.HOME].filter(isSet);
      const named = [".zsh_history", ".zhistory", ".histfile"];
      return [...histFile(env, "zsh"), ...dirs.flatMap((dir) => named.map((name) => join(dir, name))), ...inState(env)];
    },
  },
  {
    name: "bash",
    shell: "bash",
    read: readBashHistory,
    places: (env) => [...histFile(env, "bash"), ...inHome(env, undefined, ".bash_history")],
  },
  { name: "fish", shell: "fish", read: readFishHistory, places: (env) => inData(env, "fish/*_history") },
  {
    name: "powershell",
    shell: "powershell",
    read: readPowershellHistory,
    places: (env) => [
      ...inData(env, "powershell/PSReadLine/*_history.txt"),
      ...(isSet(env.APPDATA) ? [join(env.APPDATA, "Microsoft/Windows/PowerShell/PSReadLine/*_history.txt")] : []),
    ],
  },
  {
    name: "atuin",
    shell: "sh",
    read: "rows",
    places: (env) => [...(isSet(env.ATUIN_DB_PATH) ? [env.ATUIN_DB_PATH] : []), ...inData(env, "atuin/history.db")],
  },
];

export function sourceNamed(name: string): HistorySource | undefined {
  return HISTORY_SOURCES.find((source) => source.name === name);
}

/** HISTFILE belongs to the shell that exported it: its file name shows which one; if not, it is the login shell. */
function histFile(env: Variables, shell: string): string[] {
  const { HISTFILE: file, SHELL: login = "" } = env;
  if (!isSet(file)) return [];
  const owner = ["zsh", "bash"].find((name) => basename(file).includes(name)) ?? basename(login);
  return owner === shell ? [file] : [];
}

function inData(env: Variables, path: string): string[] {
  return inHome(env, env.XDG_DATA_HOME, ".local/share").map((dir) => join(dir, path));
}

function inState(env: Variables): string[] {
  return inHome(env, env.XDG_STATE_HOME, ".local/state").map((dir) => join(dir, "zsh/history"));
}
