/** The local git repository through which a person's machines exchange files; only git's plumbing, no work tree. */
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { OldhandError } from "../../core/base/error.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export type GitOptions = {
  readonly env: Environment;
  readonly limitMs: number;
  /** False: never asks for a password or a host key. */
  readonly mayAsk: boolean;
};

/** A file of a commit: one that git has already, or a new content. */
export type CommitFile = { readonly oid: string } | { readonly content: string };

type Fetched = "fetched" | "empty";
type Pushed = "pushed" | "rejected";

export type SyncRepository = ReturnType<typeof openSyncRepository>;

const BRANCH = "refs/heads/oldhand";
const THEIRS = "refs/remotes/there/oldhand";
/** A commit until our branch moves to it. */
const NEXT = "refs/oldhand/next";
const NULL_DEVICE = process.platform === "win32" ? "NUL" : "/dev/null";
/** Loose objects of git: every round adds some, and each is a file. */
const MOST_LOOSE = 1000;
const MOST_BYTES = 512 * 1024 * 1024;
/** Ended because it took too long, and not installed. */
const TOO_LONG = 124;
const MISSING = 127;
const NOT_RUN: ReadonlySet<number> = new Set([TOO_LONG, MISSING]);

export function openSyncRepository(directory: string, options: GitOptions) {
  const git = (args: readonly string[], input?: string) => runGit(["--git-dir", directory, ...args], options, input);
  let isDamaged = false;
  const demand = async (args: readonly string[], input?: string): Promise<Buffer> => {
    const done = await git(args, input);
    if (done.status === 0) return done.output;
    isDamaged = !NOT_RUN.has(done.status);
    throw failure(args[0] ?? "", done.error);
  };
  const oidOf = async (ref: string): Promise<string | undefined> => {
    const found = await git(["rev-parse", "--verify", "--quiet", `${ref}^{commit}`]);
    return found.status === 0 ? found.output.toString().trim() : undefined;
  };
  return {
    async ensure(): Promise<void> {
      if (existsSync(`${directory}/HEAD`)) return;
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      await demand(["init", "--quiet", "--bare", directory]);
    },
    /** Whether git could not read or write it: a git that was killed leaves locks, and a power cut leaves less. */
    isDamaged: (): boolean => isDamaged,
    /** It is only a copy: what the remotes have is fetched again, and what they do not have was not agreed on. */
    discard(): void {
      rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 });
      isDamaged = false;
    },
    own: () => oidOf(BRANCH),
    theirs: () => oidOf(THEIRS),
    /** Gets the branch of the remote; `empty` if it has none yet. Throws if it cannot be reached. */
    async receive(url: string): Promise<Fetched> {
      const done = await git([
        "fetch",
        "--quiet",
        "--no-tags",
        "--force",
        "--end-of-options",
        url,
        `${BRANCH}:${THEIRS}`,
      ]);
      if (done.status === 0) return "fetched";
      if (!/couldn't find remote ref/.test(done.error)) {
        isDamaged = done.error.includes(`${directory}/`) && !NOT_RUN.has(done.status);
        throw isDamaged ? failure("fetch", done.error) : unreachable(url, done.error);
      }
      await git(["update-ref", "-d", THEIRS]);
      return "empty";
    },
    /** The files of a commit: path and object id. */
    async list(commit: string): Promise<ReadonlyMap<string, string>> {
      const text = (await demand(["ls-tree", "-r", "-z", commit])).toString();
      const rows = text.split("\0").filter((row) => row !== "");
      return new Map(
        rows.flatMap((row): [string, string][] => {
          const [, type, oid, path] = /^\d+ (\w+) ([0-9a-f]+)\t(.*)$/s.exec(row) ?? [];
          return type === "blob" && oid !== undefined && path !== undefined ? [[path, oid]] : [];
        }),
      );
    },
    /** The contents of these objects; those that are missing or not text are left out. */
    async read(oids: readonly string[]): Promise<ReadonlyMap<string, string>> {
      if (oids.length === 0) return new Map();
      const output = await demand(["cat-file", "--batch"], `${[...new Set(oids)].join("\n")}\n`);
      return batchContents(output);
    },
    /**
     * Writes a commit with exactly these files and moves our branch to it. Without parents, history starts again.
     * Undefined if another process moved the branch since it was at `from`.
     */
    async commit(
      files: ReadonlyMap<string, CommitFile>,
      { parents, from, atMs, message }: CommitInfo,
    ): Promise<string | undefined> {
      const seconds = Math.floor(atMs / 1000);
      const [first, ...others] = parents;
      const head = [
        `commit ${NEXT}`,
        "mark :1",
        `committer oldhand <oldhand@localhost> ${seconds} +0000`,
        data(message),
        ...(first === undefined ? [] : [`from ${first}`]),
        ...others.map((parent) => `merge ${parent}`),
        "deleteall",
      ];
      const changes = [...files].map(([path, file]) =>
        "oid" in file
          ? `M 100644 ${file.oid} ${quotedPath(path)}`
          : `M 100644 inline ${quotedPath(path)}\n${data(file.content)}`,
      );
      // What a stopped round left would become the parent of a commit without `from`.
      const start = `reset ${NEXT}\n`;
      const written = await demand(
        // With `--done`, input that ends early because we are killed is not taken for all files.
        ["fast-import", "--quiet", "--force", "--done", "--date-format=raw"],
        `${[start, ...head, ...changes].join("\n")}\n\nget-mark :1\ndone\n`,
      );
      const oid = written.toString().trim();
      const moved = await git(["update-ref", BRANCH, oid, from ?? ""]);
      await git(["update-ref", "-d", NEXT]);
      if (moved.status === 0) return oid;
      if ((await oidOf(BRANCH)) !== from) return undefined;
      isDamaged = !NOT_RUN.has(moved.status);
      throw failure("update-ref", moved.error);
    },
    /** `expected` is what the remote's branch has to be; it is replaced even if its history is another one. */
    async push(url: string, expected: string | undefined): Promise<Pushed> {
      const lease = `--force-with-lease=${BRANCH}:${expected ?? ""}`;
      const done = await git(["push", "--quiet", "--no-verify", lease, "--end-of-options", url, `${BRANCH}:${BRANCH}`]);
      if (done.status === 0) return "pushed";
      if (/\[rejected\]|stale info|\[remote rejected\]|failed to update ref|cannot lock ref/.test(done.error))
        return "rejected";
      throw unreachable(url, done.error);
    },
    /** Packs what many rounds have left behind; cheap if there is little. */
    async tidy(): Promise<void> {
      await git(["-c", `gc.auto=${MOST_LOOSE}`, "-c", "gc.autoDetach=false", "gc", "--auto", "--quiet"]);
    },
    /** Deletes everything that no branch has any more. */
    async prune(): Promise<void> {
      for (const ref of [THEIRS, NEXT]) await git(["update-ref", "-d", ref]);
      await git(["reflog", "expire", "--expire=now", "--all"]);
      await demand(["gc", "--quiet", "--prune=now"]);
    },
  };
}

