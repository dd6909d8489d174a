/** Runs the built hook as a host does: its JSON on standard input, its answer from standard output, under a limit. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { claudeSession } from "../../fixtures/claude-session.ts";
import { giveUpAfter, patience } from "../../fixtures/patience.ts";
import { dist } from "./built-library.ts";

export type HookRun = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
  /** Empty for no output, else the text given to the agent. */
  readonly given: string;
};

export type HookStart = {
  readonly home?: string;
  readonly cwd?: string;
  readonly agent?: string;
  /** Of another build. */
  readonly program?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The input of the hook; an object is written as JSON. */
  readonly input?: object | string | Buffer;
  /** The host keeps its end open. */
  readonly staysOpen?: boolean;
  /** The host sends its input in its own way, instead of `input`. */
  readonly send?: (child: ChildProcess) => Promise<void>;
  /** The host closes its end before it is answered. */
  readonly isDeaf?: boolean;
};

/** The longest time that a host would wait. */
const LIMIT_MS = 5000;

export function runHook(start: HookStart): Promise<HookRun> {
  const { home, cwd = "/", agent = "claude-code", env, input = "", staysOpen = false, isDeaf = false } = start;
  const { program = `${dist}/oldhand.cjs` } = start;
  const began = process.hrtime.bigint();
  const child = spawn(process.execPath, [program, "hook", agent], {
    cwd,
    env: {
      PATH: process.env.PATH,
      HOME: "/nonexistent",
      OLDHAND_TEST: "1",
      OLDHAND_SLOWNESS: String(patience(1)),
      OLDHAND_HOME: home,
      ...env,
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  child.stderr.on("data", (chunk) => {
    output.stderr += chunk;
  });
  if (isDeaf) child.stdout.destroy();
  else
    child.stdout.on("data", (chunk) => {
      output.stdout += chunk;
    });
  const bytes = typeof input === "string" || Buffer.isBuffer(input) ? input : JSON.stringify(input);
  // A hook that has read enough may exit before everything is written.
  child.stdin.on("error", () => {});
  if (start.send === undefined) write(child, bytes, staysOpen);
  else void start.send(child);
  const cancel = giveUpAfter(LIMIT_MS, () => child.kill("SIGKILL"));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      cancel();
      const ms = Number(process.hrtime.bigint() - began) / 1e6;
      resolve({ code, signal, ...output, ms, given: givenIn(output.stdout) });
    });
  });
}

/** The variables of the person whose home it is: the transcripts of their agents are beside it. */
export function personOf(home: string): { readonly HOME: string } {
  return { HOME: dirname(home) };
}

/** What Claude Code writes of a prompt: without it, nobody knows that the person said it. */
export function writtenDown(home: string, call: object): object {
  const { session_id: id, prompt: person, cwd } = call as { session_id: string; prompt: string; cwd: string };
  const folder = join(dirname(home), ".claude", "projects", "mill");
  mkdirSync(folder, { recursive: true });
  claudeSession({ folder, id, cwd, startMs: Date.now() - 5000, said: [{ person }] });
  return call;
}

/** The input that a host sends for an event. */
export function hostCall(event: string, more: object = {}): object {
  return { session_id: "s1", cwd: "/", hook_event_name: event, ...more };
}

function write({ stdin }: ChildProcess, bytes: string | Buffer, staysOpen: boolean): void {
  stdin!.write(bytes);
  if (!staysOpen) stdin!.end();
}

function givenIn(stdout: string): string {
  if (stdout === "") return "";
  return JSON.parse(stdout).hookSpecificOutput.additionalContext;
}
