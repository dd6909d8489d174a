/** The memory server of the Model Context Protocol: a graph in one file, searched for the query as it stands. */
import { join } from "node:path";
import { connectMcp } from "../mcp-client.ts";
import { overMcp, type Peer } from "./peer.ts";

export const SERVER_MEMORY: Peer = {
  name: "server-memory",
  packages: ["@modelcontextprotocol/server-memory@2026.8.31"],
  how: "MCP; an entity for each message",
  needsEveryWord: true,
  async open({ installed, home, cwd, env }) {
    const program = join(installed, "node_modules/@modelcontextprotocol/server-memory/dist/index.js");
    const file = join(home, "memory.jsonl");
    const server = { command: process.execPath, args: [program], cwd, env: { ...env, MEMORY_FILE_PATH: file } };
    return overMcp(await connectMcp(server), {
      write: ({ id, text }) => [
        "create_entities",
        { entities: [{ name: `message ${id}`, entityType: "message", observations: [text] }] },
      ],
      search: (query) => ["search_nodes", { query }],
      resultsIn: (answer) =>
        (JSON.parse(answer).entities as { observations: string[] }[]).map(({ observations: [text = ""] }) => ({
          text,
        })),
      stores: [file],
    });
  },
};
