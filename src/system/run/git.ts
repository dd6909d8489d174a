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

export type LogAsk = {
  /** Where reading goes on from. */
  readonly tips: readonly string[];
  /** These and what comes before them are known. Those that are gone are ignored. */
  readonly known: readonly string[];
  readonly most: number;
};

export type LogPage = {
  /** Without merges, the newest first. */
  readonly commits: readonly GitCommit[];
  /** How many commits were walked, with merges. */
  readonly walked: number;
  /** The commits that come next; none at the end. */
  readonly next: readonly string[];
};

/** A page of the history; undefined if git does not answer. */
export function commitLog(commonDir: string, { tips, known, most }: LogAsk, asking: Asking): LogPage | undefined {
  const args = [
    ...["-c", "core.quotePath=false", "log", "--no-show-signature", "--name-only", "--boundary", "--ignore-missing"],
    ...[`--max-count=${most}`, "--format=%x1e%m%x1f%H%x1f%P%x1f%ct%x1f%an%x1f%B%x1f"],
    ...[...tips, ...known.map((hash) => `^${hash}`), "--"],
  ];
  const printed = answered(commonDir, asking, { args, outputBytes: LOG_BYTES });
  if (printed === undefined) return undefined;
  const commits: GitCommit[] = [];
  const next: string[] = [];
  let walked = 0;
  for (const part of printed.split("\x1e")) {
    const [mark, hash = "", parents = "", seconds, author = "", message = "", names = ""] = part.split("\x1f");
    if (!isCommit(hash)) continue;
    if (mark === "-") {
      if (!known.includes(hash)) next.push(hash);
      continue;
    }
    walked += 1;
    if (!parents.includes(" "))
      commits.push({ hash, atMs: Number(seconds) * 1000, author, message: message.trim(), files: lines(names) });
  }
  return { commits, walked, next: walked < most ? [] : next };
}

const LOG_BYTES = 8 * 1024 * 1024;

/** The commit that a name stands for; undefined if it cannot be told. */
export function commitNamed(commonDir: string, name: string, asking: Asking): string | undefined {
  return lines(git(commonDir, asking, { args: ["rev-parse", "--verify", "--end-of-options", name] })).find(isCommit);
}

function held(commonDir: string, asking: Asking, commits: readonly string[]): string[] {
  if (commits.length === 0) return [];
  const format = "--batch-check=%(objectname) %(objecttype)";
  const answers = lines(git(commonDir, asking, { args: ["cat-file", format], input: `${commits.join("\n")}\n` }));
  return commits.filter((commit) => answers.includes(`${commit} commit`));
}

type GitCall = { readonly args: readonly string[]; readonly input?: string; readonly outputBytes?: number };

const git = (gitDir: string, asking: Asking, call: GitCall): string => answered(gitDir, asking, call) ?? "";

const answered = (gitDir: string, asking: Asking, call: GitCall): string | undefined =>
  bytesFromGit(gitDir, asking, call)?.toString("utf8");

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
