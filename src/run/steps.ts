/** Runs the steps of a workflow in one shell, so that a `cd` holds for the next, and tells how each one ended. */
import { basename } from "node:path";
import type { Readable } from "node:stream";

export type StepEnd = { readonly exitCode: number; readonly startMs: number; readonly endMs: number };

export type StepsRun = {
  /** One for each step that was begun; the last is the one that failed, if one did. */
  readonly ended: readonly StepEnd[];
  readonly status: "success" | "failure" | "interrupted";
};

type Means = {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: () => number;
  readonly onStep: (index: number) => void;
  /** Where the steps print; beside a document on stdout they have to print elsewhere. */
  readonly output?: "stdout" | "stderr";
};

const INTERRUPTED = 130;
const SIGNALLED = 128;

/**
 * The shell is handed each step as one quoted word and evaluates it, with the pipe on which it reports closed to it.
 * Ctrl-C reaches the step through the terminal; this process waits for how it takes it.
 */
export async function runSteps(
  steps: readonly string[],
  { cwd, env, clock, onStep, output = "stdout" }: Means,
): Promise<StepsRun> {
  const { spawn } = await import("node:child_process");
  const shell = shellFor(env);
  const child = spawn(shell, [...(QUIET[basename(shell)] ?? []), "-c", scriptFor(steps)], {
    cwd,
    env,
    stdio: ["inherit", output === "stdout" ? 1 : 2, 2, "pipe"],
  });
  const stayAlive = (): void => {};
  process.on("SIGINT", stayAlive);
  const ended: StepEnd[] = [];
  let startMs = clock();
  const end = (exitCode: number): void => {
    ended.push({ exitCode, startMs, endMs: clock() });
    startMs = clock();
  };
  onStep(0);
  const reported = readLines(child.stdio[3] as Readable, (line) => {
    end(Number(line));
    if (Number(line) === 0 && ended.length < steps.length) onStep(ended.length);
  });
  try {
    const code = await new Promise<number>((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (exit, signal) => resolve(exit ?? SIGNALLED + signalNumber(signal)));
    });
    await reported;
    // A step that ended the shell itself could not report.
    if (ended.length < steps.length && (ended.at(-1)?.exitCode ?? 0) === 0) end(code);
  } finally {
    process.off("SIGINT", stayAlive);
  }
  const last = ended.at(-1)?.exitCode ?? 0;
  if (last === 0) return { ended, status: "success" };
  return { ended, status: last === INTERRUPTED ? "interrupted" : "failure" };
}

/** Where its input is a socket, bash takes itself for a remote shell and runs the person's start-up file first. */
const QUIET: Readonly<Record<string, readonly string[]>> = { bash: ["--norc"] };

/** Steps are written for a POSIX shell: the person's own if it is one. */
function shellFor({ SHELL: own }: Means["env"]): string {
  return own !== undefined && ["bash", "zsh", "ksh", "dash", "sh"].includes(basename(own)) ? own : "sh";
}

function scriptFor(steps: readonly string[]): string {
  return steps
    .map(
      (step) =>
        `{ eval '${step.replaceAll("'", `'\\''`)}'; } 3>&-\noldhand_code=$?; echo "$oldhand_code" >&3; [ "$oldhand_code" -eq 0 ] || exit "$oldhand_code"`,
    )
    .join("\n");
}

/** A program that a step left running may hold the pipe: so what was said before the shell ended is waited for, no end. */
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
