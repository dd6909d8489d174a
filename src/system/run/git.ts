/** Asks git for the first commits of a repository and the files of its last one, without trusting the repository's settings or the caller's. */
import { existsSync } from "node:fs";
import { join } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

type Asking = {
  /** Only the variables needed to find git are passed on. */
  readonly env: Environment;
  /** First commits known from before: those that are still in the repository count as its own. */
  readonly earlier?: readonly string[];
  readonly limitMs?: number;
  /** Set besides: the index that a commit is made from. */
  readonly variables?: Readonly<Record<string, string>>;
};

const LIMIT_MS = 2000;
const OUTPUT_BYTES = 65_536;
const INHERITED = ["PATH", "Path", "SystemRoot", "TMPDIR", "TEMP"];
const NULL_DEVICE = process.platform === "win32" ? "NUL" : "/dev/null";

/**
 * The parentless commits that HEAD descends from, sorted. Other branches are ignored: an orphan branch (pages, notes, a
 * stash) would make it look like another project. Empty if they are unknown: no commits, a shallow clone, no git, a timeout.
 */
export function rootCommits(commonDir: string, asking: Asking): string[] {
  // A shallow clone ends where it was cut, not at its first commit.
  if (existsSync(join(commonDir, "shallow"))) return [];
  const found = lines(git(commonDir, asking, { args: ["rev-list", "--max-parents=0", "HEAD", "--"] })).filter(isCommit);
  const earlier = (asking.earlier ?? []).filter(isCommit);
  // A rewritten history or an orphan branch: if the earlier first commits are still there, the repository was not replaced.
  const doubt = found.length > 0 && !found.some((commit) => earlier.includes(commit));
  return [...found, ...(doubt ? held(commonDir, asking, earlier) : [])].toSorted();
}

/** The hash of each file below a folder in the last commit, by its path; empty if it is not committed or cannot be told. */
export function committedFiles(commonDir: string, folder: string, asking: Asking): ReadonlyMap<string, string> {
  const args = ["ls-tree", "-r", "-z", "HEAD", "--", folder];
  const rows = git(commonDir, asking, { args, outputBytes: 4 * 1024 * 1024 }).split("\0");
  return new Map(
    rows.flatMap((row) => {
      const [, hash, path] = /^\d+ blob ([0-9a-f]+)\t(.+)$/s.exec(row) ?? [];
      return hash === undefined || path === undefined ? [] : [[path, hash] as const];
    }),
  );
}

export type GitCommit = {
  readonly hash: string;
  readonly atMs: number;
  readonly author: string;
  readonly message: string;
  readonly files: readonly string[];
};

type LogAsk = { readonly range: string; readonly skip: number; readonly most: number };

/** Commits without merges, the newest first; empty at the end, or if git does not answer. */
export function commitLog(commonDir: string, { range, skip, most }: LogAsk, asking: Asking): GitCommit[] {
  const args = [
    ...["-c", "core.quotePath=false", "log", "--no-merges", "--no-show-signature", "--name-only"],
    ...[`--max-count=${most}`, `--skip=${skip}`, "--format=%x1e%H%x1f%ct%x1f%an%x1f%B%x1f", range, "--"],
  ];
  return git(commonDir, asking, { args, outputBytes: LOG_BYTES })
    .split("\x1e")
    .flatMap((part): GitCommit[] => {
      const [hash = "", seconds, author = "", message = "", names = ""] = part.split("\x1f");
      if (!isCommit(hash)) return [];
      return [{ hash, atMs: Number(seconds) * 1000, author, message: message.trim(), files: lines(names) }];
    });
}

const LOG_BYTES = 8 * 1024 * 1024;

/** The commit that is checked out; undefined if it cannot be told. */
export function headCommit(commonDir: string, asking: Asking): string | undefined {
  return lines(git(commonDir, asking, { args: ["rev-parse", "--verify", "HEAD"] })).find(isCommit);
}

function held(commonDir: string, asking: Asking, commits: readonly string[]): string[] {
  if (commits.length === 0) return [];
  const format = "--batch-check=%(objectname) %(objecttype)";
  const answers = lines(git(commonDir, asking, { args: ["cat-file", format], input: `${commits.join("\n")}\n` }));
  return commits.filter((commit) => answers.includes(`${commit} commit`));
}

type GitCall = { readonly args: readonly string[]; readonly input?: string; readonly outputBytes?: number };

const git = (gitDir: string, asking: Asking, call: GitCall): string =>
  bytesFromGit(gitDir, asking, call)?.toString("utf8") ?? "";

/** What git prints; undefined if it failed, took too long or printed too much. */
export function bytesFromGit(gitDir: string, asking: Asking, call: GitCall): Buffer | undefined {
  const guards = [
    "--no-pager",
    "--no-replace-objects",
    `--git-dir=${gitDir}`,
    ...["-c", "core.fsmonitor=false", "-c", `core.hooksPath=${NULL_DEVICE}`, "-c", "safe.directory=*"],
  ];
  const result = process.getBuiltinModule("node:child_process").spawnSync("git", [...guards, ...call.args], {
    // Not in the repository: a PATH with a dot in it would run programs from there.
    cwd: "/",
    env: { ...inherited(asking.env), ...GIT_ENVIRONMENT, ...asking.variables },
    input: call.input ?? "",
    stdio: ["pipe", "pipe", "ignore"],
    timeout: asking.limitMs ?? LIMIT_MS,
    killSignal: "SIGKILL",
    maxBuffer: call.outputBytes ?? OUTPUT_BYTES,
    windowsHide: true,
  });
  return result.status === 0 ? result.stdout : undefined;
}

/** No foreign settings, prompts, locks or transports: fetching a missing object could run a configured command. */
const GIT_ENVIRONMENT: Readonly<Record<string, string>> = {
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: NULL_DEVICE,
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  GIT_NO_LAZY_FETCH: "1",
  GIT_ALLOW_PROTOCOL: "none",
  LC_ALL: "C",
};

function inherited(env: Environment): Record<string, string> {
  const entries = INHERITED.map((name) => [name, env[name]] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function lines(text: string): string[] {
  return text.split("\n").filter((line) => line !== "");
}

function isCommit(text: string): boolean {
  return /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(text);
}
