/** The server for one agent, over stdio; it ends with its client. */
import type { Writable } from "node:stream";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { existsMemory, memoryPool, type OpenMemories } from "../../main/memory-pool.ts";
import { shutdownSignal } from "../../system/loopback/listen.ts";
import type { Env } from "../../verbs/call/environment.ts";
import { hookEntrance } from "./hook-entrance.ts";
import { lineTransport } from "./line-transport.ts";
import { serverFor } from "./server.ts";
import { newSession } from "./sessions.ts";

const MOST_BYTES = 1_048_576;
/** This process has to end within a second. */
const GRACE_MS = 600;
const FLUSH_MS = 200;

/** Resolves when the client is gone. */
export async function serveOnStdio(env: Env, { note }: { readonly note: (text: string) => void }): Promise<void> {
  const session = newSession(env.clock);
  const memories = memoryPool({ ...env, isAgent: true, face: "mcp", session: session.id }, note);
  const streams = { input: process.stdin, output: process.stdout };
  const answer = hookEntrance({ env, memories });
  const wire = lineTransport({ ...streams, mostBytes: MOST_BYTES, graceMs: GRACE_MS, answer });
  const connection = serveStdio(() => serverFor({ memories, session, dir: env.cwd, note }), { transport: wire });
  memories.learnAtStart(env.cwd === undefined ? {} : { dir: env.cwd });
  warmUp(env, memories);
  const shutdown = shutdownSignal({ withParent: true });
  await Promise.race([wire.ended, shutdown.received]);
  shutdown.stop();
  await connection.close();
  await memories.close();
  await written(process.stdout);
}

/** The first answer to a hook must not wait for the memory to open. Opens none that does not exist yet. */
function warmUp(env: Env, memories: OpenMemories): void {
  if (env.isOff === true || env.cwd === undefined || !existsMemory(env)) return;
  const command = "true";
  const ready = memories.lend({ dir: env.cwd }, (memory) => memory.testGuards({ act: { kind: "command", command } }));
  ready.catch(() => {}); // the first call gets the error
}

/** Flushes the last answer, without waiting for a client that does not read. */
function written(output: Writable): Promise<void> {
  return new Promise((resolve) => {
    output.write("", () => resolve());
    setTimeout(resolve, FLUSH_MS);
  });
}
