/** The server for one agent, over standard input and output; it ends with its client. */
import type { Writable } from "node:stream";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Env } from "../env.ts";
import { keepOpen } from "../keep-open.ts";
import { leaving } from "../leaving.ts";
import { lineWire } from "./line-transport.ts";
import { serverFor } from "./server.ts";
import { newSession } from "./sessions.ts";

export type ServeOptions = { readonly note: (text: string) => void };

const MOST_BYTES = 1_048_576;
/** Less than the second in which this process has to be gone. */
const GRACE_MS = 600;
const LAST_WORDS_MS = 200;

/** Resolves when the client is gone. */
export async function serveOnStdio(env: Env, { note }: ServeOptions): Promise<void> {
  const session = newSession(env.clock);
  const memories = keepOpen({ ...env, isAgent: true, face: "mcp", session: session.id }, note);
  const wire = lineWire({ input: process.stdin, output: process.stdout, mostBytes: MOST_BYTES, graceMs: GRACE_MS });
  const connection = serveStdio(() => serverFor({ memories, session, dir: env.cwd, note }), { transport: wire });
  const left = leaving({ withParent: true });
  await Promise.race([wire.ended, left.asked]);
  left.stop();
  await connection.close();
  memories.close();
  await written(process.stdout);
}

/** What was answered last may still be on its way; a client that does not read is not waited for. */
function written(output: Writable): Promise<void> {
  return new Promise((resolve) => {
    output.write("", () => resolve());
    setTimeout(resolve, LAST_WORDS_MS);
  });
}
