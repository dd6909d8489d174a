/** The one table of histories that can be imported: what each is called, where it lies, how it is read. */
import { existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { Shell } from "../core/event/event.ts";
import { readBashHistory } from "./bash-history.ts";
import { readFishHistory } from "./fish-history.ts";
import { readPowershellHistory } from "./powershell-history.ts";
import type { ReadEntries } from "./told.ts";
import { readZshHistory } from "./zsh-history.ts";

type Variables = Readonly<Record<string, string | undefined>>;

export type Source = {
  readonly name: string;
  readonly shell: Shell;
  /** Absent for atuin: its database is opened by the store and read by `readAtuin`. */
  readonly read?: ReadEntries;
  /** Where it may lie; a last part with a star stands for every file of that form. */
  readonly places: (env: Variables) => readonly string[];
};

export type Found = { readonly name: string; readonly file: string; readonly bytes: number };

/** The histories on this machine that hold something, each file once. Nothing is ever written to them. */
export function findSources(env: Variables): Found[] {
  const seen = new Set<string>();
  return SOURCES.flatMap((source) =>
    source
      .places(env)
      .flatMap(filesAt)
      .flatMap((file) => {
        const bytes = sizeOf(file);
        if (bytes === 0 || seen.has(realpathSync(file))) return [];
        seen.add(realpathSync(file));
        return [{ name: source.name, file, bytes }];
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
    places: (env) => [...histFile(env, "bash"), ...inHome(env, ".bash_history")],
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

/** HISTFILE names the history of whichever shell exported it: its name tells, or else the login shell. */
function histFile(env: Variables, shell: string): string[] {
  const { HISTFILE: file, SHELL: login = "" } = env;
  if (!isSet(file)) return [];
  const owner = ["zsh", "bash"].find((name) => basename(file).includes(name)) ?? basename(login);
  return owner === shell ? [file] : [];
}

function inHome({ HOME: home }: Variables, path: string): string[] {
  return isSet(home) ? [join(home, path)] : [];
}

function inData(env: Variables, path: string): string[] {
  return isSet(env.XDG_DATA_HOME) ? [join(env.XDG_DATA_HOME, path)] : inHome(env, join(".local/share", path));
}

function inState(env: Variables): string[] {
  const path = "zsh/history";
  return isSet(env.XDG_STATE_HOME) ? [join(env.XDG_STATE_HOME, path)] : inHome(env, join(".local/state", path));
}

function filesAt(place: string): string[] {
  const [before = "", after] = basename(place).split("*");
  if (after === undefined) return existsSync(place) ? [place] : [];
  const dir = join(place, "..");
  if (!existsSync(dir)) return [];
  return readdirSync(dir)
    .filter((name) => name.startsWith(before) && name.endsWith(after))
    .sort()
    .map((name) => join(dir, name));
}

function sizeOf(file: string): number {
  const stat = statSync(file);
  return stat.isFile() ? stat.size : 0;
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== "";
}
