/** Whether a name from a statement is in a command: a branch, a host, a path, a package or a plain word. */
import { type ParsedCommand as Act, hasVerb, isOneOf, operands } from "../../core/command/parsed-command.ts";
import { isDeed } from "./deeds.ts";
import {
  addedPackages,
  changedBranches,
  changedPaths,
  type Deed,
  isLooking,
  pathOf,
  portsOf,
  pushedTo,
  type Scene,
} from "./scene.ts";
import { isEveryday, programName, type Token } from "./words.ts";

/** Programs that a statement may name besides the one it is about. */
const PROGRAMS = new Set(
  "git npm pnpm yarn bun npx docker podman kubectl helm curl wget terraform tofu cargo pip poetry uv conda python node tsc eslint prettier biome jest vitest pytest sudo ssh scp rsync rm mv cp sed awk grep rg psql mysql redis-cli aws gcloud az ansible brew apt dnf yum pacman systemctl journalctl ffmpeg gh glab rustup rustc rspec bundle gem composer php ruby perl tar gzip zstd mvn gradle dotnet docker-compose alembic prisma".split(
    " ",
  ),
);

export const isProgramToken = (word: string): boolean => PROGRAMS.has(programName(word));

const SHORT: Readonly<Record<string, readonly string[]>> = {
  production: ["prod", "prd", "production", "live"],
  prod: ["prod", "prd", "production"],
  staging: ["staging", "stg", "stage"],
  development: ["dev", "development"],
  kubernetes: ["k8s", "kubernetes"],
  postgres: ["postgres", "psql", "pg_dump", "pg_restore", "postgresql"],
  database: ["db", "database", "postgres", "mysql"],
  home: ["~", "$home"],
  ghcr: ["ghcr.io", "ghcr"],
  ecr: ["amazonaws"],
  s3: ["s3", "s3api"],
  github: ["gh", "github"],
  gitlab: ["glab", "gitlab"],
};

const singular = (word: string): string => word.replace(/(?<=\w{3})s$/, "");

type Where = { readonly deed: Deed; readonly scene: Scene };

/** `after` is the preposition before it: "into" introduces a destination. */
export function isShown(token: Token, after: string, { deed, scene }: Where): boolean {
  const branches = changedBranches(deed);
  if (branches !== undefined) {
    if (token.kind === "path" && hasVerb(deed.act, "add,commit,reset") && isPathNamed(token.text, deed, scene))
      return true;
    return isShownInGit(token, after, deed, branches);
  }
  if (/^[a-z][\w-]*-\*$/i.test(token.text) && isHostLike(token.lower, { deed, scene })) return true;
  if (token.kind === "path" || /[*?]/.test(token.text)) return isPathNamed(token.text, deed, scene);
  const words = after === "" && deed.act.wrappers.length === 0 ? deed.words : scene.words;
  return formsOf(token.lower).some((form) => words.some((word) => hasPart(word, form)));
}

/** "db-*" is also the host that it runs on. */
function isHostLike(pattern: string, { deed, scene }: Where): boolean {
  const names = deed.act.wrappers.length === 0 ? deed.words : scene.words;
  return names.some((word) => !/[\s/]/.test(word) && likeGlob(pattern).test(word.replace(/^.*@|:.*$/g, "")));
}

function formsOf(lower: string): readonly string[] {
  const known = [lower, singular(lower)].find((form) => Object.hasOwn(SHORT, form));
  if (known !== undefined) return SHORT[known] ?? [];
  return lower === singular(lower) ? [lower] : [lower, singular(lower)];
}

/** As an entire word, or between signs: "edge" shows in edge-1, "main" not in domain, and "acme-files" not in acme-files-eu. */
function hasPart(word: string, part: string): boolean {
  for (let at = word.indexOf(part); at >= 0; at = word.indexOf(part, at + 1)) {
    const isStart = at === 0 || !/[a-z0-9]/.test(word[at - 1] ?? "");
    const rest = word.slice(at + part.length);
    const isLonger = part.includes("-") && /^-[a-z]/.test(rest);
    if (isStart && !isLonger && /^(?:s\b|[^a-z]|$)/.test(rest)) return true;
  }
  return false;
}

const ONTO = /^(?:onto|against)$/;

function isShownInGit({ lower, text, kind }: Token, after: string, deed: Deed, branches: readonly string[]): boolean {
  const { act } = deed;
  const [, first, ...others] = operands(act).map(({ value }) => value);
  if (hasVerb(act, "push") && (first === text || formsOf(lower).includes(first?.toLowerCase() ?? ""))) return true;
  const aimsAt = hasVerb(act, "rebase") && ONTO.test(after);
  const isSource = hasVerb(act, "merge") && !/^(?:into|to|on|in|onto)$/.test(after);
  const names = aimsAt || isSource ? [first ?? ""] : branches;
  if (names.some((name) => isBranch(name, text))) return true;
  if (hasVerb(act, "commit,branch")) return others.concat(first ?? "").some((name) => isBranch(name, text));
  return (
    kind === "word" &&
    hasVerb(act, "push") &&
    pushedTo(deed).some((name) => formsOf(lower).includes(name.toLowerCase()))
  );
}

