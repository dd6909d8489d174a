/** agentmemory: its MCP server on its own, because the engine below its full server is a binary that is not on npm. */
import { join } from "node:path";
import { connectMcp } from "../mcp-client.ts";
import { overMcp, type Peer, textsIn } from "./peer.ts";

export const AGENTMEMORY: Peer = {
  name: "agentmemory",
  packages: ["@agentmemory/agentmemory@0.9.29"],
  how: "MCP, its reduced local mode: the full server needs a binary that is not on npm",
  needsEveryWord: true,
  async open({ installed, home, cwd, env }) {
    const program = join(installed, "node_modules/@agentmemory/agentmemory/dist/standalone.mjs");
    const client = await connectMcp({ command: process.execPath, args: [program], cwd, env });
    return overMcp(client, {
      write: ({ text }) => ["memory_save", { content: text, type: "fact" }],
      search: (query, limit) => ["memory_smart_search", { query, limit }],
      resultsIn: (answer) => textsIn(JSON.parse(answer).results, "content"),
      stores: [join(home, ".agentmemory")],
    });
  },
};
