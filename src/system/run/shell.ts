/** Runs a script in a POSIX shell without start-up files: streams its output, and ends its process group on request. */
import type { ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { quoted } from "../../core/command/syntax/word.ts";
import { cleanEnvironment, cleanShell } from "./clean-start.ts";

/** Where the script prints: to this process's stdout or stderr, or to a callback. */
export type Output =
  | { readonly to: "stdout" | "stderr" }
  | { readonly to: "caller"; readonly onOutput: (chunk: Uint8Array, from: "stdout" | "stderr") => void };

type ShellOptions = {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: () => number;
  readonly output: Output;
  /** Ends the run and everything it started. */
  readonly signal?: AbortSignal | undefined;
  /** Called with each line that the script writes to descriptor 3. */
  readonly onReport?: (line: string) => void;
};

type ShellRun = {
  readonly exitCode: number;
  readonly status: "success" | "failure" | "interrupted";
  readonly startMs: number;
  readonly endMs: number;
  /** The end of the output, if it went to the caller. */
  readonly tail: string;
};

const INTERRUPTED = 130;
const SIGNALLED = 128;
const TAIL_BYTES = 1024 * 1024;
/** A background program may keep the pipe open: wait only this long for output from before the shell ended. */
const FLUSH_MS = 250;

export async function runInShell(script: string, options: ShellOptions): Promise<ShellRun> {
  const { spawn } = await import("node:child_process");
  const { isatty } = await import("node:tty");
  const { cwd, env, clock, output, onReport } = options;
  // At a terminal it stays in the foreground group: only that group can read the terminal and gets Ctrl-C.
  const group = output.to === "caller" || !isatty(0) ? "its own" : "ours";
  const { shell, options: shellOptions } = cleanShell(env);
  const startMs = clock();
  const outlet = output.to === "caller" ? "pipe" : output.to === "stdout" ? 1 : 2;
  // Set up before the start, so that a stop request during it is not lost.
  const stopping = stopper({ group, signal: options.signal });
  const child = spawn(shell, [...shellOptions, "-c", script], {
    cwd,
    env: cleanEnvironment(env),
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
    await Promise.race([Promise.all(collecting), sleep(FLUSH_MS, undefined, { ref: false })]);
    const wasStopped = await stopping.done();
    const status = wasStopped || exitCode === INTERRUPTED ? "interrupted" : exitCode === 0 ? "success" : "failure";
    return { exitCode, status, startMs, endMs: clock(), tail: tail.text() };
  } finally {
    stopping.release();
    for (const stream of [child.stdout, child.stderr]) stream?.destroy();
  }
}

function ended(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (exit, signal) => resolve(exit ?? SIGNALLED + signalNumber(signal)));
  });
}

type Stopper = {
  watch(child: ChildProcess): void;
  /** True if it was stopped; then all of its processes are gone. */
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
  // The terminal already sent Ctrl-C to the command; this process waits for the result.
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
      // This process is in that group too, so only the shell itself can be signalled.
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

/** Sends stronger and stronger signals until nothing is left. */
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
    return false; // no such process any more
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

type StepEnd = Pick<ShellRun, "exitCode" | "startMs" | "endMs">;

type StepsRun = Pick<ShellRun, "status" | "tail"> & {
  /** One for each step that was started; if a step failed, it is the last. */
  readonly ended: readonly StepEnd[];
};

type StepOptions = Omit<ShellOptions, "onReport"> & { readonly onStep: (index: number) => void };

/**
 * Runs the steps of a workflow in one shell, so that a `cd` affects the next step, and reports how each step ended. The
 * shell evaluates each step as one quoted word, and a step cannot write to the report pipe.
 */
export async function runSteps(steps: readonly string[], { onStep, ...options }: StepOptions): Promise<StepsRun> {
  const { clock } = options;
  const ended: StepEnd[] = [];
  let startMs = clock();
  const end = (exitCode: number): void => {
    ended.push({ exitCode, startMs, endMs: clock() });
    startMs = clock();
  };
  const onReport = (line: string): void => {
    end(Number(line));
    if (Number(line) === 0 && ended.length < steps.length) onStep(ended.length);
  };
  onStep(0);
  const { exitCode, status, tail } = await runInShell(scriptFor(steps), { ...options, onReport });
  // A step that ended the shell could not report its exit code.
  if (ended.length < steps.length && (ended.at(-1)?.exitCode ?? 0) === 0) end(exitCode);
  return { ended, status, tail };
}

function scriptFor(steps: readonly string[]): string {
  return steps
    .map(
      (step) =>
        `{ eval ${quoted(step)}; } 3>&-\noldhand_code=$?; echo "$oldhand_code" >&3; [ "$oldhand_code" -eq 0 ] || exit "$oldhand_code"`,
    )
    .join("\n");
}
