/** oldhand: the conversation is imported as sessions of an agent, and asked through its MCP server. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { connectMcp } from "../mcp-client.ts";
import { imported, type Searched } from "../recall-quality/home.ts";
import type { Peer, Result } from "./peer.ts";

const PROGRAM = fileURLToPath(new URL("../../dist/oldhand.cjs", import.meta.url));
const LARGE_BUDGET = 32_000;

/** With its default embedder, and with words alone as most of the others have it here. */
export const OLDHAND: Peer = oldhand(
  "oldhand",
  "static",
  "sessions imported; MCP; its default embedder is in the package",
);
export const OLDHAND_WORDS: Peer = oldhand(
  "oldhand (words alone)",
  "none",
  "sessions imported; MCP; recall.embedder: none",
);

function oldhand(name: string, embedder: string, how: string): Peer {
  return {
    name,
    packages: [],
    how,
    async open({ env, corpus }) {
      let found: Searched | undefined;
      let server: ReturnType<typeof connectMcp> | undefined;
      const stores: string[] = [];
      const ask = async (query: string): Promise<{ results: { id: string }[]; note?: string }> =>
        JSON.parse(await (await server!).call("memory_recall", { query, budget: LARGE_BUDGET }));
      return {
        // A session arrives as a whole.
        async write() {},
        async settle() {
          found = await imported(corpus, { embedder });
          stores.push(join(found.home, "home"));
          server = connectMcp({
            ...{ command: process.execPath, args: [PROGRAM, "mcp"], cwd: join(found.home, "outside") },
            env: { ...env, OLDHAND_HOME: join(found.home, "home") },
          });
          // Vectors are made when something is searched, a few seconds at a time.
          for (let note: string | undefined = ""; note !== undefined; ) ({ note } = await ask("index"));
        },
        async search(question, limit): Promise<readonly Result[]> {
          const { results } = await ask(question);
          return results.slice(0, limit).map(({ id }) => ({ id: found?.messageOf(id) ?? "" }));
        },
        async close() {
          await (await server)?.close();
          found?.close();
        },
        stores,
      };
    },
  };
}
