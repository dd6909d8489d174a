/** The files and folders that a statement names, and which of them exist on this machine only. */

import { innerPath, type Predicate } from "../predicate.ts";
import type { Repo } from "../repo.ts";

const ENDING =
  /\.(?:[cm]?[jt]sx?|jsonc?|json5|ya?ml|toml|md|mdx|mdc|txt|rst|html?|css|scss|less|py|pyi|ipynb|rb|go|rs|java|kts?|scala|swift|c|h|cc|cpp|hpp|cs|php|ex|exs|erl|hs|lua|pl|r|sh|bash|zsh|fish|ps1|sql|graphql|proto|tf|hcl|nix|xml|svg|ini|cfg|conf|env|lock|lockb|mod|sum|gradle|vue|svelte|astro|prisma|mk|just|csv)$/i;
const NAMES =
  /^(?:Makefile|GNUmakefile|Dockerfile|Containerfile|justfile|Justfile|Procfile|Gemfile|Rakefile|Pipfile|Jenkinsfile|Vagrantfile|CODEOWNERS|LICENSE|\.env\.(?:example|sample|template)|\.[a-z][\w.-]*(?:rc|ignore|versions?|attributes))$/;

/** One word of a text or of a command as a path; undefined where it does not look like one. */
export function pathOf(word: string): Predicate | undefined {
  const bare = word
    .replace(/^["'(<[]+/, "")
    .replace(/(?::\d{1,6}){1,2}$|#[\w-]*$/, "")
    .replace(/[.,:;!?)\]>"']{1,8}$/, "")
    .replace(/(?::\d{1,6}){1,2}$/, "");
  if (bare.length > 200 || /^[-@]|[*{}$<>=|&]|:\/\//.test(bare)) return undefined;
  if (!bare.includes("/") && !ENDING.test(bare) && !NAMES.test(bare)) return undefined;
  const path = innerPath(bare);
  return path === undefined ? undefined : { kind: "path", path };
}

/** Paths among the words of a command; what it writes to is no part of the tree. */
export function pathsInCommand(line: string): Predicate[] {
  const words = line.replace(/(?:>>?|\s(?:-o|--out\S*))\s*\S+/g, " ").split(/\s+/);
  return words.map(pathOf).filter((path) => path !== undefined);
}

/** What is there on one machine and not on the next proves nothing by being gone. */
export function isLocal(path: string, repo: Repo): boolean {
  const parts = path.split("/");
  if (parts.some((part) => LOCAL.test(part))) return true;
  const prefixes = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
  const ignored = (repo.read(".gitignore", 65_536) ?? "").split(/\r?\n/).slice(0, MOST_IGNORED);
  return ignored.some((line) => ignores(line.trim().replace(/\/$/, ""), { parts, prefixes }));
}

const MOST_IGNORED = 500;

type Parts = { readonly parts: readonly string[]; readonly prefixes: readonly string[] };

/** Names with at most one star, which is most lines; the file is the repository's, so nothing in it may cost time. */
function ignores(line: string, { parts, prefixes }: Parts): boolean {
  if (line === "" || /^[#!]/.test(line)) return false;
  const pattern = line.replace(/^\*\*\//, "");
  const [start = "", end, more] = pattern.replace(/^\//, "").split("*");
  if (more !== undefined) return false;
  return (pattern.includes("/") ? prefixes : parts).some((name) =>
    end === undefined
      ? name === start
      : name.length >= start.length + end.length && name.startsWith(start) && name.endsWith(end),
  );
}

const LOCAL =
  /^(?:\.env(?!\.(?:example|sample|template|dist)$).*|\.git|node_modules|dist|build|out|target|coverage|\.?venv|__pycache__|\.next|\.turbo|\.cache|tmp|temp|logs?|.*\.(?:log|db|sqlite3?|pid|sock|tmp)|\.DS_Store|.*\.local(?:\..*)?)$/;
