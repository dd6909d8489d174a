/** The table of shell histories that can be imported: the name of each, its files, and its reader. */
import { realpathSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { Shell } from "../../core/event/event.ts";
import { filesAt, inHome, isSet, type Variables } from "../source-files.ts";
import type { ReadEntries } from "./history-entry.ts";
import { readBashHistory } from "./readers/bash.ts";
import { readFishHistory } from "./readers/fish.ts";
import { readPowershellHistory } from "./readers/powershell.ts";
import { readZshHistory } from "./readers/zsh.ts";

export type Source = {
  readonly name: string;
  readonly shell: Shell;
  /** Absent for atuin: the store opens its database and `readAtuin` reads it. */
  readonly read?: ReadEntries;
  /** Paths of its files; a star in the last part matches every file of that form. */
  readonly places: (env: Variables) => readonly string[];
};

export type Found = { readonly name: string; readonly file: string; readonly bytes: number };

/** The histories on this machine that are not empty, each file once. They are only read, never written. */
export function findSources(env: Variables): Found[] {
  const seen = new Set<string>();
  return SOURCES.flatMap((source) =>
    source
      .places(env)
      .flatMap(filesAt)
      .flatMap((file) => {
        const stat = statSync(file);
        if (!stat.isFile() || stat.size === 0 || seen.has(realpathSync(file))) return [];
        seen.add(realpathSync(file));
        return [{ name: source.name, file, bytes: stat.size }];
      }),
  );
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
    places: (env) => [...(isSet(env.ATUIN_DB_PATH) ? [env.ATUIN_DB_PATH] : []), ...inData(env, "atuin/history.db")],
  },
];

export function sourceNamed(name: string): Source | undefined {
  return SOURCES.find((source) => source.name === name);
}

/** HISTFILE belongs to the shell that exported it: its file name says which one, or else it is the login shell. */
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