type CommitInfo = {
  readonly parents: readonly string[];
  readonly from: string | undefined;
  readonly atMs: number;
  readonly message: string;
};

/** Makes an empty or missing folder a bare repository, so that any folder can be a remote. */
export async function makeBareRepository(directory: string, options: GitOptions): Promise<void> {
  const done = await runGit(["init", "--quiet", "--bare", directory], options);
  if (done.status !== 0) throw failure("init", done.error);
}

export async function isRepository(directory: string, options: GitOptions): Promise<boolean> {
  return (await runGit(["-C", directory, "rev-parse", "--git-dir"], options)).status === 0;
}

type GitRun = { readonly status: number; readonly output: Buffer; readonly error: string };

async function runGit(args: readonly string[], { env, limitMs, mayAsk }: GitOptions, input = ""): Promise<GitRun> {
  const { spawn } = await import("node:child_process");
  return new Promise((resolve) => {
    const child = spawn(
      "git",
      ["--no-pager", "-c", `core.hooksPath=${NULL_DEVICE}`, "-c", "gc.auto=0", "-c", "fetch.fsckObjects=true", ...args],
      {
        cwd: "/",
        env: { ...env, ...(mayAsk ? {} : SILENT), ...SAFE },
        stdio: ["pipe", "pipe", "pipe"],
        windowsHide: true,
      },
    );
    const timer = setTimeout(() => child.kill("SIGKILL"), limitMs);
    const chunks: Buffer[] = [];
    let size = 0;
    let error = "";
    child.stdout.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > MOST_BYTES) child.kill("SIGKILL");
      else chunks.push(chunk);
    });
    child.stderr.on("data", (chunk: Buffer) => {
      error = `${error}${chunk.toString()}`.slice(-4000);
    });
    // A program that ends early closes its input; its exit status says why.
    child.stdin.on("error", () => {});
    const end = (status: number): void => {
      clearTimeout(timer);
      resolve({ status, output: Buffer.concat(chunks), error });
    };
    child.on("error", (cause) => {
      error = cause.message;
      end(MISSING);
    });
    child.on("close", (code) => end(code ?? TOO_LONG));
    child.stdin.end(input);
  });
}

/** No foreign git directory, no remote helper that runs a command, messages in English. */
const SAFE: Readonly<Record<string, string | undefined>> = {
  GIT_ALLOW_PROTOCOL: "file:git:http:https:ssh",
  GIT_DIR: undefined,
  GIT_WORK_TREE: undefined,
  GIT_INDEX_FILE: undefined,
  LC_ALL: "C",
};
const SILENT = {
  GIT_TERMINAL_PROMPT: "0",
  GIT_SSH_COMMAND: "ssh -oBatchMode=yes -oConnectTimeout=5",
};

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}`;
}

/** Paths are made of ids and fixed names; others are quoted as fast-import wants it. */
function quotedPath(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `"${path.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n")}"`;
}

function batchContents(output: Buffer): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const strict = new TextDecoder("utf-8", { fatal: true });
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(10, at);
    if (end < 0) break;
    const [oid = "", type, size] = output.subarray(at, end).toString().split(" ");
    at = end + 1;
    if (type === undefined || size === undefined) continue;
    const content = output.subarray(at, at + Number(size));
    at += Number(size) + 1;
    try {
      if (type === "blob") found.set(oid, strict.decode(content));
    } catch {
      // not text: left out
    }
  }
  return found;
}

function failure(act: string, error: string): OldhandError {
  if (/ENOENT/.test(error))
    return new OldhandError("io", "git is not installed or not in PATH. Install git, then run `oldhand sync` again.");
  return new OldhandError("io", `git ${act} failed: ${lastLine(error)}`);
}

function unreachable(url: string, error: string): OldhandError {
  if (/ENOENT/.test(error)) return failure("", error);
  return new OldhandError(
    "io",
    `${url} cannot be reached: ${lastLine(error)}. What is new here waits; run \`oldhand sync\` again later.`,
  );
}

function lastLine(error: string): string {
  const lines = error.split("\n").filter((line) => line.trim() !== "");
  const fatal = lines.find((line) => line.startsWith("fatal: ")) ?? lines.at(-1) ?? "no answer in time";
  return fatal.replace(/^fatal: /, "").replace(/\.$/, "");
}