function isBranch(name: string, pattern: string): boolean {
  const plain = name.replace(/^(?:refs\/heads|origin|upstream)\//, "");
  const wanted = pattern.replace(/^origin\//, "").replace(/\/$/, "/*");
  if (/^[a-z]+\/\*$/.test(wanted) && plain.replace(/-(?=\d)/, "/").startsWith(wanted.slice(0, -1))) return true;
  return wanted.includes("*") ? likeGlob(wanted).test(plain) : plain === wanted;
}

function likeGlob(pattern: string): RegExp {
  const escaped = pattern.slice(0, 80).replace(/[.+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replace(/\*+/g, ".*")}$`);
}

/** A path is touched if it, or something under it, is changed. */
export function isPathTouched(path: string, { act }: Deed, { place }: Scene): boolean {
  return changedPaths(act).some((value) => isUnder(value, path) || isUnder(pathOf(value, act, place), path));
}

function isPathNamed(path: string, deed: Deed, scene: Scene): boolean {
  const { act } = deed;
  const values = [...operands(act), ...act.redirects.map(({ target }) => target)].map(({ value }) => value);
  const at = pathOf(".", act, scene.place);
  return (
    values.some((value) => isUnder(value, path) || isUnder(pathOf(value, act, scene.place), path)) ||
    (at !== "." && at !== scene.place.cwd && isUnder(at, path)) ||
    deed.words.some(
      (word) =>
        !word.includes(" ") &&
        [word.replace(/^--?[\w-]+=/, ""), ...word.split(":")].some((part) => isUnder(part, path.toLowerCase())),
    )
  );
}

const tidy = (path: string): string => path.replace(/^\.\//, "").replace(/\/+$/, "");

function isUnder(value: string, path: string): boolean {
  const own = tidy(value);
  const wanted = tidy(path);
  if (/^\*\.\w+$/.test(wanted)) return own.endsWith(wanted.slice(1));
  if (wanted.includes("*") && likeGlob(wanted).test(own)) return true;
  const folder = wanted.replace(/\/?\*+.*$/, "");
  if (folder === "" || folder === ".") return false;
  if (own === folder || own.startsWith(`${folder}/`)) return true;
  return !folder.startsWith("/") && (own.endsWith(`/${folder}`) || own.includes(`/${folder}/`));
}

/** Used by its name: as the program, as a branch, a host, a port, a package, an image, a bucket. */
export function isNamed({ text, lower, kind }: Token, deed: Deed, scene: Scene): boolean {
  const { act } = deed;
  if (isLooking(act)) return false;
  // Something that no longer exists may be cleaned up.
  const isCleared = operands(act).some(({ value }) => isName(value.toLowerCase(), lower));
  if (kind !== "path" && isCleared && (isDeed("uninstall", act) || isDeed("delete", act))) return false;
  if (/^\d{2,5}$/.test(text)) return portsOf(act).includes(text);
  if (addedPackages(act).some((name) => name === lower || name.endsWith(`/${lower}`))) return true;
  if (isOneOf(act, "git"))
    return isBranchUsed(text, act, deed) || (kind === "path" && isPathTouched(text, deed, scene));
  if (
    kind === "path" &&
    /\/|^\.|\.(?:ya?ml|json|toml|lock|md|txt|env|ini|cfg|conf|xml)$/.test(text) &&
    !/^\w+:/.test(text)
  )
    return isPathTouched(text, deed, scene);
  // The name of a program in the arguments of another is not a use of it.
  if (lower.length < 4 || isProgramToken(lower) || isEveryday(lower)) return false;
  return deed.words.slice(1).some((word) => isName(word, lower));
}

function isBranchUsed(text: string, act: Act, deed: Deed): boolean {
  const refs = hasVerb(act, "push")
    ? pushedTo(deed)
    : operands(act)
        .slice(1)
        .flatMap(({ value }) => value.split(/\.{2,3}/));
  const isOfBranches = hasVerb(act, "push,pull,fetch,checkout,switch,rebase,merge,reset,branch,cherry-pick,worktree");
  if (isOfBranches && refs.some((ref) => isBranch(ref, text))) return true;
  return (
    hasVerb(act, "clone,remote add,remote set-url") &&
    refs.some((ref) => hasPart(ref.toLowerCase(), text.toLowerCase()))
  );
}

/** As an entire word, a host or its first part, a value after `=`, an image or a bucket. */
function isName(word: string, name: string): boolean {
  if (word === name || word.endsWith(`=${name}`) || word.endsWith(`:${name}`)) return true;
  if (/\s/.test(word)) return false;
  const host = /^(?:[a-z0-9+]+:\/\/)?(?:[^/@\s]+@)?([^/:\s]+)/.exec(word.replace(/^--?[\w-]+=/, ""))?.[1] ?? "";
  if (host === name || (host.startsWith(`${name}.`) && !/\.(?:\w{1,4})$/.test(name))) return true;
  const inside = word.replace(/^[a-z0-9+]+:\/\//, "");
  if (!inside.includes("/") || /^[.~/]/.test(inside)) return false;
  return inside.split(/[/:@]/).includes(name) && /:|\.[a-z]{2,}\//.test(word);
}
