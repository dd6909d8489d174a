/** memorix: observations in SQLite, searched by full text unless an embedder is configured. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { connectMcp } from "../mcp-client.ts";
import type { OpenPeer, Peer, Place } from "./peer.ts";

const BASE = {
  packages: ["memorix@1.0.7"],
  // The version that it asks for downloads its binary from elsewhere; this one has it in the package.
  overrides: { "better-sqlite3": "13.1.1" },
};

/** A text that a search finds similar to one it has is discarded, unless it has a topic of its own. */
export const MEMORIX: Peer = memorix("memorix", "none", "as is: it discards what it finds similar");
export const MEMORIX_TOPICS: Peer = memorix("memorix (topics)", "each", "with a topicKey for each message");

function memorix(name: string, topics: "none" | "each", how: string): Peer {
  return {
    ...BASE,
    name,
    folder: "memorix",
    how: `MCP; words alone, its default; ${how}; better-sqlite3 13.1.1 in place of 11`,
    open: (place) => open(place, topics),
  };
}

async function open({ installed, home, cwd, env }: Place, topics: "none" | "each"): Promise<OpenPeer> {
  spawnSync("git", ["init", "--quiet"], { cwd, env });
  const program = join(installed, "node_modules/memorix/dist/cli/index.js");
  const client = await connectMcp({ command: process.execPath, args: [program, "serve"], cwd, env });
  const messages = new Map<string, string>();
  return {
    async write({ id, text }) {
      const title = text.slice(0, TITLE_CHARS);
      const answer = await client.call("memorix_store", {
        ...{ entityName: "talk", type: "discovery", title, narrative: text },
        ...(topics === "each" && { topicKey: `message/${id}` }),
      });
      const number = /^\W*Stored observation #(\d+)/m.exec(answer)?.[1];
      if (number !== undefined) messages.set(number, id);
    },
    // The answer is a table of numbers and titles; the texts are fetched by number.
    async search(query, limit) {
      const answer = await client.call("memorix_search", { query, limit });
      return [...answer.matchAll(/^\| obs:(\d+) \|/gm)].map(([, number = ""]) => ({ id: messages.get(number) ?? "" }));
    },
    close: client.close,
    stores: [join(home, ".memorix")],
  };
}

const TITLE_CHARS = 60;
