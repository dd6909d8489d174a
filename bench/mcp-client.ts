/** A client for an MCP server over stdio: starts it, calls its tools, and gives up on an answer that takes too long. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

export type McpServer = {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly callMs?: number;
  /** Whether an answer is the JSON of a tool's structured content, instead of its text. */
  readonly structured?: boolean;
  /** Default: a message on each line, as the protocol says. One server has a header before each message instead. */
  readonly framing?: "lines" | "headers";
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
  readonly result?: {
    readonly isError?: boolean;
    readonly content?: readonly { readonly text?: string }[];
    readonly structuredContent?: unknown;
  };
};

const CALL_MS = 60_000;
const CLOSE_MS = 5000;

export async function connectMcp(server: McpServer): Promise<McpClient> {
  const { command, args, cwd, env, callMs = CALL_MS, structured = false, framing = "lines", onError } = server;
  const child = spawn(command, args, { cwd, env, stdio: ["pipe", "pipe", "pipe"] });
  const waiting = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>();
  const exited = once(child, "exit").then(() => {
    for (const { reject } of waiting.values()) reject(new Error("The server ended."));
  });
  child.stderr.on("data", (chunk: Buffer) => onError?.(chunk.toString()));
  child.stdin.on("error", () => {}); // reported as an exit
  const receive = (text: string): void => {
    const answer = parsed(text);
    if (answer?.id !== undefined) waiting.get(answer.id)?.resolve(answer);
  };
  if (framing === "lines") createInterface({ input: child.stdout }).on("line", receive);
  else onBodies(child.stdout, receive);
  let last = 0;
  const send = (message: object): void => {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    child.stdin.write(framing === "lines" ? `${text}\n` : `Content-Length: ${text.length}\r\n\r\n${text}`);
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
      return structured ? JSON.stringify(result?.structuredContent) : text;
    },
    async close() {
      child.stdin.end();
      const timer = setTimeout(() => child.kill("SIGKILL"), CLOSE_MS);
      await exited;
      clearTimeout(timer);
    },
  };
}

/** `Content-Length: 12`, an empty line, and a message of that many bytes. */
function onBodies(stream: Readable, receive: (text: string) => void): void {
  let rest = Buffer.alloc(0);
  stream.on("data", (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const start = rest.indexOf("\r\n\r\n");
      const size = Number(/(\d+)$/.exec(rest.subarray(0, Math.max(0, start)).toString())?.[1]);
      if (start < 0 || !(rest.length >= start + 4 + size)) return;
      receive(rest.subarray(start + 4, start + 4 + size).toString());
      rest = rest.subarray(start + 4 + size);
    }
  });
}

/** Some servers also log to their standard output. */
function parsed(line: string): Answer | undefined {
  try {
    return JSON.parse(line) as Answer;
  } catch {
    return undefined;
  }
}
