/** Runs a script in the person's POSIX shell: its output streamed, its whole process group ended when it is to stop. */
import type { ChildProcess } from "node:child_process";
import { basename } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";

/** Where the script prints: on this process's own outlets, or into somebody's hands. */
export type Output =
  | { readonly to: "stdout" | "stderr" }
  | { readonly to: "caller"; readonly onOutput: (chunk: Uint8Array, from: "stdout" | "stderr") => void };

export type ShellOptions = {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: () => number;
  readonly output: Output;
  /** Ends the run with everything that it started. */
  readonly signal?: AbortSignal | undefined;
  /** Lines that the script writes to its descriptor 3. */
  readonly onReport?: (line: string) => void;
};

export type ShellRun = {
  readonly exitCode: number;
  readonly status: "success" | "failure" | "interrupted";
  readonly startMs: number;
  readonly endMs: number;
  /** The end of what was printed, where it went to the caller. */
  readonly tail: string;
};

const INTERRUPTED = 130;
const SIGNALLED = 128;
const TAIL_BYTES = 1024 * 1024;
/** A program that was left running may hold the pipe: what was printed before the shell ended is waited for, no end. */
const LAST_WORDS_MS = 250;

export async function runInShell(script: string, options: ShellOptions): Promise<ShellRun> {
  const { spawn } = await import("node:child_process");
  const { isatty } = await import("node:tty");
  const { cwd, env, clock, output, onReport } = options;
  // At a terminal it stays in the group in front, which alone may read it and is sent what Ctrl-C means.
  const group = output.to === "caller" || !isatty(0) ? "its own" : "ours";
  const shell = shellFor(env);
  const startMs = clock();
  const outlet = output.to === "caller" ? "pipe" : output.to === "stdout" ? 1 : 2;
  // Before there is anything to stop: who is told to stop while the command starts, stops it.
  const stopping = stopper({ group, signal: options.signal });
  const child = spawn(shell, [...(QUIET[basename(shell)] ?? []), "-c", script], {
    cwd,
    env,
    detached: group === "its own",
    stdio: [
      output.to === "caller" ? "ignore" : "inherit",
      outlet,
      output.to === "caller" ? "pipe" : 2,
      ...(onReport === undefined ? [] : (["pipe"] as const)),
    ],
  });
  const tail = tailOf();
  const collecting = output.to === "caller" ? [collectOutput(child, output.onOutput, tail.add)] : [];
  const reported = onReport === undefined ? undefined : readLines(child.stdio[3] as Readable, onReport);
  stopping.watch(child);
  try {
    const exitCode = await ended(child);
    await reported;
    await Promise.race([Promise.all(collecting), sleep(LAST_WORDS_MS, undefined, { ref: false })]);
    const wasStopped = await stopping.done();
    const status = wasStopped || exitCode === INTERRUPTED ? "interrupted" : exitCode === 0 ? "success" : "failure";
    return { exitCode, status, startMs, endMs: clock(), tail: tail.text() };
  } finally {
    stopping.release();
    for (const stream of [child.stdout, child.stderr]) stream?.destroy();
  }
}

/** Where its input is a socket, bash takes itself for a remote shell and runs the person's start-up file first. */
const QUIET: Readonly<Record<string, readonly string[]>> = { bash: ["--norc"] };

/** Commands are written for a POSIX shell: the person's own if it is one. */
function shellFor({ SHELL: own }: ShellOptions["env"]): string {
  return own !== undefined && ["bash", "zsh", "ksh", "dash", "sh"].includes(basename(own)) ? own : "sh";
}

function ended(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (exit, signal) => resolve(exit ?? SIGNALLED + signalNumber(signal)));
  });
}

type Stopper = {
  watch(child: ChildProcess): void;
  /** True where somebody stopped it; then nothing of it is left. */
  done(): Promise<boolean>;
  release(): void;
};

const ESCALATION = [
  ["SIGINT", 2000],
  ["SIGTERM", 3000],
  ["SIGKILL", 1000],
] as const;
const LOOK_MS = 20;

function stopper({ group, signal }: { group: "its own" | "ours"; signal: AbortSignal | undefined }): Stopper {
  let target: number | undefined;
  let isWanted = false;
  let stopping: Promise<void> | undefined;
  const stop = (): void => {
    isWanted = true;
    if (target !== undefined) stopping ??= end(target);
  };
  // Through the terminal, Ctrl-C reached the command already; this process waits for how it takes it.
  const onInterrupt = group === "its own" ? stop : () => {};
  const listeners = [
    ["SIGINT", onInterrupt],
    ["SIGTERM", stop],
    ["SIGHUP", stop],
  ] as const;
  for (const [name, listener] of listeners) process.on(name, listener);
  signal?.addEventListener("abort", stop);
  if (signal?.aborted === true) stop();
  return {
    watch({ pid }) {
      // Our own group holds this process as well: there only the shell itself can be told.
      target = pid === undefined ? undefined : group === "its own" ? -pid : pid;
      if (isWanted) stop();
    },
    async done() {
      await stopping;
      return stopping !== undefined;
    },
    release() {
      for (const [name, listener] of listeners) process.off(name, listener);
      signal?.removeEventListener("abort", stop);
    },
  };
}

/** Asked, told, and then ended; each only where something is left of it. */
async function end(target: number): Promise<void> {
  for (const [name, patienceMs] of ESCALATION) {
    if (!send(target, name)) return;
    for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += LOOK_MS) {
      await sleep(LOOK_MS);
      if (!send(target, 0)) return;
    }
  }
}

function send(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, signal);
  } catch {
    return false; // nothing is left that could be told
  }
}

type OutputListener = Extract<Output, { to: "caller" }>["onOutput"];

async function collectOutput(
  child: ChildProcess,
  onOutput: OutputListener,
  keep: (chunk: Buffer) => void,
): Promise<void> {
  const streams = [
    ["stdout", child.stdout],
    ["stderr", child.stderr],
  ] as const;
  await Promise.all(
    streams.map(async ([from, stream]) => {
      stream?.on("data", (chunk: Buffer) => {
        keep(chunk);
        onOutput(chunk, from);
      });
      await new Promise((resolve) => stream?.once("close", resolve));
    }),
  );
}

function tailOf(): { add(chunk: Buffer): void; text(): string } {
  let chunks: Buffer[] = [];
  let bytes = 0;
  const cut = (): Buffer => Buffer.concat(chunks).subarray(-TAIL_BYTES);
  return {
    add(chunk) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes < 2 * TAIL_BYTES) return;
      chunks = [Buffer.from(cut())];
      bytes = TAIL_BYTES;
    },
    text: () => cut().toString("utf8"),
  };
}

async function readLines(stream: Readable, onLine: (line: string) => void): Promise<void> {
  let rest = "";
  stream.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    lines.forEach(onLine);
  });
  await new Promise((resolve) => stream.once("close", resolve).once("error", resolve));
}

function signalNumber(signal: NodeJS.Signals | null): number {
  return signal === null ? 1 : (process.getBuiltinModule("node:os").constants.signals[signal] ?? 1);
}
