/** A client for an MCP server over stdio: starts it, calls its tools, and gives up on an answer that takes too long. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

export type McpServer = {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly callMs?: number;
  /** Default: its standard error is ignored. */
  readonly onError?: (text: string) => void;
};

export type McpClient = {
  /** The text of a tool's answer; an error of the tool is thrown. */
  call(tool: string, args: object): Promise<string>;
  close(): Promise<void>;
};

type Answer = {
  readonly id?: number;
  readonly error?: { readonly message: string };
  readonly result?: { readonly isError?: boolean; readonly content?: readonly { readonly text?: string }[] };
};

const CALL_MS = 60_000;
const CLOSE_MS = 5000;

export async function connectMcp({ command, args, cwd, env, callMs = CALL_MS, onError }: McpServer): Promise<McpClient> {
  const child = spawn(command, args, { cwd, env, stdio: ["pipe", "pipe", "pipe"] });
  const waiting = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>();
  const exited = once(child, "exit").then(() => {
    for (const { reject } of waiting.values()) reject(new Error("The server ended."));
  });
  child.stderr.on("data", (chunk: Buffer) => onError?.(chunk.toString()));
  child.stdin.on("error", () => {}); // reported as an exit
  createInterface({ input: child.stdout }).on("line", (line) => {
    const answer = parsed(line);
    if (answer?.id !== undefined) waiting.get(answer.id)?.resolve(answer);
  });
  let last = 0;
  const send = (message: object): void => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  };
  const request = async (method: string, params: object): Promise<Answer> => {
    last += 1;
    const id = last;
    const timer = setTimeout(() => waiting.get(id)?.reject(new Error(`${method}: no answer in ${callMs} ms.`)), callMs);
    try {
      return await new Promise<Answer>((resolve, reject) => {
        if (child.exitCode !== null) reject(new Error("The server ended."));
        waiting.set(id, { resolve, reject });
        send({ id, method, params });
      });
    } finally {
      clearTimeout(timer);
      waiting.delete(id);
    }
  };
  await request("initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "bench", version: "1" },
  });
  send({ method: "notifications/initialized" });
  return {
    async call(tool, input) {
      const { error, result } = await request("tools/call", { name: tool, arguments: input });
      const text = (result?.content ?? []).map((part) => part.text ?? "").join("\n");
      if (error !== undefined || result?.isError) throw new Error(`${tool}: ${error?.message ?? text}`);
      return text;
    },
    async close() {
      child.stdin.end();
      const timer = setTimeout(() => child.kill("SIGKILL"), CLOSE_MS);
      await exited;
      clearTimeout(timer);
    },
  };
}

/** Some servers also log to their standard output. */
function parsed(line: string): Answer | undefined {
  try {
    return JSON.parse(line) as Answer;
  } catch {
    return undefined;
  }
}
