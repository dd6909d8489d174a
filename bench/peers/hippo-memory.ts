/** hippo-memory: memories that fade, in SQLite with Markdown beside it; BM25 without its optional embedder. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { connectMcp } from "../mcp-client.ts";
import { overMcp, type Peer } from "./peer.ts";

export const HIPPO: Peer = {
  name: "hippo-memory",
  packages: ["hippo-memory@0.8.1"],
  how: "MCP with headers, which hosts do not speak; automatic sleep off, because writes then take seconds; words alone: its embedder is an optional package with a model from elsewhere",
  async open({ installed, cwd, env }) {
    const program = join(installed, "node_modules/hippo-memory/bin/hippo.js");
    // Without these it writes to the repository's instructions and to the crontab.
    spawnSync(process.execPath, [program, "init", "--no-hooks", "--no-schedule"], { cwd, env });
    // With it, each write after the fiftieth of a day goes through all memories and takes seconds.
    writeFileSync(join(cwd, ".hippo/config.json"), JSON.stringify({ autoSleep: { enabled: false } }));
    const server = { command: process.execPath, args: [program, "mcp"], cwd, env };
    const client = await connectMcp({ ...server, framing: "headers" });
    return overMcp(client, {
      write: ({ text }) => ["hippo_remember", { text }],
      search: (query) => ["hippo_recall", { query }],
      resultsIn: (answer) =>
        answer
          .split(/^\[\w+\][^\n]*\(strength=[\d.]+\)$/m)
          .slice(1)
          .map((text) => ({ text })),
      stores: [join(cwd, ".hippo")],
    });
  },
};
