/** Starts a driver as a separate process, and reads its output line by line. */
import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { patience } from "../../fixtures/patience.ts";
import { dist } from "./built-library.ts";

export type Ended = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
};

export type Child = {
  readonly pid: number;
  /** Lines as they come, each once; ends when the process does. */
  readonly lines: AsyncIterableIterator<string>;
  readonly ended: Promise<Ended>;
  kill(signal: NodeJS.Signals): void;
};

export type Start = {
  readonly home: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** A command before node itself, for a tracer or a limit. */
  readonly under?: readonly string[];
  readonly preload?: string;
  readonly uid?: number;
  readonly cwd?: string;
};

const faults = fileURLToPath(new URL("..", import.meta.url));

/** `program` and `preload` are paths from `test/faults`, or absolute ones. */
export function start(program: string, { home, args = [], env, under = [], preload, uid, cwd = "/" }: Start): Child {
  const path = resolve(faults, program);
  const shim = preload === undefined ? [] : ["--require", resolve(faults, preload)];
  const [command, ...rest] = [...under, process.execPath, ...shim, path, ...args];
  const child = spawn(command!, rest, {
    cwd,
    env: {
      PATH: process.env.PATH,
      OLDHAND_DIST: dist,
      OLDHAND_HOME: home,
      OLDHAND_TEST: "1",
      OLDHAND_SLOWNESS: String(patience(1)),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
    ...(uid !== undefined && { uid, gid: uid }),
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output.stderr += text;
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve({ code, signal, ...output }));
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { pid: child.pid!, lines, ended, kill: (signal) => void child.kill(signal) };
}

/** Runs a driver to its end. */
export function run(program: string, options: Start): Promise<Ended> {
  return start(program, options).ended;
}

/** The acknowledgements of a driver: one line of JSON each. */
export function acks<T>({ stdout }: Ended): T[] {
  return stdout
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as T);
}
