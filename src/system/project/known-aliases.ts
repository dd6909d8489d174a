/** The aliases that a person's shells and git have: read from their settings, so that `gp -f` is known as `git push -f`. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const SHELL_FILES = [".bash_aliases", ".bashrc", ".bash_profile", ".zshrc", ".aliases", ".config/fish/config.fish"];
const GIT_FILES = [".gitconfig", ".config/git/config"];
const MOST_BYTES = 256 * 1024;

type Places = { readonly home: string | undefined; readonly root: string | undefined };

/** By name: `gp`, or `git st` for an alias of git. Files are read again only if they changed. */
export function knownAliases({ home, root }: Places): (name: string) => string | undefined {
  const shells = home === undefined ? [] : SHELL_FILES.map((file) => join(home, file));
  const git = [
    ...(home === undefined ? [] : GIT_FILES.map((file) => join(home, file))),
    ...(root === undefined ? [] : [join(root, ".git", "config")]),
  ];
  return (name) => {
    const isGit = name.startsWith("git ");
    const key = isGit ? name.slice(4) : name;
    for (const file of isGit ? git : shells) {
      const line = aliasesIn(file, isGit ? gitAliases : shellAliases).get(key);
      if (line !== undefined) return line;
    }
    return undefined;
  };
}

type Known = { readonly stamp: string; readonly aliases: ReadonlyMap<string, string> };

const READ = new Map<string, Known>();

function aliasesIn(file: string, read: (text: string) => ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats?.isFile() !== true || stats.size > MOST_BYTES) return new Map();
  const stamp = `${stats.mtimeMs} ${stats.size}`;
  const known = READ.get(file);
  if (known?.stamp === stamp) return known.aliases;
  let aliases: ReadonlyMap<string, string>;
  try {
    aliases = read(readFileSync(file, "utf8"));
  } catch {
    return new Map(); // not readable for us: then its aliases are not known
  }
  READ.set(file, { stamp, aliases });
  return aliases;
}

/** `alias gp='git push'`; fish also writes `alias gp 'git push'`. */
export function shellAliases(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const line of text.split("\n")) {
    const [, name, single, double, bare] =
      /^\s*alias\s+(?:-[a-z]+\s+)?([\w.:-]+)(?:=|\s+)(?:'([^']*)'|"([^"$`\\]*)"|([^\s'"$`;]+))\s*(?:#.*)?$/.exec(
        line,
      ) ?? [];
    const value = single ?? double ?? bare;
    if (name !== undefined && value !== undefined) found.set(name, value);
  }
  return found;
}

/** The section `[alias]` of a git config; `!` starts a shell command. */
export function gitAliases(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let isAlias = false;
  for (const line of text.split("\n")) {
    if (/^\s*\[/.test(line)) isAlias = /^\s*\[alias\]/i.test(line);
    const [, name, value] = (isAlias && /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(line)) || [];
    if (name === undefined || value === undefined || value === "") continue;
    const plain = value.replace(/^"(.*)"$/, "$1");
    found.set(name, plain.startsWith("!") ? plain.slice(1) : `git ${plain}`);
  }
  return found;
}
