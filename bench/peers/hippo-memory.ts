/** hippo-memory: memories that fade, in SQLite with Markdown beside it; BM25 without its optional embedder. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { connectMcp } from "../mcp-client.ts";
import { overMcp, type Peer } from "./peer.ts";

const LARGE_BUDGET = 100_000;

export const HIPPO: Peer = {
  name: "hippo-memory",
  packages: ["hippo-memory@0.8.1"],
  how: "MCP with headers, which hosts do not speak; words alone: its embedder is an optional package with a model from elsewhere",
  async open({ installed, cwd, env }) {
    const program = join(installed, "node_modules/hippo-memory/bin/hippo.js");
    // Without these it writes to the repository's instructions and to the crontab.
    spawnSync(process.execPath, [program, "init", "--no-hooks", "--no-schedule"], { cwd, env });
    const server = { command: process.execPath, args: [program, "mcp"], cwd, env };
    const client = await connectMcp({ ...server, framing: "headers" });
    return overMcp(client, {
      write: ({ text }) => ["hippo_remember", { text }],
      search: (query) => ["hippo_recall", { query, budget: LARGE_BUDGET }],
      resultsIn: (answer) =>
        answer
          .split(/^\[\w+\][^\n]*\(strength=[\d.]+\)$/m)
          .slice(1)
          .map((text) => ({ text })),
      stores: [join(cwd, ".hippo")],
    });
  },
};
