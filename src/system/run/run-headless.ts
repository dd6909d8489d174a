/** Runs another program once with a text on its standard input, in an empty directory, within limits of time and output. */
import { spawn } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

type HeadlessRun = {
  readonly program: string;
  readonly args: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  readonly input: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
};

type HeadlessResult =
  | { readonly outcome: "ended"; readonly exitCode: number; readonly output: string; readonly errors: string }
  | { readonly outcome: "not started" | "too late" | "too long" | "cancelled" };

const MOST_OUTPUT_BYTES = 8 * 1024 * 1024;
const MOST_ERROR_BYTES = 64 * 1024;
const LAST_CHANCE_MS = 2000;
const DIRECTORY = "oldhand-reader-";

/** True for the directory of such a run: a session that was left there is not the person's. */
export function isHeadlessDirectory(directory: string): boolean {
  return basename(directory).startsWith(DIRECTORY);
}

export async function runHeadless(
  { program, args, variables, input, timeoutMs, signal }: HeadlessRun,
  env: Readonly<Record<string, string | undefined>>,
): Promise<HeadlessResult> {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), DIRECTORY)));
  try {
    return await new Promise((resolve) => {
      const child = spawn(program, args, {
        cwd,
        env: { ...withoutAgents(env), ...variables, OLDHAND_INTERNAL: "1", OLDHAND_OFF: "1" },
        stdio: ["pipe", "pipe", "pipe"],
        detached: true,
      });
      let [output, errors] = ["", ""];
      let ended: "too late" | "too long" | "cancelled" | undefined;
      const stop = (why: NonNullable<typeof ended>): void => {
        ended ??= why;
        killGroup(child.pid, "SIGTERM");
        setTimeout(() => killGroup(child.pid, "SIGKILL"), LAST_CHANCE_MS).unref();
      };
      const timer = setTimeout(() => stop("too late"), timeoutMs);
      const cancel = (): void => stop("cancelled");
      signal?.addEventListener("abort", cancel, { once: true });
      const finish = (result: HeadlessResult): void => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", cancel);
        resolve(result);
      };
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        if (output.length > MOST_OUTPUT_BYTES) stop("too long");
      });
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        if (errors.length < MOST_ERROR_BYTES) errors += text;
      });
      child.on("error", () => finish({ outcome: "not started" }));
      child.on("close", (code) =>
        finish(ended === undefined ? { outcome: "ended", exitCode: code ?? 1, output, errors } : { outcome: ended }),
      );
      // A program that ends early closes its input.
      child.stdin.on("error", () => {});
      child.stdin.end(input);
      if (signal?.aborted) cancel();
    });
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

/** An agent that finds the marks of another one refuses to start, or continues its session. */
const AGENT_VARIABLES =
  /^(?:CLAUDECODE|CLAUDE_CODE_(?:ENTRYPOINT|SESSION_ID|SSE_PORT)|CODEX_(?:SANDBOX|THREAD_ID)\w*|OPENCODE|OPENCODE_(?:PID|SERVER\w*)|PI_CODING_AGENT|GEMINI_CLI|AI_AGENT)$/;

function withoutAgents(env: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !AGENT_VARIABLES.test(name)));
}

/** Programs that it started end with it. */
function killGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended.
  }
}
