/** What git says about a change: the difference itself, and the files of a folder as they were before it. */
import { isAbsolute, join, resolve } from "node:path";
import { OldhandError } from "../../core/base/error.ts";
import { bytesFromGit } from "./git.ts";

export type GitPlace = {
  /** The top of the worktree. */
  readonly root: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
};

export type ChangeAsked = "staged" | { readonly range: string };

export type GitChange = {
  readonly diff: string;
  /** The commit that the change starts from; before the first one it has no files. */
  readonly base: string;
  /** The messages of the commits in a range. */
  readonly messages: readonly { readonly commit: string; readonly text: string }[];
};

const LIMIT_MS = 60_000;
const DIFF_BYTES = 512 * 1024 * 1024;
const FILES_BYTES = 64 * 1024 * 1024;

/** Neither programs of the repository's settings, nor its names for things: only the lines. */
const DIFF = [
  ...["-c", "core.quotePath=false", "diff", "--no-color", "--no-ext-diff", "--no-textconv", "--unified=0"],
  ...["--find-renames", "--src-prefix=a/", "--dst-prefix=b/"],
];

export function changeIn(place: GitPlace, asked: ChangeAsked): GitChange {
  if (asked === "staged") {
    const diff = textOf(place, [...DIFF, "--cached", "--"]);
    if (diff === undefined) throw new OldhandError("unreadable", "git could not show what is staged.");
    return { diff, base: "HEAD", messages: [] };
  }
  const [from, to] = endsOf(place, asked.range);
  // What the other side did meanwhile is not part of this change.
  const fork = textOf(place, ["merge-base", from, to])?.trim() || from;
  const diff = textOf(place, [...DIFF, fork, to, "--"]);
  if (diff === undefined) throw new OldhandError("unreadable", `git could not show the range ${asked.range}.`);
  return { diff, base: from, messages: messagesIn(place, `${fork}..${to}`) };
}

function endsOf(place: GitPlace, range: string): readonly [string, string] {
  const [, from = "", to = ""] = /^(.*?)\.{2,3}(.*)$/.exec(range) ?? [];
  if (from === "") throw new OldhandError("usage", `Expected a range A..B, got ${JSON.stringify(range)}.`);
  const [first, last] = [from, to || "HEAD"].map((name) => commitOf(place, name) ?? unknown(name));
  return [first!, last!];
}

function unknown(name: string): never {
  throw new OldhandError(
    "not-found",
    `${JSON.stringify(name)} is not a commit here. In a CI job, fetch the full history first (\`fetch-depth: 0\`).`,
  );
}

function commitOf(place: GitPlace, name: string): string | undefined {
  if (name.startsWith("-")) return undefined;
  const args = ["rev-parse", "--verify", "--quiet", `${name}^{commit}`];
  return textOf(place, args)?.trim() || undefined;
}

function messagesIn(place: GitPlace, range: string): GitChange["messages"] {
  const text = textOf(place, ["log", "--no-show-signature", "--no-merges", "--format=%x1e%H%x1f%B", range, "--"]) ?? "";
  return text.split("\x1e").flatMap((part) => {
    const [commit = "", message] = part.split("\x1f");
    return message === undefined ? [] : [{ commit, text: message.trim() }];
  });
}

export type FileAt = { readonly path: string; readonly bytes: Uint8Array };

/** The files of a folder in a commit. */
export function filesAtCommit(place: GitPlace, commit: string, folder: string): readonly FileAt[] {
  const rows = (textOf(place, ["ls-tree", "-r", "-z", commit, "--", folder]) ?? "").split("\0");
  const found = rows.flatMap((row) => {
    const [, hash, path] = /^100\d+ blob ([0-9a-f]+)\t(.+)$/s.exec(row) ?? [];
    return hash === undefined || path === undefined ? [] : [{ hash, path }];
  });
  if (found.length === 0) return [];
  const input = found.map(({ hash }) => `${hash}\n`).join("");
  const bytes = bytesFromGit(join(place.root, ".git"), asking(place), {
    ...{ args: ["cat-file", "--batch"], input, outputBytes: FILES_BYTES },
  });
  if (bytes === undefined) throw new OldhandError("unreadable", `git could not read ${folder} at ${commit}.`);
  let at = 0;
  return found.map(({ path }) => {
    const end = bytes.indexOf(10, at);
    const size = Number(bytes.toString("latin1", at, end).split(" ")[2]);
    at = end + 1 + size + 1;
    return { path, bytes: bytes.subarray(end + 1, end + 1 + size) };
  });
}

/** Who committed a file first. */
export function committerOf(place: GitPlace, commit: string, path: string): string | undefined {
  const text = textOf(place, ["log", "--no-show-signature", "--diff-filter=A", "--format=%an", commit, "--", path]);
  return text?.trim().split("\n").at(-1) || undefined;
}

function textOf(place: GitPlace, args: readonly string[]): string | undefined {
  const gitDir = join(place.root, ".git");
  return bytesFromGit(gitDir, asking(place), { args, outputBytes: DIFF_BYTES })?.toString("utf8");
}

/** `git commit -a` and `git commit FILE` make a commit from an index of their own, and name it to their hooks. */
function asking({ root, variables }: GitPlace) {
  const index = variables.GIT_INDEX_FILE;
  const own = index === undefined ? {} : { GIT_INDEX_FILE: isAbsolute(index) ? index : resolve(root, index) };
  return { env: variables, limitMs: LIMIT_MS, variables: own };
}
