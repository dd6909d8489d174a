/** The files that decide which programs git starts: settings with their includes, hooks, attributes, submodules. */
import { existsSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { fileText, isFile, sortedNames, upFrom } from "./read-paths.ts";
import { isMachineWide } from "./tables.ts";

type GitCode = {
  readonly files: readonly string[];
  /** Programs that git's settings name, and hooks: what they start is not known. */
  readonly starts: readonly string[];
  readonly hooks: readonly string[];
};

type GitPlace = { readonly home: string | undefined; readonly env: Readonly<Record<string, string | undefined>> };

export function gitCode(directory: string, { home, env }: GitPlace): GitCode {
  const found = findGitDirectory(directory);
  const settings = [
    "/etc/gitconfig",
    ...(home === undefined ? [] : [join(home, ".gitconfig")]),
    ...xdgFiles(home, env),
    ...(found?.directories ?? []).flatMap((one) => [join(one, "config"), join(one, "config.worktree")]),
  ];
  const read: Settings = { files: new Set(), hookFolders: [], starts: new Set() };
  const top = found?.top ?? directory;
  for (const file of settings) readSettings(file, { top, home, depth: 0 }, read);
  const hooks = [...(found?.directories ?? []).map((one) => join(one, "hooks")), ...read.hookFolders].flatMap(hooksIn);
  return {
    files: [...read.files, ...(found?.directories ?? []).flatMap(gitCodeIn), ...hooks],
    starts: [...read.starts],
    hooks,
  };
}

/** The files in a git directory that git runs, or that name what it runs; also of its submodules. */
export function gitCodeIn(gitDirectory: string): string[] {
  const own = ["config", "config.worktree", "info/attributes"].map((name) => join(gitDirectory, name));
  const modules = join(gitDirectory, "modules");
  return [
    ...own.filter(existsSync),
    ...hooksIn(join(gitDirectory, "hooks")),
    ...sortedNames(modules).flatMap((name) => moduleCode(join(modules, name))),
  ];
}

/** A submodule with a slash in its name is nested deeper. */
function moduleCode(path: string): string[] {
  if (existsSync(join(path, "HEAD"))) return gitCodeIn(path);
  return sortedNames(path).flatMap((name) => (existsSync(join(path, name, "HEAD")) ? gitCodeIn(join(path, name)) : []));
}

function hooksIn(folder: string): string[] {
  return sortedNames(folder)
    .filter((name) => !name.endsWith(".sample"))
    .map((name) => join(folder, name));
}

function xdgFiles(home: string | undefined, { XDG_CONFIG_HOME: own }: GitPlace["env"]): string[] {
  const base = own !== undefined && isAbsolute(own) ? own : home === undefined ? undefined : join(home, ".config");
  return base === undefined ? [] : [join(base, "git/config"), join(base, "git/attributes")];
}

/** The top of the worktree, with its git directory and the one that it shares with other worktrees. */
function findGitDirectory(from: string): { readonly top: string; readonly directories: readonly string[] } | undefined {
  const top = upFrom(from).find((directory) => existsSync(join(directory, ".git")));
  if (top === undefined) return undefined;
  const dotGit = join(top, ".git");
  const pointed = /^gitdir:\s*(.+?)\s*$/m.exec(fileText(dotGit))?.[1];
  const own = pointed === undefined ? dotGit : resolve(top, pointed);
  const shared = fileText(join(own, "commondir")).trim();
  return { top, directories: shared === "" ? [own] : [own, resolve(own, shared)] };
}

type Settings = { readonly files: Set<string>; readonly hookFolders: string[]; readonly starts: Set<string> };

const NAMES_PROGRAM =
  /^(?:fsmonitor|pager|editor|sequenceeditor|sshcommand|askpass|gitproxy|external|textconv|command|clean|smudge|process|driver|helper|program|cmd|path|uploadpack|receivepack|tool)$/i;
type Reading = { readonly top: string; readonly home: string | undefined; readonly depth: number };

const MOST_INCLUDES = 8;

function readSettings(file: string, reading: Reading, found: Settings): void {
  const text = fileText(file);
  if (text === "" || found.files.has(file) || reading.depth > MOST_INCLUDES) return;
  found.files.add(file);
  let section = "";
  for (const line of text.split("\n")) {
    section = /^\s*\[\s*([\w.-]+)/.exec(line)?.[1]?.toLowerCase() ?? section;
    const [, key = "", value = ""] = /^\s*(?:\[[^\]]*\]\s*)?([\w-]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (key === "" || value === "") continue;
    const plain = value.replace(/["\\]/g, "").replace(/^!/, "");
    if (/^include/.test(section) && key.toLowerCase() === "path")
      readSettings(pathIn(plain, dirname(file), reading.home), { ...reading, depth: reading.depth + 1 }, found);
    else if (key.toLowerCase() === "hookspath") found.hookFolders.push(pathIn(plain, reading.top, reading.home));
    else {
      const named = plain.split(/\s+/).map((word) => pathIn(word, reading.top, reading.home));
      for (const path of named.filter(isFile)) {
        found.files.add(path);
        if (NAMES_PROGRAM.test(key) && !isMachineWide(path)) found.starts.add(path);
      }
    }
  }
}

function pathIn(value: string, base: string, home: string | undefined): string {
  return value.startsWith("~/") && home !== undefined ? join(home, value.slice(2)) : resolve(base, value);
}
