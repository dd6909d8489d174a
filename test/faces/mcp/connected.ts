/** A client of the real server in this process, on a home, a project and a clock made for one test. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { InMemoryTransport, type JSONRPCMessage } from "@modelcontextprotocol/server";
import { serverFor } from "../../../src/faces/mcp/server.ts";
import { newSession } from "../../../src/faces/mcp/sessions.ts";
import { memoryPool } from "../../../src/main/memory-pool.ts";
import { claudeSession } from "../../fixtures/claude-session.ts";
import type { Cleaning } from "../../fixtures/git-repo.ts";
import { type MemoryHome, memoryHome } from "../../fixtures/memory-home.ts";

type Fields = ReturnType<typeof JSON.parse>;

export type Connected = {
  readonly home: MemoryHome;
  readonly project: string;
  readonly notes: string[];
  request(method: string, params?: object): Promise<Fields>;
  /** What a tool answered, or the words with which it failed. */
  call(name: string, input?: object): Promise<Fields>;
  /** Another connection to the same process. */
  again(): Promise<Connected>;
};

export async function connected(
  t: Cleaning,
  { dir = "project" }: { dir?: "project" | "none" } = {},
): Promise<Connected> {
  const home = memoryHome(t);
  const project = join(home.outside, "app");
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), "{}\n");
  const notes: string[] = [];
  const note = (text: string): void => void notes.push(text);
  const variables = { PATH: process.env.PATH, HOME: join(home.outside, "person") };
  const memories = memoryPool(home.env({ isAgent: true, face: "mcp", variables }), note);
  t.after(memories.close);
  const connect = async (): Promise<Connected> => {
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    const session = newSession(home.env().clock);
    const server = serverFor({ memories, session, note, dir: dir === "project" ? project : undefined });
    await server.connect(theirs);
    const request = requestOver(ours);
    await request("initialize", {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "test", version: "1" },
    });
    const call = async (name: string, input: object = {}): Promise<Fields> => {
      const { result, error } = await request("tools/call", { name, arguments: input });
      if (error !== undefined) return { failed: error.message };
      if (result.isError) return { failed: result.content[0].text };
      return result.structuredContent;
    };
    return { home, project, notes, request, call, again: connect };
  };
  return connect();
}

/** What the agent of this connection ran in its session, as the agent keeps it. */
export function ran({ home, project }: Connected, commands: readonly string[]): void {
  const folder = join(home.outside, "person", ".claude", "projects", "p");
  mkdirSync(folder, { recursive: true });
  const said = [{ person: "Go on." }, ...commands.map((run) => ({ run, printed: "done" }))];
  const id = "7a3a9d2e-6c1f-4b1e-9b53-0a4f6f1f2c22";
  claudeSession({ folder, id, cwd: project, startMs: home.env().clock(), said });
}

function requestOver(transport: InMemoryTransport) {
  const pending = new Map<number, (answer: Fields) => void>();
  transport.onmessage = (message: JSONRPCMessage) => {
    if ("id" in message) pending.get(Number(message.id))?.(message);
  };
  let last = 0;
  return (method: string, params: object = {}): Promise<Fields> =>
    new Promise((resolve) => {
      last += 1;
      pending.set(last, resolve);
      void transport.send({ jsonrpc: "2.0", id: last, method, params } as JSONRPCMessage);
    });
}
