/** Starts a memory server as an agent's settings say, with the few variables that every host passes on, and asks it one thing. */
import { spawn } from "node:child_process";

export type ServerCommand = {
  readonly command: string;
  readonly args: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
};

/** Hosts such as Codex start a server with these and what their settings set, and nothing else. */
const PASSED_ON = ["HOME", "PATH", "USER", "SHELL", "LANG", "TERM", "TMPDIR"];

/** The text of its answer; undefined if it did not start, or did not answer in time. */
export function askMemoryServer(
  { command, args, variables }: ServerCommand,
  { tool, input }: { readonly tool: string; readonly input: object },
  { env, timeoutMs }: { readonly env: Readonly<Record<string, string | undefined>>; readonly timeoutMs: number },
): Promise<string | undefined> {
  const passed = PASSED_ON.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]] as const]));
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: "/",
      env: { ...Object.fromEntries(passed), ...variables },
      stdio: ["pipe", "pipe", "ignore"],
    });
    const finish = (answer: string | undefined): void => {
      clearTimeout(timer);
      child.kill();
      resolve(answer);
    };
    const timer = setTimeout(() => finish(undefined), timeoutMs);
    let output = "";
    child.on("error", () => finish(undefined));
    child.on("close", () => finish(undefined));
    child.stdin.on("error", () => {}); // it ended: `close` says so
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
      const answer = output
        .split("\n")
        .slice(0, -1)
        .map(textIn)
        .find((text) => text !== undefined);
      if (answer !== undefined) finish(answer);
    });
    const params = { name: tool, arguments: input };
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params })}\n`);
  });
}

function textIn(line: string): string | undefined {
  try {
    const { id, result } = JSON.parse(line) as { id?: number; result?: { content?: { text?: string }[] } };
    return id === 1 ? result?.content?.[0]?.text : undefined;
  } catch {
    return undefined; // not an answer
  }
}
