/** PLUR: statements in YAML; BM25 while its embedder cannot load a model. */
import { join } from "node:path";
import { connectMcp } from "../mcp-client.ts";
import { overMcp, type Peer, textsIn } from "./peer.ts";

export const PLUR: Peer = {
  name: "plur",
  packages: ["@plur-ai/mcp@0.20.0"],
  how: "MCP; words alone: the model of its embedder comes from elsewhere",
  async open({ installed, home, cwd, env }) {
    const program = join(installed, "node_modules/@plur-ai/mcp/dist/index.js");
    const client = await connectMcp({ command: process.execPath, args: [program], cwd, env });
    return overMcp(client, {
      write: ({ text }) => ["plur_learn", { statement: text, scope: "global" }],
      search: (query, limit) => ["plur_recall", { query, limit }],
      resultsIn: (answer) => textsIn(JSON.parse(answer).results, "statement"),
      stores: [join(home, ".plur")],
    });
  },
};
