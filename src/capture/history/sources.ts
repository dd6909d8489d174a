/** The table of shell histories that can be imported: the name of each, its files, and its reader. */
import { basename, join } from "node:path";
import type { Actor, Shell } from "../../core/event/event.ts";
import { foundFiles, inHome, isSet, type Variables } from "../source-files.ts";
import { ATUIN } from "./atuin.ts";
import { HISHTORY } from "./hishtory.ts";
import { MCFLY } from "./mcfly.ts";
import { NUSHELL, readNushellText } from "./nushell.ts";
import type { HistoryTable } from "./rows.ts";
import { readBashHistory, readFishHistory, readPowershellHistory, readZshHistory } from "./shell-files.ts";
import { ZSH_HISTDB } from "./zsh-histdb.ts";

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

export type Source = {
  readonly name: string;
  readonly shell: Shell;
  /** How its file is read: lines, or the rows of a database, which the store opens. */
  readonly read: ReadEntries | HistoryTable;
  /** Paths of its files; a star in the last part matches every file of that form. */
  readonly places: (env: Variables) => readonly string[];
};

export type Found = { readonly name: string; readonly file: string; readonly bytes: number };

/** The histories on this machine that are not empty, each file once. */
export function findSources(env: Variables): Found[] {
  return foundFiles(SOURCES, env).map(({ source, file, bytes }) => ({ name: source.name, file, bytes }));
}

export const SOURCES: readonly Source[] = [
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
    read: ATUIN,
    places: (env) => [...(isSet(env.ATUIN_DB_PATH) ? [env.ATUIN_DB_PATH] : []), ...inData(env, "atuin/history.db")],
  },
  {
    name: "mcfly",
    shell: "sh",
    read: MCFLY,
    places: (env) => [
      ...inData(env, "mcfly/history.db"),
      ...inHome(env, undefined, ".mcfly/history.db"),
      ...inHome(env, undefined, "Library/Application Support/McFly/history.db"),
    ],
  },
  {
    name: "hishtory",
    shell: "sh",
    read: HISHTORY,
    places: (env) => inHome(env, undefined, env.HISHTORY_PATH || ".hishtory").map((dir) => join(dir, ".hishtory.db")),
  },
  {
    name: "zsh-histdb",
    shell: "zsh",
    read: ZSH_HISTDB,
    places: (env) => [
      ...(isSet(env.HISTDB_FILE) ? [env.HISTDB_FILE] : []),
      ...inHome(env, undefined, ".histdb/zsh-history.db"),
    ],
  },
  { name: "nushell", shell: "nu", read: NUSHELL, places: (env) => inNushell(env, "history.sqlite3") },
  { name: "nushell-text", shell: "nu", read: readNushellText, places: (env) => inNushell(env, "history.txt") },
];

/** Whether its history is a database. */
export function isTable(read: Source["read"]): read is HistoryTable {
  return typeof read !== "function";
}

export function sourceNamed(name: string): Source | undefined {
  return SOURCES.find((source) => source.name === name);
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

function inNushell(env: Variables, name: string): string[] {
  const folders = [
    ...inHome(env, env.XDG_CONFIG_HOME, ".config").map((dir) => join(dir, "nushell")),
    ...inHome(env, undefined, "Library/Application Support/nushell"),
  ];
  return folders.map((dir) => join(dir, name));
}
