/** memorix: observations in SQLite, searched by full text unless an embedder is configured. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { connectMcp } from "../mcp-client.ts";
import type { Peer } from "./peer.ts";

export const MEMORIX: Peer = {
  name: "memorix",
  packages: ["memorix@1.0.7"],
  // The version that it asks for downloads its binary from elsewhere; this one has it in the package.
  overrides: { "better-sqlite3": "13.1.1" },
  how: "MCP; words alone, its default; better-sqlite3 13.1.1 in place of 11",
  async open({ installed, home, cwd, env }) {
    spawnSync("git", ["init", "--quiet"], { cwd, env });
    const program = join(installed, "node_modules/memorix/dist/cli/index.js");
    const client = await connectMcp({ command: process.execPath, args: [program, "serve"], cwd, env });
    const messages = new Map<string, string>();
    return {
      async write({ id, text }) {
        const title = text.slice(0, TITLE_CHARS);
        const answer = await client.call("memorix_store", {
          ...{ entityName: "talk", type: "discovery", title, narrative: text },
        });
        const number = /#(\d+)/.exec(answer)?.[1];
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
  },
};

const TITLE_CHARS = 60;
